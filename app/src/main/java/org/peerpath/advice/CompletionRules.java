// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.path.Completion;
import org.peerpath.path.Decision;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Route;
import org.peerpath.pci.DeviceControl;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Reads of GPU memory, whose answers take a way of their own (docs/routing.md 5). */
final class CompletionRules implements FindingRule {
    @Override
    public void apply(RuleContext asked, Sink out) {
        Map<FindingId, List<PathReport>> found = new TreeMap<>();
        for (PathReport report : asked.sharing(r -> r.unusable().isEmpty())) {
            kind(report.decidingRoute())
                    .ifPresent(id ->
                            found.computeIfAbsent(id, i -> new ArrayList<>()).add(report));
            boolean strictUnread = report.decidingRoute()
                    .completion()
                    .filter(c -> c.strict() == Outcome.UNKNOWN)
                    .isPresent();
            if (strictUnread) {
                Message why = Message.of("finding.reads.unread");
                switch (report.decidingRoute().outcome()) {
                    case INSIDE_SWITCH -> out.unchecked(FindingId.READS_NEED_RELAXED_ORDERING, why);
                    case DETOUR -> {
                        out.unchecked(FindingId.READS_NEED_STRICT_ORDERING, why);
                        out.unchecked(FindingId.MIXED_REDIRECT, why);
                        out.unchecked(FindingId.READS_BLOCKED, why);
                    }
                    case ROOT_COMPLEX, UNKNOWN, BLOCKED, UNUSABLE -> {}
                }
            }
        }
        found.forEach((id, pairs) -> {
            if (id == FindingId.READS_NEED_RELAXED_ORDERING) {
                relaxed(asked, out, pairs);
            } else {
                Severity severity = id == FindingId.READS_NEED_STRICT_ORDERING ? Severity.WARNING : Severity.ERROR;
                add(asked, out, id, severity, "finding." + id.id(), pairs, List.of());
            }
        });
    }

    static Optional<FindingId> kind(Route route) {
        return route.completion().flatMap(completion -> kind(route.outcome(), completion));
    }

    private static Optional<FindingId> kind(Outcome request, Completion completion) {
        if (request == Outcome.DETOUR && completion.strict() == Outcome.BLOCKED) {
            return Optional.of(FindingId.READS_BLOCKED);
        }
        boolean strictUp = completion.strict() == Outcome.DETOUR || completion.strict() == Outcome.BLOCKED;
        boolean strictDirect = completion.strict() == Outcome.INSIDE_SWITCH;
        if (request == Outcome.INSIDE_SWITCH && strictUp) {
            return Optional.of(FindingId.READS_NEED_RELAXED_ORDERING);
        }
        if (request == Outcome.DETOUR && strictUp) {
            return Optional.of(FindingId.READS_NEED_STRICT_ORDERING);
        }
        if (request == Outcome.DETOUR && strictDirect) {
            return Optional.of(FindingId.MIXED_REDIRECT);
        }
        return Optional.empty();
    }

    /** Whether the answers without Relaxed Ordering are refused on their way, not only sent the long way. */
    private static boolean refused(PathReport pair) {
        return pair.decidingRoute().completion().stream().anyMatch(c -> c.strict() == Outcome.BLOCKED);
    }

    /** Worse where the NIC cannot send relaxed requests at all. */
    private static void relaxed(RuleContext asked, Sink out, List<PathReport> pairs) {
        FindingId id = FindingId.READS_NEED_RELAXED_ORDERING;
        List<PathReport> without = new ArrayList<>();
        List<PathReport> with = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (PathReport pair : pairs) {
            Address nic = asked.physical(pair.decidingFunction()).address();
            Fact<Boolean> relaxed = asked.get(nic).deviceControl().flatMap(DeviceControl::relaxedOrdering);
            out.known(id, relaxed);
            if (relaxed.knownToBe(on -> !on)) {
                without.add(pair);
                evidence.add(Evidence.derived("DevCtl", Message.of("finding.reads.relaxed-off"), nic));
            } else {
                with.add(pair);
            }
        }
        if (!without.isEmpty()) {
            String key = "finding.reads-need-relaxed-ordering.off";
            add(asked, out, id, Severity.WARNING, key, without, evidence);
        }
        if (!with.isEmpty()) {
            String key = "finding.reads-need-relaxed-ordering";
            List<PathReport> refused =
                    with.stream().filter(CompletionRules::refused).toList();
            List<PathReport> detouring =
                    with.stream().filter(pair -> !refused.contains(pair)).toList();
            if (!refused.isEmpty()) {
                add(asked, out, id, Severity.INFO, key + ".refused", refused, List.of());
            }
            if (!detouring.isEmpty()) {
                add(asked, out, id, Severity.INFO, key, detouring, List.of());
            }
        }
    }

    private static void add(
            RuleContext asked,
            Sink out,
            FindingId id,
            Severity severity,
            String key,
            List<PathReport> pairs,
            List<Evidence> more) {
        List<Address> ports = pairs.stream()
                .flatMap(pair -> pair.decidingRoute().completion().stream())
                .flatMap(completion -> completion.decidedBy().stream())
                .map(Decision::port)
                .distinct()
                .sorted()
                .toList();
        List<Address> requestPorts = pairs.stream()
                .flatMap(pair -> pair.decidingRoute().decidedBy().stream())
                .map(Decision::port)
                .toList();
        List<Evidence> evidence = new ArrayList<>(asked.acsControls(
                Stream.concat(requestPorts.stream(), ports.stream()).toList()));
        evidence.addAll(more);
        List<Address> functions = new ArrayList<>(RuleContext.ends(pairs));
        functions.addAll(ports);
        out.add(RuleContext.finding(
                id, severity, functions, Message.of(key, asked.pairs(pairs), asked.names(ports)), evidence));
    }
}
