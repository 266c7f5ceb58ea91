// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When a line was logged, as far as it says.
 *
 * @param seconds since boot
 * @param clock seconds of the host's clock, counted from any fixed day, local time; without a year where the log has none
 * @param date the date as it stands in the line, empty if there is none
 */
public record Stamp(OptionalDouble seconds, OptionalLong clock, String date) {
    static final Stamp NONE = new Stamp(OptionalDouble.empty(), OptionalLong.empty(), "");

    private static final long HALF_A_YEAR = 183L * 86_400;
    private static final long YEAR = 366L * 86_400;

    static Stamp of(OptionalDouble seconds, String date) {
        return seconds.isEmpty() && date.isEmpty() ? NONE : new Stamp(seconds, WallClock.parse(date), date);
    }

    boolean isKnown() {
        return seconds.isPresent() || clock.isPresent();
    }

    /** Returns the seconds from another line of the same boot to this one; empty where the two do not tell. */
    OptionalDouble since(Stamp earlier) {
        if (seconds.isPresent() && earlier.seconds.isPresent()) {
            return OptionalDouble.of(seconds.getAsDouble() - earlier.seconds.getAsDouble());
        }
        OptionalLong passed = clockSince(earlier);
        return passed.isPresent() ? OptionalDouble.of((double) passed.getAsLong()) : OptionalDouble.empty();
    }

    /** Returns the same by the clock alone. Dates without a year begin again every year. */
    OptionalLong clockSince(Stamp earlier) {
        if (clock.isEmpty() || earlier.clock.isEmpty()) {
            return OptionalLong.empty();
        }
        long passed = clock.getAsLong() - earlier.clock.getAsLong();
        return OptionalLong.of(passed < -HALF_A_YEAR ? passed + YEAR : passed);
    }

    /** Returns the time to show: the date, else the seconds since boot; empty if the line says neither. */
    String shown() {
        if (!date.isEmpty()) {
            // libvirt sets a colon behind it.
            return date.endsWith(":") ? date.substring(0, date.length() - 1) : date;
        }
        return seconds.isPresent() ? String.format(Locale.ROOT, "%.6f", seconds.getAsDouble()) : "";
    }
}
