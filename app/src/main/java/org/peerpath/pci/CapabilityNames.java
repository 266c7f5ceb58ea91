// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of capability ids (PCI Code and ID Assignment Specification, sections 2 and 3), and the words by which lspci
 * begins the line of each.
 */
final class CapabilityNames {
    private static final Map<Integer, String> CONVENTIONAL = new HashMap<>();
    private static final Map<Integer, String> EXTENDED = new HashMap<>();
    /** What lspci prints, where that is not the name. */
    private static final Map<String, Integer> CONVENTIONAL_PRINTED = new HashMap<>();

    private static final Map<String, Integer> EXTENDED_PRINTED = new HashMap<>();

    private CapabilityNames() {}

    static {
        conventional(0x00, "Null");
        conventional(0x01, "Power Management");
        conventional(0x02, "AGP", "AGP version");
        conventional(0x03, "Vital Product Data");
        conventional(0x04, "Slot Identification", "Slot ID");
        conventional(0x05, "MSI", "MSI:", "Message Signalled Interrupts");
        conventional(0x06, "CompactPCI Hot Swap", "CompactPCI hot-swap");
        conventional(0x07, "PCI-X");
        conventional(0x08, "HyperTransport");
        conventional(0x09, "Vendor Specific", "Vendor Specific Information");
        conventional(0x0a, "Debug Port", "Debug port");
        conventional(0x0b, "CompactPCI Central Resource Control", "CompactPCI central resource control");
        conventional(0x0c, "PCI Hot-Plug", "Hot-plug capable");
        conventional(0x0d, "Bridge Subsystem Vendor ID", "Subsystem:");
        conventional(0x0e, "AGP 8x", "AGP3");
        conventional(0x0f, "Secure Device", "Secure device");
        conventional(0x10, "PCI Express", "Express");
        conventional(0x11, "MSI-X");
        conventional(0x12, "SATA Data/Index Configuration", "SATA HBA");
        conventional(0x13, "Advanced Features", "PCI Advanced Features");
        conventional(0x14, "Enhanced Allocation");
        conventional(0x15, "Flattening Portal Bridge");

        extended(0x0000, "Null");
        extended(0x0001, "Advanced Error Reporting");
        extended(0x0002, "Virtual Channel");
        extended(0x0003, "Device Serial Number");
        extended(0x0004, "Power Budgeting");
        extended(0x0005, "Root Complex Link Declaration", "Root Complex Link");
        extended(0x0006, "Root Complex Internal Link Control", "Root Complex Internal Link");
        extended(0x0007, "Root Complex Event Collector Endpoint Association", "Root Complex Event Collector");
        extended(0x0008, "Multi-Function Virtual Channel");
        extended(0x0009, "Virtual Channel (with MFVC)");
        extended(0x000a, "Root Complex Register RegisterBlock", "Root Bridge Control RegisterBlock");
        extended(0x000b, "Vendor-Specific", "Vendor Specific Information");
        extended(0x000c, "Configuration Access Correlation");
        extended(0x000d, "Access Control Services");
        extended(0x000e, "Alternative Routing-ID Interpretation");
        extended(0x000f, "Address Translation Services", "Address Translation Service");
        extended(0x0010, "Single Root I/O Virtualization");
        extended(0x0011, "Multi-Root I/O Virtualization");
        extended(0x0012, "Multicast");
        extended(0x0013, "Page Request Interface");
        extended(0x0015, "Resizable BAR", "Physical Resizable BAR");
        extended(0x0016, "Dynamic Power Allocation");
        extended(0x0017, "TPH Requester", "Transaction Processing Hints");
        extended(0x0018, "Latency Tolerance Reporting");
        extended(0x0019, "Secondary PCI Express");
        extended(0x001a, "Protocol Multiplexing");
        extended(0x001b, "Process Address Space ID");
        extended(0x001c, "LN Requester");
        extended(0x001d, "Downstream Port Containment");
        extended(0x001e, "L1 PM Substates");
        extended(0x001f, "Precision Time Measurement");
        extended(0x0020, "PCI Express over M-PHY", "PCI Express over M_PHY");
        extended(0x0021, "FRS Queueing");
        extended(0x0022, "Readiness Time Reporting");
        extended(0x0023, "Designated Vendor-Specific");
        extended(0x0024, "VF Resizable BAR", "Virtual Resizable BAR");
        extended(0x0025, "Data Link Feature");
        extended(0x0026, "Physical Layer 16.0 GT/s");
        extended(0x0027, "Lane Margining at the Receiver");
        extended(0x0028, "Hierarchy ID");
        extended(0x0029, "Native PCIe Enclosure Management");
        extended(0x002a, "Physical Layer 32.0 GT/s");
        extended(0x002b, "Alternate Protocol");
        extended(0x002c, "System Firmware Intermediary");
        extended(0x002d, "Shadow Functions");
        extended(0x002e, "Data Object Exchange");
        extended(0x002f, "Device 3");
        extended(0x0030, "Integrity and Data Encryption", "Integrity & Data Encryption");
        extended(0x0031, "Physical Layer 64.0 GT/s");
        extended(0x0032, "Flit Logging");
        extended(0x0033, "Flit Performance Measurement");
        extended(0x0034, "Flit Error Injection");
        extended(0x0035, "Streamlined Virtual Channel");
        extended(0x0036, "MMIO Register RegisterBlock Locator");
    }

    private static void conventional(int id, String name, String... printed) {
        put(CONVENTIONAL, CONVENTIONAL_PRINTED, id, name, printed);
    }

    private static void extended(int id, String name, String... printed) {
        put(EXTENDED, EXTENDED_PRINTED, id, name, printed);
    }

    private static void put(
            Map<Integer, String> names, Map<String, Integer> words, int id, String name, String... printed) {
        names.put(id, name);
        words.put(name, id);
        for (String word : printed) {
            words.put(word, id);
        }
    }

    /** The name of a capability; its id in hexadecimal if it has none here. */
    static String of(boolean extended, int id) {
        String name = (extended ? EXTENDED : CONVENTIONAL).get(id);
        return name != null ? name : (extended ? "#%04x" : "#%02x").formatted(id);
    }

    /** The id of the capability whose line lspci begins like this; null if no name fits. */
    static @Nullable Integer printed(boolean extended, String line) {
        String numbered = line.startsWith("Extended Capability ID 0x") ? line.substring(25) : line;
        if (numbered.startsWith("#") || !numbered.equals(line)) {
            return hex(numbered.startsWith("#") ? numbered.substring(1) : numbered);
        }
        Integer best = null;
        int longest = 0;
        for (Map.Entry<String, Integer> entry : (extended ? EXTENDED_PRINTED : CONVENTIONAL_PRINTED).entrySet()) {
            if (entry.getKey().length() > longest && line.startsWith(entry.getKey())) {
                best = entry.getValue();
                longest = entry.getKey().length();
            }
        }
        return best;
    }

    private static @Nullable Integer hex(String text) {
        int end = 0;
        int value = 0;
        while (end < text.length() && end < 4 && Character.digit(text.charAt(end), 16) >= 0) {
            value = value * 16 + Character.digit(text.charAt(end++), 16);
        }
        return end == 0 ? null : value;
    }
}
