// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.path.PathReport;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/** Finds complexes that a reader could not tell apart but by their names and addresses. */
final class Folding {
    private final Scene scene;

    private Folding(Scene scene) {
        this.scene = scene;
    }

    /** Complexes that are alike, the one that is drawn first. */
    record Fold(List<Branch> alike) {
        Branch drawn() {
            return alike.getFirst();
        }

        /** For each function of the others, the one drawn in its place. */
        Map<Address, Address> standIns() {
            Map<Address, Address> map = new HashMap<>();
            List<Branch> shown = drawn().all().toList();
            for (Branch other : alike.subList(1, alike.size())) {
                List<Branch> theirs = other.all().toList();
                for (int i = 0; i < Math.min(shown.size(), theirs.size()); i++) {
                    map.put(theirs.get(i).address(), shown.get(i).address());
                }
            }
            return map;
        }
    }

    /** The trees of one section, folded where that is wanted, in the order of the first of each fold. */
    static List<Fold> of(Scene scene, List<Branch> trees) {
        if (!scene.options().folded()) {
            return trees.stream().map(tree -> new Fold(List.of(tree))).toList();
        }
        Folding folding = new Folding(scene);
        Map<String, List<Branch>> alike = new LinkedHashMap<>();
        for (Branch tree : trees) {
            alike.computeIfAbsent(folding.signature(tree), s -> new ArrayList<>())
                    .add(tree);
        }
        return alike.values().stream().map(list -> new Fold(List.copyOf(list))).toList();
    }

    private String signature(Branch tree) {
        StringBuilder out = new StringBuilder();
        if (!tree.isBridge()) {
            out.append("loose ");
        }
        Map<Address, Integer> inside = new HashMap<>();
        tree.all().forEach(b -> inside.put(b.address(), inside.size()));
        describe(tree, inside, out);
        return out.toString();
    }

    private void describe(Branch branch, Map<Address, Integer> inside, StringBuilder out) {
        PciFunction function = branch.function();
        out.append(function.kind())
                .append('|')
                .append(function.vendor())
                .append('|')
                .append(function.device())
                .append('|')
                .append(scene.model(branch.address()))
                .append('|')
                .append(driver(function))
                .append('|');
        if (branch.isBridge()) {
            for (AcsBit bit : AcsBit.values()) {
                out.append(BitChip.of(function, bit, scene.words()).role()).append(' ');
            }
        } else {
            out.append(scene.ats(function).state()).append(DeviceText.virtual(scene, function));
        }
        for (PathReport report : scene.nearest(branch.address())) {
            out.append(report.verdict())
                    .append(report.isolation().isolation())
                    .append(inside.getOrDefault(report.target(), -1));
        }
        if (scene.options()
                .selected()
                .filter(p ->
                        p.requester().equals(branch.address()) || p.target().equals(branch.address()))
                .isPresent()) {
            // What is selected is looked at by name, so it stands alone.
            out.append("selected ").append(branch.address());
        }
        out.append('(');
        for (Branch child : branch.below()) {
            out.append(LinkNote.of(function, child.function(), scene.words()).tip())
                    .append(' ');
            describe(child, inside, out);
        }
        out.append(')');
    }

    private static String driver(PciFunction function) {
        return switch (function.facts().text(Attributes.DRIVER)) {
            case Fact.Known<String>(String name) -> name;
            case Fact.Absent<String>() -> "-";
            case Fact.Unknown<String> unread -> "?";
        };
    }
}
