// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.advice.HostState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.model.AtsAssessment;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** What the parts of a layout ask about the host. Confined to one layout. */
final class Scene {
    private final HostModel host;
    private final Words words;
    private final TextMeasure measure;
    private final Names names;
    private final LayoutOptions options;
    private final List<Net> nets;
    private final Lanes lanes;
    private final AtsAssessment ats;
    private final Scenario scenario;
    private final HostState state;
    private final Troubles troubles;
    private final boolean oneDomain;
    private final Map<Address, List<PathReport>> nearest = new HashMap<>();

    Scene(
            HostModel host,
            List<PathReport> reports,
            LayoutOptions options,
            Words words,
            TextMeasure measure,
            Names names) {
        this.host = host;
        this.words = words;
        this.measure = measure;
        this.names = names;
        this.options = options;
        this.nets = Net.of(host.topology(), reports, options);
        this.lanes = Lanes.of(host.topology(), nets);
        this.ats = new AtsAssessment(host);
        this.scenario =
                reports.isEmpty() ? options.scenario() : reports.getFirst().scenario();
        List<Finding> findings = Findings.of(host, scenario, reports);
        this.state = HostState.of(host, reports, findings);
        this.troubles = Troubles.of(host, reports, findings);
        this.oneDomain = host.topology().functions().keySet().stream().allMatch(address -> address.domain() == 0);
        for (PathReport report : reports) {
            if (report.nearest()) {
                nearest.computeIfAbsent(report.requester(), r -> new ArrayList<>())
                        .add(report);
            }
        }
    }

    HostModel host() {
        return host;
    }

    /** The scenario of the paths; without any, the one that was asked for. */
    Scenario scenario() {
        return scenario;
    }

    /** How the host is, in one word. */
    HostState state() {
        return state;
    }

    Words words() {
        return words;
    }

    TextMeasure measure() {
        return measure;
    }

    LayoutOptions options() {
        return options;
    }

    List<Net> nets() {
        return nets;
    }

    Lanes lanes() {
        return lanes;
    }

    /** {@code 17:00.0}, or with its domain where the host has several. */
    String address(Address address) {
        String full = address.toString();
        return oneDomain ? full.substring(full.indexOf(':') + 1) : full;
    }

    String name(Address address) {
        return names.shortName(address);
    }

    String model(Address address) {
        return names.model(address);
    }

    /** The reports of a requester's nearest targets. */
    List<PathReport> nearest(Address requester) {
        return nearest.getOrDefault(requester, List.of());
    }

    /** Whether other requesters hang below the same root, so that the card's own word does not speak of this one alone. */
    boolean hasCompany(Address requester) {
        return nearest.keySet().stream()
                        .filter(other -> root(other).equals(root(requester)))
                        .count()
                > 1;
    }

    private Address root(Address function) {
        return host.topology()
                .find(function)
                .map(f -> host.topology().place(function).chain())
                .filter(chain -> !chain.isEmpty())
                .map(List::getLast)
                .orElse(function);
    }

    /** A requester's ATS is that of the function its verdict rests on. */
    AtsStatus ats(PciFunction function) {
        return nearest(function.address()).stream()
                .findFirst()
                .map(PathReport::ats)
                .orElseGet(() -> ats.of(function));
    }

    /** What is wrong with a device itself. */
    Optional<Troubles.Trouble> trouble(Address address) {
        return troubles.of(address);
    }

    /** What a reader should see first of several verdicts. */
    static Optional<Outcome> worst(List<PathReport> reports) {
        return reports.stream().map(PathReport::verdict).max(Comparator.comparingInt(Scene::gravity));
    }

    private static int gravity(Outcome outcome) {
        return switch (outcome) {
            case INSIDE_SWITCH -> 0;
            case ROOT_COMPLEX -> 1;
            case UNKNOWN -> 2;
            case DETOUR -> 3;
            case BLOCKED -> 4;
            case UNUSABLE -> 5;
        };
    }
}
