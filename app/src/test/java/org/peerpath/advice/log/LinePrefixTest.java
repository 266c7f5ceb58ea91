// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands before the kernel's own words, in every combination that its log is printed in. */
class LinePrefixTest {
    private static String read(String line) {
        LinePrefix prefix = LinePrefix.strip(line);
        String seconds = prefix.stamp().seconds().isPresent()
                ? Double.toString(prefix.stamp().seconds().getAsDouble())
                : "-";
        return seconds + "|" + prefix.caller().orElse("-") + "|" + prefix.text();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "[  100.000001] text~100.000001|-|text",
                "[12345.678901]text~12345.678901|-|text",
                "[    5.000001]~5.000001|-|",
                "[    5.000001]  two~5.000001|-| two",
                "[    5.000001] [  T607] text~5.000001|T607|text",
                "[    5.000001][    C8] text~5.000001|C8|text",
                "[    5.000001] [drm] text~5.000001|-|[drm] text",
                "[123456789.000001] text~1.23456789000001E8|-|text",
                "[    5.000001] a. b~5.000001|-|a. b",
                "<4>[    5.000001] text~5.000001|-|text",
                "kernel: [    5.000001] text~5.000001|-|text",
                "kern  :warn  : [    5.000001] text~5.000001|-|text",
                "> [    5.000001] text~5.000001|-|text",
                "6,1234,5000001,-;text~5.000001|-|text",
                "6,1234,5000001,-,caller=T12;text~5.000001|T12|text",
                "Nov 30 11:42:05 host kernel: [    5.000001] text~5.000001|-|text",
                "Nov 30 11:42:05 host kernel: text~-|-|text",
                "2026-11-30T11:42:05.123456+00:00 host kernel: text~-|-|text",
                "2026-11-30T11:42:05,123456+00:00 text~-|-|text",
                "[Mon Nov 30 11:42:05 2026] text~-|-|text",
                "collector/3 box17: [    5.000001] text~5.000001|-|text",
                "[   1.00001] text~1.00001|-|text",
                "[   1.0000012] text~1.0000012|-|text",
                "[1234567890.000001] text~-|-|[1234567890.000001] text",
                "[    .000001] text~-|-|[    .000001] text",
                "[  1x.000001] text~-|-|[  1x.000001] text",
                "[  1.00000x] text~-|-|[  1.00000x] text",
                "[ text~-|-|[ text",
                ".1234567] text~-|-|.1234567] text",
                "text~-|-|text"
            })
    void timeCallerAndWords(String line, String expected) {
        assertEquals(expected, read(line));
    }

    /** dmesg's own prefix has a way of its own, which must not tell another story than the long one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[    0.000000] Linux version",
                "[    0.000001]\ttab",
                "[  999.999999] [   T1] x",
                "[  999.999999] [  T1 ] x",
                "[  999.999999]  [  T1] x",
                "[        1.000000] eight",
                "[         1.000000] nine",
                "[1.000000]",
                "[1.000000] ",
                "[123456789.999999] x",
                "[1234567890.999999] x"
            })
    void quotedOrNotItIsTheSame(String line) {
        assertEquals(read("> " + line), read(line));
    }

    @Test
    void anEmptyLineIsEmpty() {
        assertEquals("-|-|", read(""));
    }
}
