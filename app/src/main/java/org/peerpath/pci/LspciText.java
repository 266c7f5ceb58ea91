// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.lspci.LspciReader;
import org.peerpath.text.Message;

/**
 * Turns the lines that lspci prints below a function back into bits of its configuration space. Only what is printed
 * becomes known. The lists of capabilities are printed in their order, so the pointers between them are known too.
 */
final class LspciText {
    private static final Message NOT_PRINTED = Message.of("unknown.text.not-printed");
    private static final Message LISTING_ENDS = Message.of("unknown.text.cut");
    private static final Message ACCESS_DENIED = Message.of("unknown.text.access-denied");

    private static final Pattern CAPABILITY =
            Pattern.compile("Capabilities: \\[([0-9a-f]{2,3})(?: v([0-9]{1,2}))?\\] ?(.*)");
    private static final Pattern LABEL = Pattern.compile("([A-Za-z][A-Za-z0-9]*):(?:\\s+(.*))?");
    private static final Pattern BUSES =
            Pattern.compile("primary=([0-9a-f]{2}), secondary=([0-9a-f]{2}), subordinate=([0-9a-f]{2})");
    private static final Pattern EXPRESS =
            Pattern.compile("Express (?:\\(v([0-9]+)\\) )?([A-Z][A-Za-z/ -]*?)(?: \\(Slot([+-])\\))?(?:,.*)?");
    private static final Pattern VENDOR_SPECIFIC =
            Pattern.compile("(?:Vendor=([0-9a-f]{4}) )?ID=([0-9a-f]{4}) Rev=([0-9]{1,2})");
    private static final Pattern VFS =
            Pattern.compile("Initial VFs: (\\d+), Total VFs: (\\d+), Number of VFs: (\\d+).*");
    private static final Pattern VF_PLACES =
            Pattern.compile("VF offset: (\\d+), stride: (\\d+), Device ID: ([0-9a-f]{4}).*");
    private static final Pattern PAGE_REQUESTS =
            Pattern.compile("Page Request Capacity: ([0-9a-f]{8}), Page Request Allocation: ([0-9a-f]{8})");
    /** Far more than fit into 4096 bytes in practice. */
    private static final int MOST_CAPABILITIES = 512;

    private static final int FIRST_EXTENDED = 0x100;

    private final KnownBits bits = new KnownBits(NOT_PRINTED);
    private final List<Integer> conventional = new ArrayList<>();
    private final List<Integer> extended = new ArrayList<>();
    private boolean conventionalBroken;
    private boolean extendedBroken;
    private boolean express;
    private @Nullable RegisterBlock block = RegisterBlock.HEADER;
    private int base;
    private String label = "";

    private LspciText() {}

    /**
     * What the rest of the file tells.
     *
     * @param extendedRead whether any function of the same file shows an extended capability, so that one without them
     *     has none
     */
    record Context(boolean extendedRead) {
        static final Context NONE = new Context(false);
    }

    /** Whether a line names an extended capability, so that lspci could read beyond 256 bytes. */
    static boolean showsExtended(FunctionFacts facts) {
        for (String raw : facts.lspciText()) {
            String line = raw.strip();
            Matcher capability = CAPABILITY.matcher(line);
            if (line.startsWith("Capabilities: [")
                    && capability.matches()
                    && capability.group(1).length() == 3) {
                return true;
            }
        }
        return false;
    }

    static KnownBits read(FunctionFacts facts, Context context) {
        LspciText text = new LspciText();
        for (String raw : facts.lspciText()) {
            text.line(raw.strip());
        }
        text.link(context);
        return text.bits;
    }

    private void line(String line) {
        if (line.startsWith("Capabilities: ")) {
            capabilityLine(line);
            return;
        }
        if (line.equals(LspciReader.CUT)) {
            bits.because(LISTING_ENDS);
            chainBroken();
            return;
        }
        if (line.contains("<chain looped>") || line.contains("<chain broken>") || line.contains("<unreadable>")) {
            chainBroken();
            return;
        }
        Matcher labelled = LABEL.matcher(line);
        String rest = line;
        if (labelled.matches()) {
            label = labelled.group(1);
            rest = labelled.group(2) == null ? "" : labelled.group(2);
        }
        RegisterBlock here = block;
        if (here == null) {
            return;
        }
        LspciWords.put(label, rest, here, base, bits);
        if (here == RegisterBlock.HEADER && label.equals("Bus")) {
            buses(rest);
        } else if (here == RegisterBlock.SRIOV) {
            virtualFunctions(line);
        } else if (here == RegisterBlock.PRI) {
            pageRequests(line);
        }
    }

    private void capabilityLine(String line) {
        label = "";
        if (line.contains("<access denied>")) {
            bits.because(ACCESS_DENIED);
            bits.put(Field.CAPABILITIES_LIST, 0, 1);
            return;
        }
        Matcher capability = CAPABILITY.matcher(line);
        if (!capability.matches()) {
            // "<chain looped>", "<unreadable>" and what else may stand here in versions to come.
            chainBroken();
            return;
        }
        int at = Integer.parseInt(capability.group(1), 16);
        boolean isExtended = at >= FIRST_EXTENDED;
        List<Integer> list = isExtended ? extended : conventional;
        if (list.size() >= MOST_CAPABILITIES || (at & 3) != 0 || list.contains(at)) {
            chainBroken();
            return;
        }
        Integer id = CapabilityNames.printed(isExtended, capability.group(3));
        block = null;
        base = at;
        list.add(at);
        if (id != null) {
            bits.put(at, isExtended ? 2 : 1, -1, id);
            for (RegisterBlock known : RegisterBlock.values()) {
                if (known.id() == id && known.extended() == isExtended) {
                    block = known;
                }
            }
        }
        if (capability.group(2) != null) {
            bits.put(at, 4, 0x000f0000, Integer.parseInt(capability.group(2)) << 16);
        }
        if (block == RegisterBlock.EXPRESS) {
            express(capability.group(3));
        } else if (block == RegisterBlock.VENDOR_SPECIFIC || block == RegisterBlock.DVSEC) {
            vendorSpecific(capability.group(3));
        }
    }

    /** What follows in the list just read is not known. */
    private void chainBroken() {
        if (extended.isEmpty()) {
            conventionalBroken = true;
        } else {
            extendedBroken = true;
        }
    }

    private void express(String line) {
        express = true;
        Matcher matcher = EXPRESS.matcher(line);
        if (!matcher.matches()) {
            return;
        }
        if (matcher.group(1) != null) {
            bits.put(Field.EXPRESS_VERSION, base, decimal(matcher.group(1)));
        }
        int type = switch (matcher.group(2).strip()) {
            case "Endpoint" -> 0;
            case "Legacy Endpoint" -> 1;
            case "Root Port" -> 4;
            case "Upstream Port" -> 5;
            case "Downstream Port" -> 6;
            case "PCI-Express to PCI/PCI-X Bridge" -> 7;
            case "PCI/PCI-X to PCI-Express Bridge" -> 8;
            case "Root Complex Integrated Endpoint" -> 9;
            case "Root Complex Event Collector" -> 10;
            default -> -1;
        };
        if (type >= 0) {
            bits.put(Field.PORT_TYPE, base, type);
        }
        if (matcher.group(3) != null) {
            bits.put(Field.SLOT_IMPLEMENTED, base, matcher.group(3).equals("+") ? 1 : 0);
        }
    }

    private void vendorSpecific(String line) {
        Matcher matcher = VENDOR_SPECIFIC.matcher(line);
        if (!matcher.find()) {
            return;
        }
        int id = Integer.parseInt(matcher.group(2), 16);
        if (block == RegisterBlock.VENDOR_SPECIFIC) {
            bits.put(Field.VSEC_ID, base, id);
            bits.put(Field.VSEC_REVISION, base, decimal(matcher.group(3)));
        } else if (matcher.group(1) != null) {
            bits.put(Field.DVSEC_VENDOR, base, Integer.parseInt(matcher.group(1), 16));
            bits.put(Field.DVSEC_REVISION, base, decimal(matcher.group(3)));
            bits.put(Field.DVSEC_ID, base, id);
        }
    }

    private void buses(String line) {
        Matcher matcher = BUSES.matcher(line);
        if (matcher.find()) {
            bits.put(Field.HEADER_LAYOUT, 0, 1);
            bits.put(Register.PRIMARY_BUS, 0, Integer.parseInt(matcher.group(1), 16));
            bits.put(Register.SECONDARY_BUS, 0, Integer.parseInt(matcher.group(2), 16));
            bits.put(Register.SUBORDINATE_BUS, 0, Integer.parseInt(matcher.group(3), 16));
        }
    }

    private void virtualFunctions(String line) {
        Matcher counts = VFS.matcher(line);
        if (counts.matches()) {
            bits.put(Register.INITIAL_VFS, base, decimal(counts.group(1)));
            bits.put(Register.TOTAL_VFS, base, decimal(counts.group(2)));
            bits.put(Register.NUM_VFS, base, decimal(counts.group(3)));
        }
        Matcher places = VF_PLACES.matcher(line);
        if (places.matches()) {
            bits.put(Register.FIRST_VF_OFFSET, base, decimal(places.group(1)));
            bits.put(Register.VF_STRIDE, base, decimal(places.group(2)));
            bits.put(Register.VF_DEVICE_ID, base, Integer.parseInt(places.group(3), 16));
        }
    }

    private void pageRequests(String line) {
        Matcher matcher = PAGE_REQUESTS.matcher(line);
        if (matcher.matches()) {
            bits.put(Register.PRI_CAPACITY, base, Integer.parseUnsignedInt(matcher.group(1), 16));
            bits.put(Register.PRI_ALLOCATION, base, Integer.parseUnsignedInt(matcher.group(2), 16));
        }
    }

    /** 16 bits at most, as the registers have; longer numbers are cut like lspci never prints them. */
    private static int decimal(String digits) {
        return digits.length() > 5 ? 0xffff : Integer.parseInt(digits);
    }

    private void link(Context context) {
        if (!conventional.isEmpty()) {
            bits.put(Field.CAPABILITIES_LIST, 0, 1);
            int pointerAt = Register.CAPABILITIES_POINTER.offset();
            for (int at : conventional) {
                bits.put(pointerAt, 1, -1, at);
                pointerAt = at + 1;
            }
            if (!conventionalBroken) {
                bits.put(pointerAt, 1, -1, 0);
            }
        }
        if (!extended.isEmpty()) {
            int last = FIRST_EXTENDED;
            if (extended.getFirst() != FIRST_EXTENDED) {
                // The beginning of the list is missing from the text. An empty entry leads to what is there.
                bits.put(FIRST_EXTENDED, 4, 0x000fffff, 0);
                extendedBroken = true;
            }
            for (int at : extended) {
                if (at != FIRST_EXTENDED) {
                    bits.put(last, 4, 0xfff00000, at << 20);
                }
                last = at;
            }
            if (!extendedBroken) {
                bits.put(last, 4, 0xfff00000, 0);
            }
        } else if (express && !conventionalBroken && context.extendedRead()) {
            bits.put(FIRST_EXTENDED, 4, -1, 0);
        }
    }
}
