// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.pci.Acs;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/**
 * A host as nodes and edges, for the formats that lay out by themselves.
 *
 * @param title of the picture
 * @param sections the trees by NUMA node
 * @param links every link between two of the nodes
 * @param paths the paths drawn
 */
record Chart(String title, List<Section> sections, List<Link> links, List<Path> paths) {
    /** In characters: no name of a device is longer, and boxes stay boxes. */
    private static final int LONGEST = 60;

    /** The nodes of one NUMA node. */
    record Section(String heading, List<Node> nodes) {}

    /**
     * A function.
     *
     * @param lines what stands in it, long ones clipped
     * @param tip the lines in full, where one is clipped
     */
    record Node(Address address, Branch.Kind kind, List<String> lines, Optional<String> tip) {}

    /** A link, from the upper to the lower end. */
    record Link(Address upper, Address lower, String speed) {}

    /** A path and its verdict. */
    record Path(Address requester, Address target, Outcome outcome, String word) {}

    static Chart of(HostModel host, List<PathReport> reports, LayoutOptions options, Texts texts) {
        Scene scene = new Scene(
                host, reports, options, new Words(texts), Fonts.shipped(), new LabelNames(Labels.of(host), texts));
        Forest forest = Forest.of(host, reports, options);
        List<Link> links = new ArrayList<>();
        List<Section> sections = new ArrayList<>();
        for (Sections.Section section : Sections.of(scene, forest.roots())) {
            List<Node> nodes = new ArrayList<>();
            for (Branch tree : section.trees()) {
                tree.all().forEach(branch -> {
                    nodes.add(node(scene, branch));
                    for (Branch child : branch.below()) {
                        String speed = LinkNote.of(branch.function(), child.function(), scene.words())
                                .text();
                        links.add(new Link(branch.address(), child.address(), speed));
                    }
                });
            }
            sections.add(new Section(section.heading(), nodes));
        }
        List<Path> paths = scene.nets().stream()
                .map(net -> new Path(
                        net.report().requester(),
                        net.report().target(),
                        net.outcome(),
                        scene.words().verdict(net.outcome())))
                .toList();
        return new Chart(
                clip(new Caption(scene, new Sheet(scene.measure()), reports, forest.hidden()).title()),
                sections,
                links,
                paths);
    }

    private static Node node(Scene scene, Branch branch) {
        Map<String, Boolean> lines = new LinkedHashMap<>();
        lines.put(scene.name(branch.address()), true);
        String model = scene.model(branch.address());
        if (!model.isEmpty()) {
            lines.put(model, true);
        }
        lines.put(branch.address().toString(), true);
        if (branch.isBridge()) {
            controls(branch.function(), lines);
        }
        List<String> whole = List.copyOf(lines.keySet());
        List<String> clipped = whole.stream().map(Chart::clip).toList();
        Optional<String> tip = clipped.equals(whole) ? Optional.empty() : Optional.of(String.join("\n", whole));
        return new Node(branch.address(), branch.kind(), clipped, tip);
    }

    private static String clip(String line) {
        int points = line.codePointCount(0, line.length());
        return points <= LONGEST ? line : line.substring(0, line.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }

    private static void controls(PciFunction port, Map<String, Boolean> lines) {
        port.acs()
                .flatMap(Acs::control)
                .asOptional()
                .ifPresent(value -> lines.put("ACSCtl 0x%04x".formatted(value), true));
    }
}
