// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
            boolean apart = scene.options().apart().contains(tree.address());
            alike.computeIfAbsent(apart ? tree.address().toString() : folding.signature(tree), s -> new ArrayList<>())
                    .add(tree);
        }
        return alike.values().stream().flatMap(folding::folds).toList();
    }

    /**
     * Those alike as one, drawn by the one that holds what is selected: that is looked at by name. A path between two of
     * them shows both.
     */
    private Stream<Fold> folds(List<Branch> alike) {
        List<Branch> lookedAt = alike.stream().filter(this::holdsSelected).toList();
        if (lookedAt.isEmpty()) {
            return Stream.of(new Fold(List.copyOf(alike)));
        }
        List<Branch> together = new ArrayList<>(alike);
        together.removeAll(lookedAt);
        together.addFirst(lookedAt.getFirst());
        return Stream.concat(
                Stream.of(new Fold(List.copyOf(together))),
                lookedAt.stream().skip(1).map(tree -> new Fold(List.of(tree))));
    }

    private boolean holdsSelected(Branch tree) {
        return scene.options()
                .selected()
                .filter(path -> tree.all()
                        .anyMatch(branch -> branch.address().equals(path.requester())
                                || branch.address().equals(path.target())))
                .isPresent();
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
            // One figure must not speak for pairs that were measured otherwise, or not at all.
            Optional.ofNullable(scene.options().measured().get(PathKey.of(report)))
                    .ifPresent(note -> out.append(note.state()).append(note.text()));
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
