// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Set;
import org.peerpath.snapshot.Address;

/**
 * What runs have done on one host and not undone since, as the journal tells.
 *
 * @param read whether the journal was looked into
 * @param runs the names of all runs on the host, the oldest first
 * @param done their steps, in the order in which they were carried out
 * @param damaged runs whose journal could not be read, on whichever host they were
 * @param unidentified runs of which only the host's name tells that they were on this one
 * @param replaced addresses at which another function stands now than when a run changed it
 */
public record Past(
        boolean read,
        List<String> runs,
        List<Done> done,
        List<String> damaged,
        List<String> unidentified,
        Set<Address> replaced) {
    /** Nobody looked. */
    public static final Past UNREAD = new Past(false, List.of(), List.of(), List.of());

    /** Of runs that are all known to have been on this host, and on these functions. */
    public Past(boolean read, List<String> runs, List<Done> done, List<String> damaged) {
        this(read, runs, done, damaged, List.of(), Set.of());
    }

    public Past {
        runs = List.copyOf(runs);
        done = List.copyOf(done);
        damaged = List.copyOf(damaged);
        unidentified = List.copyOf(unidentified);
        replaced = Set.copyOf(replaced);
    }

    /**
     * A step that was carried out.
     *
     * @param run the run it belongs to
     * @param boot the host's boot in which that was
     * @param step the step, with what was before it
     * @param certain whether the journal knows that it was done wholly, and not just begun
     */
    public record Done(String run, String boot, Step step, boolean certain) {}
}
