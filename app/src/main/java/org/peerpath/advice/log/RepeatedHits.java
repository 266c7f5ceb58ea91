// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers what lines told: a storm of errors repeats the same few lines with other times before them and other memory
 * addresses in them.
 */
final class RepeatedHits {
    private static final int MOST = 512;
    /** What stands before the memory address of a fault. */
    private static final List<String> BEFORE_ADDRESS = List.of("fault addr ", "address=", "iova: ", "iova=");

    private record Told(long kinds, Optional<Hit> hit) {}

    private final Map<String, Told> told = new HashMap<>();

    /** As {@link Hit#of}. */
    Optional<Hit> of(String text, long kinds) {
        if (kinds == 0) {
            return Optional.empty();
        }
        int from = addressIn(text);
        int to = from < 0 ? from : endOfHex(text, from);
        String without = from < 0 ? text : text.substring(0, from).concat(text.substring(to));
        Told before = told.get(without);
        if (before != null && before.kinds() == kinds) {
            return from < 0 ? before.hit() : before.hit().map(hit -> hit.at(Hit.memory(text, from, to)));
        }
        Optional<Hit> hit = Hit.of(text, kinds);
        if (told.size() >= MOST) {
            told.clear();
        }
        told.put(without, new Told(kinds, hit));
        return hit;
    }

    /** The place behind {@code 0x} of a memory address; negative if there is none. */
    private static int addressIn(String text) {
        for (String before : BEFORE_ADDRESS) {
            int at = text.indexOf(before);
            if (at >= 0) {
                int digits = at + before.length();
                return text.startsWith("0x", digits) ? digits + 2 : digits;
            }
        }
        return -1;
    }

    private static int endOfHex(String text, int from) {
        int to = from;
        while (to < text.length() && Character.digit(text.charAt(to), 16) >= 0) {
            to++;
        }
        return to;
    }
}
