// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One thing that differs between two hosts, or between two readings of one.
 *
 * @param subject a function's address, {@code requester>target} for a path, or {@code host}
 * @param field what differs: {@code presence}, {@code acs}, {@code ats}, {@code driver}, {@code verdict.vm}, …
 * @param before its value in the first; empty where it is not there, {@code unknown} where it was not read
 * @param after its value in the second
 */
public record Difference(String subject, String field, Optional<String> before, Optional<String> after) {
    /**
     * Compares what two readings say of one subject.
     *
     * @param before values by field; a field that is missing is not there
     * @param after likewise
     * @return the fields that differ, in alphabetical order
     */
    public static List<Difference> between(String subject, Map<String, String> before, Map<String, String> after) {
        Set<String> fields = new TreeSet<>(before.keySet());
        fields.addAll(after.keySet());
        List<Difference> found = new ArrayList<>();
        for (String field : fields) {
            Optional<String> was = Optional.ofNullable(before.get(field));
            Optional<String> is = Optional.ofNullable(after.get(field));
            if (!was.equals(is)) {
                found.add(new Difference(subject, field, was, is));
            }
        }
        return List.copyOf(found);
    }
}
