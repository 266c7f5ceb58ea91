// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Reading;

/** The two forms for programs: {@code lspci -m} and {@code -mm} (one quoted line), {@code -vmm} (a field a line). */
final class LspciMachine {
    private static final Pattern ID =
            Pattern.compile("(?:(.*) )?\\[([0-9a-f]{4})\\]|(?:(?:Unknown )?(?:[Vv]endor |[Dd]evice ))?([0-9a-f]{4})");
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|-([rp])([0-9a-f]{2})|(\\S+)");
    private static final int FIELDS = 5;

    private LspciMachine() {}

    /** The address of a record's first line: {@code Slot:} with {@code -vmm}, {@code Device:} with {@code -vm}. */
    static Optional<Address> slot(String line) {
        return line.startsWith("Slot:\t") || line.startsWith("Device:\t")
                ? Address.parse(line.substring(line.indexOf('\t') + 1).strip())
                : Optional.empty();
    }

    /** A later line of a record; false if it is none. */
    static boolean field(String line, SortedMap<String, Reading> into) {
        int tab = line.indexOf(":\t");
        if (tab < 0) {
            return false;
        }
        String value = line.substring(tab + 2).strip();
        switch (line.substring(0, tab)) {
            case "Class" -> LspciHeader.takeClass(value, "", into);
            case "Vendor" -> id(value, Attributes.VENDOR, "vendor_name", into);
            case "Device" -> id(value, Attributes.DEVICE, "device_name", into);
            case "SVendor" -> id(value, Attributes.SUBSYSTEM_VENDOR, "subsystem_vendor_name", into);
            case "SDevice" -> id(value, Attributes.SUBSYSTEM_DEVICE, "subsystem_device_name", into);
            case "Rev" -> LspciHeader.revision(value, "", into);
            case "ProgIf" -> progIf(value, into);
            case "PhySlot" -> LspciHeader.put(into, "physical_slot", value);
            case "Driver" -> LspciHeader.put(into, Attributes.DRIVER, value);
            case "NUMANode" -> LspciHeader.put(into, Attributes.NUMA_NODE, value);
            case "IOMMUGroup" -> LspciHeader.put(into, Attributes.IOMMU_GROUP, value);
            case "Module", "DTNode" -> {}
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The rest of a quoted line: class, vendor, device, subsystem's vendor and device; empty if it is none. */
    static Optional<SortedMap<String, Reading>> quoted(String rest) {
        if (!rest.startsWith("\"")) {
            return Optional.empty();
        }
        TreeMap<String, Reading> found = new TreeMap<>();
        List<String> fields = new ArrayList<>();
        String progIf = "";
        String revision = "";
        Matcher m = QUOTED.matcher(rest);
        while (m.find() && fields.size() <= FIELDS) {
            if (m.group(1) != null) {
                fields.add(m.group(1).replaceAll("\\\\(.)", "$1"));
            } else if ("r".equals(m.group(2))) {
                revision = m.group(3);
            } else if (m.group(3) != null) {
                progIf = m.group(3);
            } else {
                return Optional.empty();
            }
        }
        if (fields.size() < 3) {
            return Optional.empty();
        }
        if (!revision.isEmpty()) {
            LspciHeader.revision(revision, progIf, found);
        }
        LspciHeader.takeClass(fields.get(0), progIf, found);
        id(fields.get(1), Attributes.VENDOR, "vendor_name", found);
        id(fields.get(2), Attributes.DEVICE, "device_name", found);
        if (fields.size() == FIELDS) {
            id(fields.get(3), Attributes.SUBSYSTEM_VENDOR, "subsystem_vendor_name", found);
            id(fields.get(4), Attributes.SUBSYSTEM_DEVICE, "subsystem_device_name", found);
        }
        return Optional.of(found);
    }

    /** Joins vendor and device names as the other forms print them. */
    static void finish(SortedMap<String, Reading> into) {
        join(into, "vendor_name", "device_name", "name");
        join(into, "subsystem_vendor_name", "subsystem_device_name", "subsystem_name");
    }

    private static void join(SortedMap<String, Reading> into, String vendor, String device, String name) {
        String joined = (text(into.remove(vendor)) + " " + text(into.remove(device))).strip();
        if (!joined.isEmpty()) {
            LspciHeader.put(into, name, joined);
        }
    }

    private static String text(@Nullable Reading reading) {
        return reading instanceof Reading.Text text ? text.value() : "";
    }

    private static void id(String value, String key, String nameKey, SortedMap<String, Reading> into) {
        Matcher m = ID.matcher(value);
        if (m.matches()) {
            LspciHeader.put(into, key, "0x" + (m.group(2) == null ? m.group(3) : m.group(2)));
            LspciHeader.putName(into, nameKey, m.group(1));
            return;
        }
        LspciHeader.putName(into, nameKey, value);
        if (key.equals(Attributes.VENDOR) || key.equals(Attributes.SUBSYSTEM_VENDOR)) {
            LspciNames.vendorOf(value)
                    .ifPresent(id -> into.put(key, new Reading.Text(LspciHeader.hex(id), LspciHeader.SOURCE_NAMES)));
        }
    }

    private static void progIf(String value, SortedMap<String, Reading> into) {
        into.computeIfPresent(
                Attributes.CLASS,
                (key, reading) -> reading instanceof Reading.Text(String code, String source) && value.length() == 2
                        ? new Reading.Text(
                                code.substring(0, code.length() - 2) + value,
                                source.equals(LspciHeader.SOURCE_TERSE) ? LspciHeader.SOURCE : source)
                        : reading);
    }
}
