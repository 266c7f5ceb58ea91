// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Reading;

/**
 * The line that lspci begins a function with (pciutils, lspci.c, show_terse): address, class, name, and in brackets
 * revision and programming interface. Numbers are there with {@code -n} and {@code -nn}, and wherever pci.ids had no
 * name.
 */
final class LspciHeader {
    /** Where readings come from that the printed text tells. */
    static final String SOURCE = "lspci";
    /** All registers read as ones. */
    static final Reading NO_ANSWER = new Reading.Failed(LspciReader.NO_ANSWER, SOURCE);

    private static final String ONES = "ff";

    /** Where vendor and class come from if only their names are printed. */
    static final String SOURCE_NAMES = "lspci names";
    /** Where a class comes from whose programming interface is not printed: with {@code -v} it is 00, else anything. */
    static final String SOURCE_TERSE = "lspci without prog-if";

    /** How every function's line begins; with {@code -PP} the bridges above it stand between the domain and it. */
    private static final Pattern START =
            Pattern.compile("([0-9a-f]{4,8}:)?" + "(?:[0-9a-f:.]{7,13}/)*([0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) (.*)");

    private static final Pattern PROG_IF = Pattern.compile("(.*) \\(prog-if ([0-9a-f]{2})(?: \\[[^\\]]*\\])?\\)");
    private static final Pattern REVISION = Pattern.compile("(.*) \\(rev ([0-9a-f]{2})\\)");
    private static final Pattern CLASS = Pattern.compile("(?:(.*) )?\\[([0-9a-f]{4})\\]|(?:Class )?([0-9a-f]{4})");
    /** Names of classes begin with a capital or a digit; a line of a kernel log that begins with an address has none. */
    private static final Pattern CLASS_SHAPE =
            Pattern.compile("[0-9a-f]{4}|[A-Z0-9][A-Za-z0-9 /&.,()-]{0,80}(?: ?\\[[0-9a-f]{4}\\])?");

    private static final Pattern BOTH_IDS =
            Pattern.compile("(?:(.*) )?(?:\\[([0-9a-f]{4}):([0-9a-f]{4})\\]|([0-9a-f]{4}):([0-9a-f]{4}))");
    private static final Pattern DEVICE_ID = Pattern.compile("(?:(.*) )?[Dd]evice \\[?([0-9a-f]{4})\\]?");
    private static final String UNNAMED = "(?:Class|Device|Unknown device)?";

    private LspciHeader() {}

    /** The address and the rest of the line, if this line begins a function. */
    static Optional<Start> start(String line) {
        // Most lines are rows of bytes, which begin like an address but have no dot.
        if (line.isEmpty() || Character.digit(line.charAt(0), 16) < 0 || line.indexOf('.') < 0) {
            return Optional.empty();
        }
        Matcher m = START.matcher(line);
        if (!m.matches()) {
            return Optional.empty();
        }
        String domain = m.group(1) == null ? "" : m.group(1);
        return Address.parse(domain + m.group(2)).map(address -> new Start(address, m.group(3)));
    }

    /** A function's line, taken apart at its address. */
    record Start(Address address, String rest) {}

    /** Puts what the line tells into the attributes; false if it is not of the form lspci prints. */
    static boolean take(String rest, SortedMap<String, Reading> into) {
        String text = rest.strip();
        Matcher progIf = PROG_IF.matcher(text);
        String interfaceId = "";
        if (progIf.matches()) {
            text = progIf.group(1);
            interfaceId = progIf.group(2);
        }
        Matcher revision = REVISION.matcher(text);
        if (revision.matches()) {
            text = revision.group(1);
            revision(revision.group(2), interfaceId, into);
            if (interfaceId.equals(ONES)) {
                interfaceId = "";
            }
        }
        int colon = text.indexOf(": ");
        if (colon < 0 || !CLASS_SHAPE.matcher(text.substring(0, colon)).matches()) {
            return false;
        }
        takeClass(text.substring(0, colon), interfaceId, into);
        takeName(text.substring(colon + 2), Attributes.VENDOR, Attributes.DEVICE, "name", into);
        return true;
    }

    /**
     * The revision. ff stands for a register that read as ones, unless the programming interface beside it is another
     * value: both come from the same read.
     *
     * @param interfaceId two hexadecimal digits; empty where none is printed
     */
    static void revision(String value, String interfaceId, SortedMap<String, Reading> into) {
        if (value.equals(ONES) && (interfaceId.isEmpty() || interfaceId.equals(ONES))) {
            into.put(Attributes.CONFIG, NO_ANSWER);
        } else {
            put(into, Attributes.REVISION, "0x" + value);
        }
    }

    /**
     * The class, numeric if it is printed or the name is known.
     *
     * @param interfaceId two hexadecimal digits; empty where none is printed
     */
    static void takeClass(String text, String interfaceId, SortedMap<String, Reading> into) {
        Matcher m = CLASS.matcher(text);
        String low = interfaceId.isEmpty() ? "00" : interfaceId;
        if (m.matches()) {
            String high = m.group(2) == null ? m.group(3) : m.group(2);
            String source = interfaceId.isEmpty() ? SOURCE_TERSE : SOURCE;
            into.put(Attributes.CLASS, new Reading.Text("0x" + high + low, source));
            putName(into, "class_name", m.group(1));
            return;
        }
        putName(into, "class_name", text);
        LspciNames.classOf(text)
                .ifPresent(id -> into.put(Attributes.CLASS, new Reading.Text(hex(id) + low, SOURCE_NAMES)));
    }

    /** A vendor's and device's (or subsystem's) common name with the numbers that are printed. */
    static void takeName(
            String text, String vendorKey, String deviceKey, String nameKey, SortedMap<String, Reading> into) {
        Matcher both = BOTH_IDS.matcher(text);
        if (both.matches()) {
            boolean bracketed = both.group(2) != null;
            put(into, vendorKey, "0x" + both.group(bracketed ? 2 : 4));
            put(into, deviceKey, "0x" + both.group(bracketed ? 3 : 5));
            putName(into, nameKey, both.group(1));
            return;
        }
        Matcher device = DEVICE_ID.matcher(text);
        if (device.matches()) {
            put(into, deviceKey, "0x" + device.group(2));
        }
        putName(into, nameKey, text);
        LspciNames.vendorOf(text).ifPresent(id -> into.put(vendorKey, new Reading.Text(hex(id), SOURCE_NAMES)));
    }

    static void put(SortedMap<String, Reading> into, String key, String value) {
        into.put(key, new Reading.Text(value, SOURCE));
    }

    /** Words that stand where there is no name are none. */
    static void putName(SortedMap<String, Reading> into, String key, @Nullable String name) {
        if (name != null && !name.isBlank() && !name.matches(UNNAMED)) {
            put(into, key, name.strip());
        }
    }

    static String hex(int id) {
        return String.format("0x%04x", id);
    }
}
