// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Remembers what lines told: a storm of errors repeats the same few lines with other times before them. */
final class RepeatedHits {
    private static final int MOST = 256;

    private record Told(long kinds, Optional<Hit> hit) {}

    private final Map<String, Told> told = new HashMap<>();

    /** As {@link Hit#of}. */
    Optional<Hit> of(String text, long kinds) {
        Told before = told.get(text);
        if (before != null && before.kinds() == kinds) {
            return before.hit();
        }
        Optional<Hit> hit = Hit.of(text, kinds);
        if (kinds != 0) {
            if (told.size() >= MOST) {
                told.clear();
            }
            told.put(text, new Told(kinds, hit));
        }
        return hit;
    }
}
