// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peerpath.handover.nccl.NcclReader.Node;
import org.peerpath.handover.nccl.NcclReader.RefusedException;

/**
 * What NCCL makes of a file: a graph of processors, bridges and devices, the second level of Broadcom's switches folded, and
 * the class of every pair by a search over the links (src/graph/topo.cc, paths.cc). Written apart from the program's own
 * answer, which looks at the tree only.
 */
final class NcclGraph {
    private static final List<String> CLASSES = List.of("LOC", "PIX", "PXB", "PHB", "SYS", "DIS");
    private final Map<String, Vertex> vertices = new LinkedHashMap<>();

    private static final class Vertex {
        private final String kind;
        private long id;
        private final Set<Vertex> pci = new LinkedHashSet<>();
        private final Set<Vertex> sys = new LinkedHashSet<>();

        Vertex(String kind, long id) {
            this.kind = kind;
            this.id = id;
        }

        boolean is(String other) {
            return kind.equals(other);
        }
    }

    /** Builds the graph; the devices are those that NCCL finds itself in use. */
    NcclGraph(Node system, Set<String> devices) throws RefusedException {
        for (Node cpu : system.children()) {
            Vertex at = new Vertex("CPU", 0);
            vertices.put("cpu" + cpu.get("numaid"), at);
            for (Node child : cpu.children()) {
                add(child, at, devices);
            }
        }
        fold();
        List<Vertex> processors =
                vertices.values().stream().filter(v -> v.is("CPU")).toList();
        for (Vertex one : processors) {
            processors.stream().filter(other -> !other.equals(one)).forEach(one.sys::add);
        }
    }

    private void add(Node node, Vertex parent, Set<String> devices) throws RefusedException {
        String busId = node.get("busid");
        boolean device = devices.contains(busId);
        if (!device && node.get("class").matches("0x0[23].*")) {
            return;
        }
        Vertex vertex = new Vertex(device ? "DEV" : "PCI", id(node));
        vertices.put(busId, vertex);
        vertex.pci.add(parent);
        parent.pci.add(vertex);
        if (!device) {
            for (Node child : node.children()) {
                add(child, vertex, devices);
            }
        }
    }

    private static long id(Node node) {
        return number(node, "vendor") << 48
                | number(node, "device") << 32
                | number(node, "subsystem_vendor") << 16
                | number(node, "subsystem_device");
    }

    private static long number(Node node, String key) {
        return node.get(key).isEmpty() ? 0 : Long.decode(node.get(key));
    }

    private static int generation(long id, int level) {
        long masked = id & 0xfffffffffffff000L;
        return masked == 0x1000c0101000a000L ? 4 : masked == (0x1000c03010000000L | level * 0x1000L) ? 5 : 0;
    }

    private void fold() {
        List<Vertex> all = new ArrayList<>(vertices.values());
        for (int s = 0; s < all.size(); s++) {
            Vertex upper = all.get(s);
            int generation = upper.is("PCI") && vertices.containsValue(upper) ? generation(upper.id, 0) : 0;
            if (generation == 0) {
                continue;
            }
            List<Vertex> subs = upper.pci.stream()
                    .filter(sub -> sub.is("PCI")
                            && generation(sub.id, 1) == generation
                            && all.indexOf(sub) > all.indexOf(upper))
                    .toList();
            for (Vertex sub : subs) {
                upper.pci.remove(sub);
                for (Vertex far : sub.pci) {
                    if (!far.equals(upper)) {
                        far.pci.remove(sub);
                        far.pci.add(upper);
                        upper.pci.add(far);
                    }
                }
                vertices.values().remove(sub);
            }
            upper.id |= 0xffff;
        }
    }

    /** Returns the class of two devices. */
    String between(String one, String other) {
        Vertex start = vertices.get(one);
        Vertex end = vertices.get(other);
        if (start == null || end == null) {
            return "DIS";
        }
        Map<Vertex, Integer> best = new HashMap<>(Map.of(start, 0));
        ArrayDeque<Vertex> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            Vertex at = open.removeFirst();
            if (at.is("DEV") && !at.equals(start)) {
                continue;
            }
            for (Vertex next : at.pci) {
                int type = at.is("CPU") || next.is("CPU") ? 3 : at.is("PCI") && next.is("PCI") ? 2 : 1;
                improve(best, open, at, next, type);
            }
            at.sys.forEach(next -> improve(best, open, at, next, 4));
        }
        return CLASSES.get(best.getOrDefault(end, 5));
    }

    private static void improve(Map<Vertex, Integer> best, ArrayDeque<Vertex> open, Vertex at, Vertex next, int type) {
        int found = Math.max(best.getOrDefault(at, 5), type);
        if (found < best.getOrDefault(next, 5)) {
            best.put(next, found);
            open.addLast(next);
        }
    }
}
