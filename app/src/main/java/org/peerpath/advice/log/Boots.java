// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.OptionalLong;

/**
 * Tells the boots of a log apart: a boot begins with the kernel's version, where the time since boot falls back, or where
 * the clock shows that the host was started after the line before.
 */
final class Boots {
    /** Clocks are set and lines are stored late: so many seconds of difference are no other boot. */
    private static final long SLACK = 60;

    private int boot;
    private boolean any;
    /** Whether the present boot began with the kernel's version: then the next one would, too. */
    private boolean announced;

    private Stamp last = Stamp.NONE;

    /**
     * Looks at the next line that tells something.
     *
     * @param version whether it is the kernel's version
     * @param parts whether the log is a dump whose parts stand in reverse order
     * @return whether another boot begins with it
     */
    boolean next(boolean version, Stamp now, boolean parts) {
        boolean begins = any && (version || (!parts && (fellBack(now) || startedLater(now))));
        if (begins) {
            boot++;
            last = Stamp.NONE;
        }
        announced = version || (announced && !begins);
        any = true;
        last = new Stamp(
                now.seconds().isPresent() ? now.seconds() : last.seconds(),
                now.clock().isPresent() ? now.clock() : last.clock(),
                now.date());
        return begins;
    }

    private boolean fellBack(Stamp now) {
        return now.seconds().isPresent()
                && last.seconds().isPresent()
                && now.seconds().getAsDouble() < last.seconds().getAsDouble() / 2 - 1;
    }

    /** The host's start, by the clock, lies behind the line before. A clock that was only set is not told from it. */
    private boolean startedLater(Stamp now) {
        OptionalLong passed = now.clockSince(last);
        return !announced
                && passed.isPresent()
                && now.seconds().isPresent()
                && last.seconds().isPresent()
                && passed.getAsLong() - now.seconds().getAsDouble() > SLACK;
    }

    /** The number of the present boot, from 0. */
    int boot() {
        return boot;
    }
}
