// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.advice.Finding;
import org.peerpath.advice.HostState;
import org.peerpath.model.HostIdentity;
import org.peerpath.path.Decision;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Firmware;
import org.peerpath.pci.PciFunction;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Makes the record of a host from its answer, or from the reason why there is none. */
public final class HostRecords {
    private static final String NOT_READ = "?";

    private HostRecords() {}

    /**
     * Returns the record of a host that was judged.
     *
     * @param policy what is accepted on it; accepted findings do not decide its state
     */
    public static HostRecord of(Answer answer, Policy policy) {
        Snapshot snapshot = answer.host().snapshot();
        Origin origin = snapshot.origin();
        List<Finding> counted = answer.findings().stream()
                .filter(finding -> !policy.accepts(origin.host(), finding.id().id()))
                .toList();
        HostState state = counted.size() == answer.findings().size()
                ? answer.state()
                : HostState.of(answer.host(), answer.nearest(), counted);
        List<PathReport> nearest = answer.nearest();
        return new HostRecord(
                origin.source(),
                origin.host(),
                HostIdentity.of(snapshot).text().orElse(origin.host()),
                origin.readAt(),
                answer.scenario(),
                HostRecord.State.of(state.level()),
                reasons(state, counted),
                (int) nearest.stream()
                        .filter(path -> path.verdict() == Outcome.INSIDE_SWITCH)
                        .count(),
                nearest.size(),
                count(counted, Severity.ERROR),
                count(counted, Severity.WARNING),
                alike(answer, counted),
                new HostRecord.Shown(
                        text(snapshot, HostFiles.KERNEL_RELEASE),
                        text(snapshot, HostFiles.CMDLINE),
                        text(snapshot, HostFiles.PRODUCT_NAME)),
                false,
                List.of(),
                answer.findings().stream()
                        .map(finding -> finding.id().id())
                        .filter(id -> policy.accepts(origin.host(), id))
                        .distinct()
                        .sorted()
                        .toList(),
                Optional.empty());
    }

    /** The worst first, then one of each other error and warning. */
    private static List<HostRecord.Worst> reasons(HostState state, List<Finding> findings) {
        if (state.level() == HostState.Level.OK) {
            return List.of();
        }
        Map<String, Message> reasons = new LinkedHashMap<>();
        state.worst()
                .ifPresentOrElse(
                        worst -> reasons.put(worst.id().id(), worst.message()),
                        () -> reasons.put("", state.sentence()));
        findings.stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .forEach(finding -> reasons.putIfAbsent(finding.id().id(), finding.message()));
        return reasons.entrySet().stream()
                .map(reason -> new HostRecord.Worst(reason.getKey(), reason.getValue()))
                .toList();
    }

    /**
     * Returns the record of a source that gave nothing.
     *
     * @param state {@link HostRecord.State#UNREACHABLE} or {@link HostRecord.State#UNREADABLE}
     */
    public static HostRecord without(String source, Scenario scenario, HostRecord.State state, Message why) {
        return new HostRecord(
                source,
                source,
                source,
                Optional.empty(),
                scenario,
                state,
                List.of(new HostRecord.Worst("", why)),
                0,
                0,
                0,
                0,
                new HostRecord.Alike(List.of(), List.of(), Collections.emptySortedMap(), List.of()),
                new HostRecord.Shown("", "", ""),
                false,
                List.of(),
                List.of(),
                Optional.empty());
    }

    private static HostRecord.Alike alike(Answer answer, List<Finding> findings) {
        return new HostRecord.Alike(
                decided(answer.nearest()),
                findings.stream()
                        .filter(finding -> finding.severity() != Severity.INFO)
                        .map(finding -> finding.id().id())
                        .distinct()
                        .sorted()
                        .toList(),
                firmware(answer),
                counted(answer.nearest(), HostRecords::link));
    }

    private static List<Decided> decided(List<PathReport> paths) {
        return paths.stream()
                .map(path -> new Decided(
                        1, path.verdict(), path.decidingRoute().decidedBy().map(Decision::rule)))
                .collect(Collectors.toMap(
                        Decided::what,
                        Function.identity(),
                        (all, one) -> new Decided(all.pairs() + 1, all.verdict(), all.rule()),
                        TreeMap::new))
                .values()
                .stream()
                .toList();
    }

    private static String link(PathReport path) {
        return path.bottleneck()
                .map(slowest -> String.format(Locale.ROOT, "%.1f GB/s", slowest.gigabytesPerSecond()))
                .orElse(NOT_READ);
    }

    /** "8× 63.0 GB/s", sorted. */
    private static List<String> counted(List<PathReport> paths, Function<PathReport, String> what) {
        return paths.stream()
                .collect(Collectors.groupingBy(what, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getValue() + "× " + entry.getKey())
                .toList();
    }

    private static SortedMap<String, List<String>> firmware(Answer answer) {
        TreeMap<String, TreeSet<String>> found = new TreeMap<>();
        for (PciFunction nic : Roles.nics(answer.host().topology(), true)) {
            Firmware.version(nic)
                    .asOptional()
                    .ifPresent(version -> found.computeIfAbsent(
                                    answer.labels().model(nic.address()).orElse(NOT_READ), model -> new TreeSet<>())
                            .add(version.toString()));
        }
        TreeMap<String, List<String>> firmware = new TreeMap<>();
        found.forEach((model, versions) -> firmware.put(model, new ArrayList<>(versions)));
        return firmware;
    }

    private static int count(List<Finding> findings, Severity severity) {
        return (int) findings.stream().filter(f -> f.severity() == severity).count();
    }

    private static String text(Snapshot snapshot, String file) {
        return Stream.of(snapshot.hostText(file).asOptional().orElse(NOT_READ))
                .map(String::strip)
                .findFirst()
                .orElse(NOT_READ);
    }
}
