// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.model.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import org.peerpath.path.Outcome;

/** What decides and is no longer as it was when the baseline was read. */
public final class Drift {
    private static final String UNREAD = Outcome.UNKNOWN.id();
    private static final int MOST = 40;

    /** What differs at every boot, or is shown within a group anyway. */
    private static final Set<String> NOT_DECIDING = Set.of("proc/sys/kernel/random/boot_id", "proc/cmdline");

    private Drift() {}

    /**
     * Returns what has changed, each as {@code SUBJECT FIELD BEFORE → AFTER}, many at most. What was not read then or is
     * not read now is no change.
     */
    public static List<String> between(HostModel before, HostModel now) {
        Set<String> changed = new LinkedHashSet<>();
        for (Difference difference : Comparison.of(before, now)) {
            if (!NOT_DECIDING.contains(difference.field())
                    && isRead(difference.before())
                    && isRead(difference.after())) {
                changed.add(difference.subject() + " " + difference.field() + " "
                        + difference.before().orElse("–") + " → "
                        + difference.after().orElse("–"));
            }
        }
        List<String> all = new ArrayList<>(changed);
        return all.size() <= MOST ? all : all.subList(0, MOST);
    }

    private static boolean isRead(Optional<String> value) {
        return !value.equals(Optional.of(UNREAD));
    }
}
