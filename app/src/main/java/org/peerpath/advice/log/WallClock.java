// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates as syslog, journals and {@code dmesg -T} print them. */
final class WallClock {
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final Pattern SYSLOG = Pattern.compile(
            "(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2}) +(\\d{1,2}) (\\d{2}):(\\d{2}):(\\d{2})(?:[.,]\\d+)?(?: (\\d{4}))?");
    private static final Pattern ISO = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})[T ](\\d{2}):(\\d{2}):(\\d{2})");
    /** A leap year, so that 29 February has a place. */
    private static final int NO_YEAR = 2000;

    private static final int DAY = 86_400;

    private WallClock() {}

    /** Returns seconds from a fixed day on; the fraction and the zone are left out. Empty if it is no date. */
    static OptionalLong parse(String date) {
        if (date.isEmpty()) {
            return OptionalLong.empty();
        }
        Matcher iso = ISO.matcher(date);
        if (iso.lookingAt()) {
            return seconds(number(iso, 1), number(iso, 2), number(iso, 3), iso, 4);
        }
        Matcher syslog = SYSLOG.matcher(date);
        if (!syslog.lookingAt()) {
            return OptionalLong.empty();
        }
        int year = syslog.group(6) == null ? NO_YEAR : number(syslog, 6);
        return seconds(year, MONTHS.indexOf(syslog.group(1)) + 1, number(syslog, 2), syslog, 3);
    }

    private static OptionalLong seconds(int year, int month, int day, Matcher m, int time) {
        if (month < 1
                || month > 12
                || day < 1
                || day > YearMonth.of(year, month).lengthOfMonth()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(LocalDate.of(year, month, day).toEpochDay() * DAY
                + number(m, time) * 3600L
                + number(m, time + 1) * 60L
                + number(m, time + 2));
    }

    private static int number(Matcher m, int group) {
        return Integer.parseInt(m.group(group));
    }
}
