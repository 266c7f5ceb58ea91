// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peerpath.handover.nccl.NcclReader.Node;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;

/**
 * What NCCL would put together on a host without any file: from the path of each device in sysfs it cuts two names at a
 * time, and stops where the name before the last is no function's (NVIDIA/nccl src/graph/xml.cc ncclTopoGetXmlFromSys).
 */
final class SysfsWalk {
    private final Topology topology;
    private final Map<String, Node> placed = new LinkedHashMap<>();
    private final Node system = new Node("system", Map.of("version", "1"), new ArrayList<>());

    private SysfsWalk(Topology topology) {
        this.topology = topology;
    }

    /** Returns the top element for these devices. */
    static Node of(HostModel host, Set<String> devices) {
        SysfsWalk walk = new SysfsWalk(host.topology());
        devices.forEach(device -> walk.place(walk.path(Address.of(device))));
        return walk.system;
    }

    private String path(Address device) {
        StringBuilder path = new StringBuilder("/" + device);
        topology.place(device).chain().forEach(bridge -> path.insert(0, "/" + bridge));
        return path.insert(0, "/sys/devices/pci0000:00").toString();
    }

    private Node place(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (placed.containsKey(name)) {
            return placed.get(name);
        }
        PciFunction function = topology.get(Address.of(name));
        Node node = new Node("pci", attributes(function), new ArrayList<>());
        placed.put(name, node);
        String above = path;
        for (int cuts = 1; ; cuts++) {
            above = above.substring(0, above.lastIndexOf('/'));
            String last = above.substring(above.lastIndexOf('/') + 1);
            if (last.startsWith("pci")) {
                processor(numa(function, path)).children().add(node);
                return node;
            }
            if (cuts == 2) {
                place(above).children().add(node);
                return node;
            }
        }
    }

    private static String numa(PciFunction top, String path) {
        String node =
                top.facts().text(Attributes.NUMA_NODE).asOptional().orElse("").strip();
        return node.isEmpty() ? "unread above " + path.substring(path.lastIndexOf('/')) : node;
    }

    private Node processor(String numa) {
        return system.children().stream()
                .filter(cpu -> cpu.get("numaid").equals(numa))
                .findFirst()
                .orElseGet(() -> {
                    Node cpu = new Node("cpu", Map.of("numaid", numa), new ArrayList<>());
                    system.children().add(cpu);
                    return cpu;
                });
    }

    private static Map<String, String> attributes(PciFunction function) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("busid", function.address().toString());
        all.put("class", function.kind().isBridge() ? "0x060400" : "0x020000");
        function.vendor().asOptional().ifPresent(id -> all.put("vendor", String.format("0x%04x", id)));
        function.device().asOptional().ifPresent(id -> all.put("device", String.format("0x%04x", id)));
        for (String subsystem : List.of(Attributes.SUBSYSTEM_VENDOR, Attributes.SUBSYSTEM_DEVICE)) {
            function.facts().text(subsystem).asOptional().map(String::strip).ifPresent(id -> all.put(subsystem, id));
        }
        return all;
    }
}
