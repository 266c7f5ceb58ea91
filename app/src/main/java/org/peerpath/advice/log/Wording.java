// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * One way in which a log says a thing.
 *
 * @param kind what it says
 * @param needle a text in small letters that every such line holds, by which it is found fast
 * @param pattern searched for in the line in small letters
 * @param parts the names of the pattern's groups
 */
record Wording(EventKind kind, String needle, Pattern pattern, Set<String> parts) {
    static Wording of(EventKind kind, String needle, String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return new Wording(kind, needle, compiled, compiled.namedGroups().keySet());
    }

    /** Whether its lines may have a part of this name. */
    boolean names(String part) {
        return parts.contains(part);
    }
}
