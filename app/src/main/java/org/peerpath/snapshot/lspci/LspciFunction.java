// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;

/** One function while its lines are read: attributes, text, and the bytes of its hex rows. */
final class LspciFunction {
    private static final int LONGEST_CONFIG = 4096;
    private static final int ASSUMED_LENGTH = 0x40;
    private static final Pattern FLAGS_GROUP = Pattern.compile(".*\\bIOMMU group (\\d+)\\b.*");
    private static final Pattern FLAGS_NODE = Pattern.compile(".*\\bNUMA node (\\d+)\\b.*");
    private static final String MODULES = "Kernel modules: ";

    final Address address;
    final TreeMap<String, Reading> attributes = new TreeMap<>();
    private final List<String> text = new ArrayList<>();
    private boolean inCapability;
    private String assumed = "";
    private int assumedPlace = 0x100;
    private byte[] config = new byte[0];
    private int read;

    LspciFunction(Address address) {
        this.address = address;
    }

    /** Whether a capability's own line came, below which its registers stand. */
    boolean inCapability() {
        return inCapability;
    }

    /**
     * Before the bits of a capability whose own line grep left out. Where it stands is not known, nor what else there is:
     * it is put at the first place there can be, and the list is said to be broken after it.
     */
    void placeless(String bits) {
        String known = switch (bits.substring(0, 3)) {
            case "ACS" -> "Access Control Services";
            case "ATS" -> "Address Translation Service (ATS)";
            case "IOV" -> "Single Root I/O Virtualization (SR-IOV)";
            default -> "Page Request Interface (PRI)";
        };
        if (!known.equals(assumed)) {
            assumed = known;
            text.add("\tCapabilities: [" + Integer.toHexString(assumedPlace) + "] " + known);
            text.add("\t\t<chain broken>");
            assumedPlace += ASSUMED_LENGTH;
        }
    }

    /** Puts the whole of a line that came in two in the place of its first half. */
    void amend(String line) {
        text.removeLast();
        detail(line);
    }

    /** An indented line below the function's own. */
    void detail(String line) {
        text.add(line);
        String said = line.strip();
        if (said.startsWith("!!! Unknown header type 7f")) {
            attributes.put(Attributes.CONFIG, LspciHeader.NO_ANSWER);
            return;
        }
        int colon = said.indexOf(": ");
        if (colon < 0) {
            return;
        }
        String value = said.substring(colon + 2);
        switch (said.substring(0, colon)) {
            case "Subsystem" ->
                LspciHeader.takeName(
                        value, Attributes.SUBSYSTEM_VENDOR, Attributes.SUBSYSTEM_DEVICE, "subsystem_name", attributes);
            case "Kernel driver in use" -> LspciHeader.put(attributes, Attributes.DRIVER, driver(value));
            case "IOMMU group" -> LspciHeader.put(attributes, Attributes.IOMMU_GROUP, value);
            case "NUMA node" -> LspciHeader.put(attributes, Attributes.NUMA_NODE, value);
            case "Physical Slot" -> LspciHeader.put(attributes, "physical_slot", value);
            case "DeviceName" -> LspciHeader.put(attributes, "label", value);
            case "Flags" -> flags(value);
            case "Capabilities" -> {
                inCapability = true;
                if (value.equals("<access denied>")) {
                    attributes.put(
                            Attributes.CONFIG,
                            new Reading.Failed(Message.of("unknown.text.access-denied"), LspciHeader.SOURCE));
                }
            }
            default -> {}
        }
    }

    /**
     * Said of a function whose lines are the last of all and do not end as lspci ends them: behind the capabilities come
     * the driver and the modules, and a blank line. Without either there may have been more capabilities.
     */
    void mayBeCut() {
        boolean whole = text.stream().map(String::strip).anyMatch(line -> line.startsWith("Kernel "));
        if (inCapability && !whole && read == 0) {
            text.add("\t" + LspciReader.CUT);
        }
    }

    /** Drivers have no blanks in their names; people write remarks behind them. */
    private static String driver(String value) {
        int blank = value.indexOf(' ');
        return blank < 0 ? value : value.substring(0, blank);
    }

    /** With one {@code -v}, node and group stand among the flags. */
    private void flags(String value) {
        Matcher group = FLAGS_GROUP.matcher(value);
        if (group.matches()) {
            LspciHeader.put(attributes, Attributes.IOMMU_GROUP, group.group(1));
        }
        Matcher node = FLAGS_NODE.matcher(value);
        if (node.matches()) {
            LspciHeader.put(attributes, Attributes.NUMA_NODE, node.group(1));
        }
    }

    /**
     * A row of bytes.
     *
     * @return false if the row does not continue where the last one ended
     */
    boolean row(LspciHex.Row row) {
        byte[] bytes = row.bytes().toArray();
        if (row.offset() != read || read + bytes.length > LONGEST_CONFIG) {
            return false;
        }
        int needed = read + bytes.length;
        if (needed > config.length) {
            config = Arrays.copyOf(config, needed <= 64 ? 64 : needed <= 256 ? 256 : LONGEST_CONFIG);
        }
        System.arraycopy(bytes, 0, config, read, bytes.length);
        read += bytes.length;
        return true;
    }

    /** How many bytes of configuration space there were; lspci prints 64, 128 (CardBus), 256 or 4096. */
    int configLength() {
        return read;
    }

    void finish() {
        if (read > 0) {
            String source = read <= 64 ? "lspci -x" : read <= 256 ? "lspci -xxx" : "lspci -xxxx";
            attributes.put(Attributes.CONFIG, new Reading.Data(Bytes.copyOf(Arrays.copyOf(config, read)), source));
            config = new byte[0];
        }
        boolean modulesNamed = text.stream().anyMatch(line -> line.strip().startsWith(MODULES));
        if (modulesNamed) {
            // lspci prints the driver, if any, just before the modules that could drive the function (lspci-kernel.c).
            attributes.putIfAbsent(Attributes.DRIVER, new Reading.Missing(LspciHeader.SOURCE));
        }
    }

    FunctionFacts facts() {
        return new FunctionFacts(address, attributes, text, false);
    }

    /** What it takes to keep, in characters, roughly. */
    static int weight(String line) {
        return line.length() + 64;
    }
}
