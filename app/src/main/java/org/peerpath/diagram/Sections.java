// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/** Sorts trees by the NUMA node they belong to. */
final class Sections {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
    private static final int NO_NODE = Integer.MAX_VALUE - 1;
    private static final int UNREAD = Integer.MAX_VALUE;

    /**
     * The trees of one NUMA node.
     *
     * @param heading the node in words
     */
    record Section(String heading, List<Branch> trees) {}

    private Sections() {}

    static List<Section> of(Scene scene, List<Branch> roots) {
        Map<Integer, List<Branch>> byNode = new TreeMap<>();
        for (Branch root : roots) {
            byNode.computeIfAbsent(node(root), n -> new ArrayList<>()).add(root);
        }
        List<Section> sections = new ArrayList<>();
        byNode.forEach((node, trees) -> sections.add(new Section(heading(scene, node), trees)));
        return sections;
    }

    private static String heading(Scene scene, int node) {
        return switch (node) {
            case NO_NODE -> scene.words().say("diagram.numa.none");
            case UNREAD -> scene.words().say("diagram.numa.unread");
            default -> scene.words().say("diagram.numa", Integer.toString(node));
        };
    }

    /** That of the first function that knows: firmware often tells it for devices and not for ports, or the reverse. */
    private static int node(Branch root) {
        List<Integer> nodes = root.all().map(b -> node(b.function())).toList();
        return nodes.stream().filter(n -> n < NO_NODE).findFirst().orElse(nodes.contains(NO_NODE) ? NO_NODE : UNREAD);
    }

    private static int node(PciFunction function) {
        return switch (function.facts().text(Attributes.NUMA_NODE)) {
            case Fact.Known<String>(String text) ->
                NUMBER.matcher(text.strip()).matches() ? Integer.parseInt(text.strip()) : NO_NODE;
            case Fact.Absent<String>() -> NO_NODE;
            case Fact.Unknown<String> unread -> UNREAD;
        };
    }

    /** Devices without a bridge above stand together, one group for each root bus; each other tree by itself. */
    static List<List<Branch>> together(Topology topology, List<Branch> trees) {
        List<List<Branch>> groups = new ArrayList<>();
        Map<String, List<Branch>> loose = new TreeMap<>();
        for (Branch tree : trees) {
            if (tree.isBridge()) {
                groups.add(List.of(tree));
            } else {
                String bus = topology.place(tree.address()).hostBridge();
                List<Branch> there = loose.get(bus);
                if (there == null) {
                    there = new ArrayList<>();
                    loose.put(bus, there);
                    groups.add(there);
                }
                there.add(tree);
            }
        }
        return groups;
    }
}
