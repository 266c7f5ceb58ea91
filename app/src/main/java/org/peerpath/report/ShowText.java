// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.model.AtsAssessment;
import org.peerpath.model.AtsLayers;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Texts;

/** {@code show} as text: where it was read, the tree of what matters, the matrix, the verdicts and the findings. */
public final class ShowText {
    private final Answer answer;
    private final Topology topology;
    private final TextPage page;
    private final AtsAssessment assessment;
    /** The functions drawn, and below which bridge each stands; the key of those on a root bus is empty. */
    private final Map<Optional<Address>, List<Address>> children =
            new TreeMap<>(Comparator.comparing((Optional<Address> a) -> a.isPresent())
                    .thenComparing(a -> a.orElse(new Address(0, 0, 0, 0))));

    private ShowText(Answer answer, Texts texts, Ink ink) {
        this.answer = answer;
        this.topology = answer.host().topology();
        this.page = new TextPage(texts, ink);
        this.assessment = new AtsAssessment(answer.host());
    }

    public static String of(Answer answer, Texts texts, Ink ink) {
        ShowText show = new ShowText(answer, texts, ink);
        CheckText.head(show.page, answer);
        RegisterLines.write(show.page, answer);
        show.tree();
        CheckText.matrix(show.page, answer);
        CheckText.nearest(show.page, answer);
        ToolLabelLines.write(show.page, answer);
        show.layers();
        CheckText.findings(show.page, answer.findings());
        return show.page.toString();
    }

    /** The layers of ATS for the functions that decide the nearest pairs; one line for all that are alike. */
    private void layers() {
        Map<List<String>, List<Address>> alike = new LinkedHashMap<>();
        answer.nearest().stream()
                .map(PathReport::decidingFunction)
                .distinct()
                .forEach(address -> alike.computeIfAbsent(
                                AtsLayers.of(answer.host(), topology.get(address)).all().stream()
                                        .map(this::layer)
                                        .toList(),
                                a -> new ArrayList<>())
                        .add(address));
        if (!alike.isEmpty()) {
            page.blank();
        }
        alike.forEach((layers, functions) -> {
            String names = String.join(
                    ", ",
                    functions.stream()
                            .map(f -> page.say(answer.labels().shortName(f)))
                            .toList());
            page.line(page.say("ats-layer.title", names));
            page.line("  " + String.join(" · ", layers));
        });
    }

    private String layer(AtsLayers.Layer layer) {
        return page.say(layer.part().label()) + ": "
                + page.say("ats-layer.state." + layer.state().id());
    }

    private void tree() {
        SortedSet<Address> drawn = drawn();
        for (Address address : drawn) {
            children.computeIfAbsent(topology.place(address).parent(), p -> new ArrayList<>())
                    .add(address);
        }
        SortedMap<String, List<Address>> nodes = new TreeMap<>();
        for (Address top : children.getOrDefault(Optional.<Address>empty(), List.of())) {
            nodes.computeIfAbsent(numaNode(top), n -> new ArrayList<>()).add(top);
        }
        nodes.forEach((node, tops) -> {
            page.blank().line(page.ink().strong(node));
            tops.forEach(top -> branch(top, "  ", "  "));
        });
        int hidden = topology.functions().size() - drawn.size() - foldedVirtualFunctions(drawn);
        if (hidden > 0) {
            page.line(page.ink().faint("  " + page.say("show.hidden", hidden)));
        }
        page.line(page.ink().faint("  " + page.say("show.legend")));
    }

    /** GPUs, NICs and NVMe drives that paths are about, and every bridge above them. */
    private SortedSet<Address> drawn() {
        SortedSet<Address> drawn = new TreeSet<>();
        for (PciFunction function : topology.functions().values()) {
            if (Roles.isGpu(function) || Roles.isNetwork(function)) {
                drawn.add(function.address());
                drawn.addAll(topology.place(function.address()).chain());
            }
        }
        drawn.removeIf(address -> topology.find(address).isEmpty());
        return drawn;
    }

    private int foldedVirtualFunctions(SortedSet<Address> drawn) {
        return drawn.stream()
                .mapToInt(address -> topology.virtualFunctions(address).size())
                .sum();
    }

    private void branch(Address address, String first, String rest) {
        PciFunction function = topology.get(address);
        page.line(first + describe(function));
        List<Address> below = children.getOrDefault(Optional.of(address), List.of());
        List<Address> virtual = topology.virtualFunctions(address);
        if (!virtual.isEmpty()) {
            page.line(rest + (below.isEmpty() ? "   " : "│  ") + page.ink().faint(virtual(virtual)));
        }
        for (int i = 0; i < below.size(); i++) {
            boolean last = i == below.size() - 1;
            branch(below.get(i), rest + (last ? "└─ " : "├─ "), rest + (last ? "   " : "│  "));
        }
    }

    private String describe(PciFunction function) {
        List<String> parts = new ArrayList<>();
        parts.add(page.ink().strong(page.say(answer.labels().shortName(function.address()))));
        boolean bridge = function.kind().isBridge();
        if (!bridge || function.kind() == FunctionKind.UPSTREAM_PORT) {
            answer.labels().model(function.address()).ifPresent(parts::add);
        }
        if (!bridge) {
            parts.add(function.address().toString());
        }
        parts.add(Signs.link(function, page.texts()));
        if (bridge && function.kind() != FunctionKind.UPSTREAM_PORT) {
            parts.add("[" + Signs.acs(function, page.texts()) + "]");
        }
        if (!bridge) {
            parts.add(ats(function));
            parts.add(fact("show.group", function.facts().text(Attributes.IOMMU_GROUP)));
            parts.add(fact("show.driver", function.facts().text(Attributes.DRIVER)));
            parts.add(guest(function));
        }
        parts.removeIf(String::isEmpty);
        return String.join("  ", parts);
    }

    /** A target's ATS plays no part in who may reach it, so that it lacks one goes without saying. */
    private String ats(PciFunction function) {
        AtsState state = assessment.of(function).state();
        return state == AtsState.ABSENT && !Roles.isNetwork(function)
                ? ""
                : page.say("show.ats", page.say("ats.word." + state.id()));
    }

    private String guest(PciFunction function) {
        return VfioHolders.guestOf(function)
                .map(guest -> page.say("show.guest", guest))
                .or(() -> function.facts()
                        .text(Attributes.DEFINED_GUEST)
                        .asOptional()
                        .map(guest -> page.say("show.defined-guest", guest)))
                .orElse("");
    }

    private String fact(String key, Fact<String> fact) {
        return switch (fact) {
            case Fact.Known<String>(String value) -> page.say(key, value);
            case Fact.Absent<String>() -> page.say(key + ".none");
            case Fact.Unknown<String> unread -> page.say(key, "?");
        };
    }

    private String virtual(List<Address> functions) {
        SortedMap<String, Integer> drivers = new TreeMap<>();
        for (Address address : functions) {
            topology.find(address)
                    .map(f -> fact("show.driver", f.facts().text(Attributes.DRIVER)))
                    .ifPresent(driver -> drivers.merge(driver, 1, Integer::sum));
        }
        StringBuilder text = new StringBuilder(page.say("show.vfs", functions.size()));
        SortedMap<String, Integer> guests = new TreeMap<>();
        functions.stream()
                .flatMap(address -> topology.find(address).stream())
                .map(this::guest)
                .filter(guest -> !guest.isEmpty())
                .forEach(guest -> guests.merge(guest, 1, Integer::sum));
        drivers.forEach(
                (driver, count) -> text.append(" · ").append(count).append(' ').append(driver));
        guests.forEach(
                (guest, count) -> text.append(" · ").append(count).append(' ').append(guest));
        return text.toString();
    }

    private String numaNode(Address top) {
        return topology.get(top)
                .facts()
                .text(Attributes.NUMA_NODE)
                .asOptional()
                .filter(node -> !node.startsWith("-"))
                .map(node -> page.say("show.numa-node", node))
                .orElseGet(() -> page.say("show.numa-unknown"));
    }
}
