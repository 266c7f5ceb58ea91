// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Comparator;

/** Where a request turns around. A route and a verdict both take these values and no others; a route is never unusable. */
public enum Outcome {
    /** Turns around at a PCIe switch below the root port; never reaches the root complex. */
    INSIDE_SWITCH("inside-switch", 0),
    /** The two share a switch, yet the request is sent up to the root complex and comes back down. */
    DETOUR("detour", 1),
    /** They share no switch; the request must cross the root complex. */
    ROOT_COMPLEX("root-complex", 2),
    /** What was read is not enough. */
    UNKNOWN("unknown", 3),
    /** A port refuses the request. */
    BLOCKED("blocked", 4),
    /** No request can travel the path: something on it does not work, whatever the ports would do ({@link Unusable}). */
    UNUSABLE("unusable", 5);

    /** Orders them as sums of several functions do: the worst comes last. */
    public static final Comparator<Outcome> BETTER_FIRST = Comparator.comparingInt(o -> o.rank);

    private final String id;
    private final int rank;

    Outcome(String id, int rank) {
        this.id = id;
        this.rank = rank;
    }

    public String id() {
        return id;
    }

    /**
     * What a requester gets that may take either way: the better one. An unknown one could be the best there is, so it
     * spoils every choice but {@link #INSIDE_SWITCH}.
     */
    static Outcome best(Outcome one, Outcome other) {
        if (one == INSIDE_SWITCH || other == INSIDE_SWITCH) {
            return INSIDE_SWITCH;
        }
        if (one == UNKNOWN || other == UNKNOWN) {
            return UNKNOWN;
        }
        return BETTER_FIRST.compare(one, other) <= 0 ? one : other;
    }

    /** Whether this one counts when several functions are summed up: the worst does, and certain beats unknown. */
    boolean isWorseThan(Outcome other) {
        return BETTER_FIRST.compare(this, other) > 0;
    }
}
