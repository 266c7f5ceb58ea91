// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import org.peerpath.ui.base.Language;

/** Points in time as a person reads them: always with the day, since what is shown may be months old. */
public final class Dates {
    private Dates() {}

    /** Day and time on this machine's clock, in the window's language. */
    public static String say(Instant at, Language language) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                .withLocale(language.texts().locale())
                .withZone(ZoneId.systemDefault())
                .format(at);
    }

    /** The time of day alone where the day is that of another reading, else the day alone: for columns and ranges. */
    public static String brief(Instant at, Instant other, Language language) {
        ZoneId zone = ZoneId.systemDefault();
        boolean sameDay = LocalDate.ofInstant(at, zone).equals(LocalDate.ofInstant(other, zone));
        DateTimeFormatter form = sameDay
                ? DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT)
                : DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM);
        return form.withLocale(language.texts().locale()).withZone(zone).format(at);
    }
}
