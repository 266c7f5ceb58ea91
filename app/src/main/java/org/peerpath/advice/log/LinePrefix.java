// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands before the kernel's own words: quoting, syslog's date and host, journald's "kernel:", a log level, the
 * time since boot, the calling task or CPU; in every combination that dmesg, journalctl, syslog, /dev/kmsg, netconsole
 * and pstore print.
 *
 * @param stamp when
 * @param caller the task or CPU that printed, where the kernel was built to say so ({@code T607}, {@code C8})
 * @param text the rest
 */
record LinePrefix(Stamp stamp, Optional<String> caller, String text) {
    private static final Pattern QUOTING = Pattern.compile("^(?:[>|]\\s?|\\s)+");
    /** level,sequence,microseconds,flags[,caller=T1];text */
    private static final Pattern KMSG =
            Pattern.compile("^\\d{1,5},\\d{1,19},(\\d{1,15}),[^;]{0,40}?(?:caller=([TC]\\d{1,8}))?;(.*)$");

    private static final String DATE =
            "[A-Z][a-z]{2}\\s+\\d{1,2} \\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?|\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}\\S*";
    private static final Pattern DATED = Pattern.compile("^(" + DATE + ")\\s");

    private static final Pattern SYSLOG =
            Pattern.compile("^(" + DATE + ")\\s+(?:\\S{1,255}\\s+)??kernel(?:\\[\\d+])?:\\s?");
    /** Whatever relays put before it: the kernel's own time has six decimals. */
    private static final Pattern RELAYED = Pattern.compile(".{0,200}?(\\[\\s{0,8}\\d{1,9}\\.\\d{6}])");

    private static final Pattern ISO_TIME =
            Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d+)?\\S*)\\s+");
    private static final Pattern TAG = Pattern.compile("^(?:kernel:\\s?|[a-z]{3,8}\\s*[:.]\\s*[a-z]{3,7}\\s*:\\s?)");
    private static final Pattern LEVEL = Pattern.compile("^<\\d{1,3}>");
    private static final Pattern SINCE_BOOT = Pattern.compile("^\\[\\s*(\\d{1,9}\\.\\d{1,9})]\\s?");
    private static final Pattern WALL_CLOCK =
            Pattern.compile("^\\[([A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d:]{10,16} \\d{4})]\\s?");
    private static final Pattern CALLER = Pattern.compile("^\\[\\s*([TC]\\d{1,8})]\\s?");

    static LinePrefix strip(String line) {
        Optional<LinePrefix> plain = plain(line);
        if (plain.isPresent()) {
            return plain.get();
        }
        Cursor cursor = new Cursor(line);
        cursor.skip(QUOTING);
        Matcher kmsg = KMSG.matcher(cursor.rest);
        if (kmsg.matches()) {
            return new LinePrefix(
                    Stamp.of(OptionalDouble.of(Long.parseLong(kmsg.group(1)) / 1e6), ""),
                    Optional.ofNullable(kmsg.group(2)),
                    kmsg.group(3));
        }
        String date = cursor.see(DATED);
        Matcher anywhere = RELAYED.matcher(cursor.rest);
        if (anywhere.lookingAt()) {
            cursor.rest = cursor.rest.substring(anywhere.start(1));
        } else if (!cursor.skip(SYSLOG)) {
            cursor.skip(ISO_TIME);
        }
        cursor.skip(TAG);
        cursor.skip(LEVEL);
        OptionalDouble seconds = OptionalDouble.empty();
        Matcher boot = SINCE_BOOT.matcher(cursor.rest);
        if (boot.find()) {
            seconds = OptionalDouble.of(Double.parseDouble(boot.group(1)));
            cursor.rest = cursor.rest.substring(boot.end());
        } else {
            date = cursor.see(WALL_CLOCK).isEmpty() ? date : cursor.see(WALL_CLOCK);
            cursor.skip(WALL_CLOCK);
        }
        Optional<String> caller = Optional.empty();
        Matcher by = CALLER.matcher(cursor.rest);
        if (by.find()) {
            caller = Optional.of(by.group(1));
            cursor.rest = cursor.rest.substring(by.end());
        }
        return new LinePrefix(Stamp.of(seconds, date), caller, cursor.rest);
    }

    /** The time since boot by which dmesg begins its lines, as most logs have them and nothing comes before. */
    private static Optional<LinePrefix> plain(String line) {
        int dot = line.indexOf('.');
        int end = dot + 7;
        if (dot < 2 || dot > 18 || line.charAt(0) != '[' || line.length() <= end || line.charAt(end) != ']') {
            return Optional.empty();
        }
        int from = 1;
        while (line.charAt(from) == ' ') {
            from++;
        }
        long micros = 0;
        for (int i = from; i < end; i++) {
            char c = line.charAt(i);
            if (i != dot && (c < '0' || c > '9')) {
                return Optional.empty();
            }
            micros = i == dot ? micros : micros * 10 + c - '0';
        }
        if (from == dot || dot - from > 9) {
            return Optional.empty();
        }
        int text = end + 1 < line.length() && Character.isWhitespace(line.charAt(end + 1)) ? end + 2 : end + 1;
        String rest = line.substring(text);
        Optional<String> caller = Optional.empty();
        if (rest.startsWith("[")) {
            Matcher by = CALLER.matcher(rest);
            if (by.find()) {
                caller = Optional.of(by.group(1));
                rest = rest.substring(by.end());
            }
        }
        return Optional.of(
                new LinePrefix(new Stamp(OptionalDouble.of(micros / 1e6), OptionalLong.empty(), ""), caller, rest));
    }

    private static final class Cursor {
        private String rest;

        Cursor(String line) {
            this.rest = line;
        }

        /** What the pattern's first group finds here; empty if nothing. */
        String see(Pattern prefix) {
            Matcher m = prefix.matcher(rest);
            return m.find() ? m.group(1) : "";
        }

        boolean skip(Pattern prefix) {
            Matcher m = prefix.matcher(rest);
            if (!m.find()) {
                return false;
            }
            rest = rest.substring(m.end());
            return true;
        }
    }
}
