// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.handover.nccl.NcclReader.RefusedException;
import org.peerpath.handover.nccl.NcclReader.Rule;

/** The reader that judges our files refuses each single thing that NCCL's reader does not take. */
class NcclReaderTest {
    private static final String DEVICE =
            "<pci busid=\"0000:83:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>";
    private static final String GOOD =
            "<system version=\"1\">\n  <cpu numaid=\"0\">\n    " + DEVICE + "\n  </cpu>\n</system>\n";

    private static void read(String text) throws RefusedException {
        NcclReader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Arguments broken(Rule rule, String what, String text) {
        return Arguments.of(rule, what, text);
    }

    /** A file each, with one thing wrong, and the rule that it breaks. */
    static Stream<Arguments> broken() {
        return Stream.of(text(), attributes(), meaning()).flatMap(rows -> rows);
    }

    private static Stream<Arguments> text() {
        return Stream.of(
                broken(Rule.NOTHING_BETWEEN_ELEMENTS, "tab between elements", GOOD.replace("    <pci", "\t<pci")),
                broken(Rule.NOTHING_BETWEEN_ELEMENTS, "text", GOOD.replace("  </cpu>", "  x</cpu>")),
                broken(Rule.NOTHING_BETWEEN_ELEMENTS, "text after the end", GOOD + "x"),
                broken(Rule.NOTHING_BETWEEN_ELEMENTS, "byte order mark", "\ufeff" + GOOD),
                broken(Rule.NOTHING_BETWEEN_ELEMENTS, "end of file as a byte", GOOD + "\0"),
                broken(Rule.AT_MOST_256_ELEMENTS, "256 elements", system(254)),
                broken(Rule.EVERY_ELEMENT_CLOSED, "top element not closed", GOOD.replace("</system>", "")),
                broken(
                        Rule.EVERY_ELEMENT_CLOSED,
                        "device not closed",
                        GOOD.replace("\"16\"/>", "\"16\">").replace("</cpu>\n</system>\n", "</pci>\n")),
                broken(
                        Rule.CLOSED_BY_ITS_NAME,
                        "wrong nesting",
                        GOOD.replace("</cpu>\n</system>", "</system>\n</cpu>")),
                broken(Rule.CLOSED_BY_ITS_NAME, "closed twice", GOOD + "</system>\n"),
                broken(Rule.NOTHING_AFTER_A_CLOSING_NAME, "blank", GOOD.replace("</cpu>", "</cpu >")),
                broken(Rule.KNOWN_PLACE, "unknown element", GOOD.replace(DEVICE, "<switch busid=\"x\"/>")),
                broken(Rule.KNOWN_PLACE, "gpu below the processor", GOOD.replace(DEVICE, "<gpu rank=\"0\"/>")),
                broken(Rule.KNOWN_PLACE, "device at the top", GOOD.replace("cpu", "pci")),
                broken(Rule.KNOWN_PLACE, "another top element", GOOD.replace("system", "topology")),
                broken(Rule.KNOWN_PLACE, "upper case", GOOD.replace("cpu", "CPU")),
                broken(Rule.KNOWN_PLACE, "document type", "<!DOCTYPE system>\n" + GOOD),
                broken(Rule.ONE_TOP_ELEMENT, "two", GOOD + GOOD),
                broken(Rule.ONE_TOP_ELEMENT, "none", ""),
                broken(Rule.ONE_TOP_ELEMENT, "a comment only", "<!-- x -->\n"),
                broken(Rule.WHOLE, "cut in a name", GOOD.substring(0, 5)),
                broken(Rule.WHOLE, "cut in a value", GOOD.substring(0, GOOD.indexOf("83:"))),
                broken(Rule.WHOLE, "cut in an element", GOOD.substring(0, GOOD.indexOf("/>"))),
                broken(Rule.WHOLE, "comment without end", "<!-- x -- >\n" + GOOD));
    }

    private static Stream<Arguments> attributes() {
        String many = Stream.iterate(0, i -> i < 17, i -> i + 1)
                .map(i -> " k" + i + "=\"v\"")
                .reduce("", String::concat);
        return Stream.of(
                broken(Rule.ONE_BLANK, "two blanks", GOOD.replace("\" class", "\"  class")),
                broken(Rule.ONE_BLANK, "blank before the end", GOOD.replace("\"16\"/>", "\"16\" />")),
                broken(Rule.ONE_BLANK, "a value without a name", GOOD.replace(" class=", " =")),
                broken(Rule.TAG_ENDS, "tab between attributes", GOOD.replace("\" class", "\"\tclass")),
                broken(Rule.TAG_ENDS, "line feed between attributes", GOOD.replace("\" class", "\"\nclass")),
                broken(Rule.TAG_ENDS, "blank in the end", GOOD.replace("\"16\"/>", "\"16\"/ >")),
                broken(Rule.TAG_ENDS, "no blank", GOOD.replace("\" class", "\"class")),
                broken(Rule.TAG_ENDS, "prolog", "<?xml version=\"1.0\"?>\n" + GOOD),
                broken(Rule.AT_MOST_16_ATTRIBUTES, "21", GOOD.replace(" class", many + " class")),
                broken(Rule.ATTRIBUTES_ONCE, "class twice", GOOD.replace(" class", " class=\"0x02\" class")),
                broken(Rule.NO_VALUE_HERE, "after an element's name", GOOD.replace("<cpu", "<cpu=\"0\"")),
                broken(Rule.NO_VALUE_HERE, "comment that begins with one", "<!--a=b-->\n" + GOOD),
                broken(Rule.SHORT_NAMES, "attribute", GOOD.replace(" class", " " + "c".repeat(254) + "=\"1\" class")),
                broken(Rule.SHORT_NAMES, "element", GOOD.replace("<cpu", "<" + "c".repeat(254))),
                broken(Rule.SHORT_NAMES, "comment's first word", "<!--" + "x".repeat(255) + " -->\n" + GOOD),
                broken(Rule.QUOTED, "no quotes", GOOD.replace("\"0x030200\"", "0x030200")),
                broken(Rule.QUOTED, "blank before the value", GOOD.replace("class=", "class= ")),
                broken(Rule.SHORT_VALUES, "255 bytes", GOOD.replace("0x030200", "0x" + "0".repeat(253))),
                broken(Rule.SHORT_VALUES, "255 bytes in fewer letters", GOOD.replace("0x030200", "é".repeat(128))),
                broken(Rule.TAG_ENDS, "quote not closed", GOOD.replace("0x030200\"", "0x030200'")));
    }

    private static Stream<Arguments> meaning() {
        return Stream.of(
                broken(Rule.BUS_ID, "upper case", GOOD.replace("0000:83:00.0", "0000:8A:00.0")),
                broken(Rule.BUS_ID, "domain of five digits", GOOD.replace("0000:83", "10000:83")),
                broken(Rule.BUS_ID, "no domain", GOOD.replace("0000:83", "83")),
                broken(Rule.BUS_ID, "ninth function", GOOD.replace("00.0", "00.8")),
                broken(Rule.BUS_ID, "none", GOOD.replace(" busid=\"0000:83:00.0\"", "")),
                broken(Rule.BUS_ID_ONCE, "twice", GOOD.replace(DEVICE, DEVICE + DEVICE)),
                broken(Rule.VERSION, "another", GOOD.replace("version=\"1\"", "version=\"2\"")),
                broken(Rule.VERSION, "none", GOOD.replace(" version=\"1\"", "")),
                broken(Rule.NUMA_NODE, "none", GOOD.replace(" numaid=\"0\"", "")),
                broken(Rule.NUMA_NODE, "no number", GOOD.replace("numaid=\"0\"", "numaid=\"node0\"")),
                broken(Rule.CLASS, "none", GOOD.replace(" class=\"0x030200\"", "")),
                broken(Rule.CLASS, "no 0x", GOOD.replace("0x030200", "030200")),
                broken(Rule.SPEED, "without its suffix", GOOD.replace("32.0 GT/s PCIe", "32.0 GT/s")),
                broken(Rule.SPEED, "as lspci prints it", GOOD.replace("32.0 GT/s PCIe", "32GT/s")),
                broken(Rule.WIDTH, "x before it", GOOD.replace("\"16\"", "\"x16\"")),
                broken(Rule.WIDTH, "three digits", GOOD.replace("\"16\"", "\"255\"")),
                broken(Rule.RANKED_GPU, "no rank", GOOD.replace("\"16\"/>", "\"16\"><gpu dev=\"0\"/></pci>")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("broken")
    void refusesWhatBreaksOneRule(Rule rule, String what, String text) {
        assertEquals(
                rule,
                assertThrows(RefusedException.class, () -> read(text), what).rule(),
                what);
    }

    @Test
    void everyRuleHasAFileThatBreaksIt() {
        assertEquals(
                EnumSet.allOf(Rule.class),
                broken().map(row -> (Rule) row.get()[0])
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class))));
    }

    @Test
    void takesWhatNcclTakes() throws Exception {
        for (String good : List.of(
                GOOD,
                GOOD.replace('"', '\''),
                GOOD.replace("\n", "\r\n"),
                "<!-- a comment - with a dash -->\n" + GOOD,
                GOOD.replace("32.0 GT/s PCIe", "").replace("\"16\"", "\"\""),
                GOOD.replace("0x030200", "0x" + "0".repeat(252)),
                system(253))) {
            read(good);
        }
        assertEquals(255, system(253).lines().count() - 2, "elements of the longest file");
        assertTrue(GOOD.contains(DEVICE));
    }

    /** A file with as many devices. */
    private static String system(int devices) {
        StringBuilder all = new StringBuilder("<system version=\"1\">\n<cpu numaid=\"0\">\n");
        for (int i = 0; i < devices; i++) {
            all.append(DEVICE.replace("83", String.format("%02x", i))).append('\n');
        }
        return all.append("</cpu>\n</system>\n").toString();
    }
}
