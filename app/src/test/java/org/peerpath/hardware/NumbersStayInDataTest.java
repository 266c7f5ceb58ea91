// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Vendor and device numbers stand in the data files, and in Java only in this package. */
class NumbersStayInDataTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "org", "peerpath");
    /** Four hexadecimal digits as a number, or as a text of their own or in a pair. */
    private static final Pattern NUMBER =
            Pattern.compile("0[xX]([0-9a-fA-F]{4})\\b|\"(?:0x)?([0-9a-fA-F]{4})(?::[0-9a-fA-F]{4})?[\" ]");

    /** Base classes and subclasses of PCI (pci.ids section C), which some device ids equal. */
    private static final int LAST_CLASS = 0x13ff;
    /** Numbers of capabilities. */
    private static final int LAST_CAPABILITY = 0xff;

    /** Numbers that stand for something else, by file. */
    private static final Set<String> SOMETHING_ELSE = Set.of(
            // Unicode ranges
            "diagram/FontWidths.java 1100", "report/TextWidth.java 1100", "report/TextWidth.java a4cf");

    private static List<String> found(String file, String text) {
        Set<Integer> known = known();
        List<String> found = new ArrayList<>();
        Matcher m = NUMBER.matcher(text);
        while (m.find()) {
            String digits = m.group(1) == null ? m.group(2) : m.group(1);
            int number = Integer.parseInt(digits, 16);
            boolean letters = digits.matches(".*[a-fA-F].*") || m.group(1) != null;
            if (letters && known.contains(number) && !SOMETHING_ELSE.contains(file + " " + digits)) {
                found.add(file + " " + digits);
            }
        }
        return found;
    }

    /** What the data files hold; class codes and values with a single bit or all bits set are something else everywhere. */
    private static Set<Integer> known() {
        Set<Integer> all = new TreeSet<>();
        Knowledge.shipped().vendors().forEach(vendor -> all.add(vendor.id()));
        for (KnownDevice row : Knowledge.shipped().devices()) {
            all.add(row.ids().vendor());
            if (row.ids().count() < 0x10000) {
                for (int id = row.ids().first(); id <= row.ids().last(); id++) {
                    all.add(id);
                }
            }
        }
        // Vendors of devices that nobody needs a row for, but that code has named before.
        all.addAll(Set.of(0x1022, 0x104c, 0x19e5, 0x8088, 0x1924, 0x14c3));
        all.removeIf(id -> id <= LAST_CAPABILITY || (id <= LAST_CLASS && isClass(id)) || Integer.bitCount(id) == 1);
        return all;
    }

    /** Subclasses in use are small, or 80h ("other"). */
    private static boolean isClass(int id) {
        return (id & 0xff) <= 0x0b || (id & 0xff) == 0x80;
    }

    @Test
    void noneOutsideThisPackage() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".java")).collect(Collectors.toCollection(TreeSet::new))) {
                String name = SOURCES.relativize(file).toString().replace('\\', '/');
                if (!name.startsWith("hardware/")) {
                    found.addAll(found(name, code(Files.readString(file))));
                }
            }
        }
        assertEquals(List.of(), found, "vendor or device numbers outside package hardware");
    }

    /** Comments may name a device. */
    private static String code(String source) {
        return source.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("(?m)//.*$", "");
    }

    @Test
    void theSearchFindsThem() {
        for (String line : List.of(
                "if (vendor == 0x10de)",
                "Set.of(0x22b1)",
                "List.of(\"0x1000 0xc010\")",
                "equals(\"15b3:1023\")",
                "equals(\"15b3\")",
                "case 0xA110 ->")) {
            assertTrue(!found("x/Y.java", line).isEmpty(), line);
        }
        for (String line : List.of("c >> 8 == 0x0108", "mask & 0x8000", "0xffff", "\"0x005d\"", "value & 0x1f80")) {
            assertEquals(List.of(), found("x/Y.java", line), line);
        }
    }
}
