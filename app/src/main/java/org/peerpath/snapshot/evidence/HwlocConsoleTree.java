// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * The tree that {@code lstopo} prints without {@code -v}: functions with the name of their class, bridges without
 * addresses, devices of the operating system, all by indentation (hwloc, utils/lstopo/lstopo-text.c).
 */
final class HwlocConsoleTree {
    private static final String SOURCE = "lstopo";
    private static final Pattern OBJECT = Pattern.compile("(\\s*)(\\w+)\\b(.*)");
    private static final Pattern FUNCTION =
            Pattern.compile("\\s*PCI (?:L#\\d+ )?((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) \\(([^)]*)\\).*");
    private static final Pattern NODE = Pattern.compile("\\s*NUMANode .*P#(\\d{1,5}).*");
    private static final Pattern DEVICE = Pattern.compile("\\s*(Net|Network|OpenFabrics)\\b.*\"([\\w.-]{1,64})\".*");
    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("Ethernet", "0x020000"),
            Map.entry("InfiniBand", "0x020700"),
            Map.entry("Network", "0x028000"),
            Map.entry("Fabric", "0x020800"),
            Map.entry("VGA", "0x030000"),
            Map.entry("3D", "0x030200"),
            Map.entry("Display", "0x038000"),
            Map.entry("NVMExp", "0x010802"),
            Map.entry("NVMe", "0x010802"),
            Map.entry("SATA", "0x010601"),
            Map.entry("RAID", "0x010400"),
            Map.entry("ProcessingAccelerator", "0x120000"),
            Map.entry("Accelerator", "0x120000"));
    private static final int MOST_ENDS = 64;
    private static final int MOST_NOTES = 40;

    private final Gathering gathering;
    private final Deque<Open> stack = new ArrayDeque<>();
    private final List<End> ends = new ArrayList<>();
    private Optional<Address> last = Optional.empty();
    private int bridges;

    /** An object whose children may follow; a bridge has a number, others 0. */
    private record Open(int indent, int bridge, String node) {}

    private record End(Address function, boolean network, Set<Integer> bridges) {}

    HwlocConsoleTree(Gathering gathering) {
        this.gathering = gathering;
    }

    /** Takes a line of the tree; whether it was understood is of no matter, for all of them are objects. */
    void line(String line) throws UnreadableSourceException {
        Matcher object = OBJECT.matcher(line);
        if (!object.matches()) {
            return;
        }
        int indent = object.group(1).length();
        while (!stack.isEmpty() && stack.peek().indent() >= indent) {
            stack.pop();
        }
        Matcher node = NODE.matcher(line);
        if (node.matches()) {
            // Memory is a child of what it is near to, printed before that one's other children.
            if (!stack.isEmpty()) {
                Open parent = stack.pop();
                stack.push(new Open(parent.indent(), parent.bridge(), node.group(1)));
            }
            return;
        }
        String near = stack.isEmpty() ? "" : stack.peek().node();
        boolean bridge = object.group(2).equals("PCIBridge");
        Matcher function = FUNCTION.matcher(line);
        if (function.matches()) {
            function(function.group(1), function.group(2), near);
        }
        Matcher device = DEVICE.matcher(line);
        if (device.matches() && last.isPresent()) {
            String directory = device.group(1).equals("OpenFabrics") ? Attributes.INFINIBAND : Attributes.NET;
            gathering.put(last.get(), directory, new Reading.Listing(List.of(device.group(2)), SOURCE));
        }
        stack.push(new Open(indent, bridge ? ++bridges : 0, near));
    }

    private void function(String address, String type, String node) throws UnreadableSourceException {
        last = Address.parse(address);
        if (last.isEmpty()) {
            return;
        }
        gathering.exists(last.get());
        String known = CLASSES.getOrDefault(type, "");
        if (!known.isEmpty()) {
            gathering.put(last.get(), Attributes.CLASS, known, "lspci names");
        }
        if (!node.isEmpty()) {
            gathering.put(last.get(), Attributes.NUMA_NODE, node, SOURCE);
        }
        boolean network = known.startsWith("0x02");
        if ((network || known.startsWith("0x03") || known.startsWith("0x12")) && ends.size() < MOST_ENDS) {
            Set<Integer> above = new HashSet<>();
            stack.forEach(open -> above.add(open.bridge()));
            above.remove(0);
            ends.add(new End(last.get(), network, above));
        }
    }

    /** Says which network functions and GPUs share a bridge; the bridges have no addresses here. */
    void end() {
        int said = 0;
        for (End network : ends) {
            for (End other : ends) {
                boolean share = network.network()
                        && !other.network()
                        && network.bridges().stream().anyMatch(other.bridges()::contains);
                if (share && said++ < MOST_NOTES) {
                    gathering
                            .notes()
                            .add(
                                    0,
                                    Message.of(
                                            "note.hwloc-share",
                                            network.function().toString(),
                                            other.function().toString()));
                }
            }
        }
        stack.clear();
        ends.clear();
        last = Optional.empty();
    }
}
