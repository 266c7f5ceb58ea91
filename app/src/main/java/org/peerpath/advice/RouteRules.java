// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.Ownership;
import org.peerpath.path.Completion;
import org.peerpath.path.Decision;
import org.peerpath.path.Outcome;
import org.peerpath.path.PairKind;
import org.peerpath.path.PathReport;
import org.peerpath.path.Route;
import org.peerpath.path.Rule;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Paths to the nearest targets that do not stay inside the switch, by the port and the bit that decides. */
final class RouteRules implements FindingRule {
    /** What brings a redirected path back inside. */
    private enum Way {
        DIRECT_TRANSLATED("finding.p2p-redirected", Scenario.VM),
        NO_REDIRECT("finding.p2p-redirected.physical", Scenario.BARE_METAL),
        NONE("finding.p2p-redirected.no-dt", Scenario.VM);

        private final String key;
        private final Scenario goal;

        Way(String key, Scenario goal) {
            this.key = key;
            this.goal = goal;
        }
    }

    @Override
    public void apply(RuleContext asked, Sink out) {
        redirected(asked, out);
        blocked(asked, out);
        unknown(asked, out);
        apart(asked, out);
    }

    private static void redirected(RuleContext asked, Sink out) {
        Map<Address, List<PathReport>> physical = new TreeMap<>();
        Map<Address, List<PathReport>> translated = new TreeMap<>();
        for (PathReport report : asked.sharing(r -> r.verdict() == Outcome.DETOUR)) {
            boolean iommuAddress = report.physicalAddresses().equals(Optional.of(false));
            if (iommuAddress && (report.ats().state() == AtsState.ON || !isHostDriven(asked, report))) {
                by(report, report.translated(), Outcome.DETOUR, translated);
            } else {
                by(report, report.untranslated(), Outcome.DETOUR, physical);
            }
        }
        report(asked, out, Way.NO_REDIRECT, physical);
        Map<Address, List<PathReport>> unable = new TreeMap<>(translated);
        unable.keySet()
                .removeIf(port -> !asked.get(port)
                        .acs()
                        .flatMap(acs -> acs.implemented(AcsBit.DT))
                        .knownToBe(implemented -> !implemented));
        translated.keySet().removeAll(unable.keySet());
        report(asked, out, Way.DIRECT_TRANSLATED, translated);
        report(asked, out, Way.NONE, unable);
    }

    /** Bound to a host driver: its own domain, not ATS, is then what to look at. */
    static boolean isHostDriven(RuleContext asked, PathReport report) {
        return report.scenario() == Scenario.AS_IS && !asked.heldByVfio(report.decidingFunction());
    }

    private static void by(PathReport report, Route route, Outcome wanted, Map<Address, List<PathReport>> ports) {
        if (route.outcome() != wanted) {
            return;
        }
        route.decidedBy()
                .filter(decision -> decision.rule() != Rule.IOMMU_ADDRESS)
                .ifPresent(decision -> ports.computeIfAbsent(decision.port(), p -> new ArrayList<>())
                        .add(report));
    }

    private static void report(RuleContext asked, Sink out, Way way, Map<Address, List<PathReport>> byPort) {
        if (byPort.isEmpty()) {
            return;
        }
        List<PathReport> pairs = byPort.values().stream().flatMap(List::stream).toList();
        List<Address> functions = new ArrayList<>(RuleContext.ends(pairs));
        functions.addAll(byPort.keySet());
        Set<Address> changed = new TreeSet<>(byPort.keySet());
        if (way == Way.NO_REDIRECT) {
            // Half of it would be worse: a root complex that sees the answers of requests it never saw.
            pairs.forEach(pair -> answersRedirectedAt(pair).ifPresent(changed::add));
        }
        boolean guests = way == Way.NO_REDIRECT && changed.stream().anyMatch(port -> mayServeGuests(asked, port));
        out.add(RuleContext.finding(
                FindingId.P2P_REDIRECTED,
                Severity.ERROR,
                functions,
                Message.of(way.key, asked.pairs(pairs), asked.names(byPort.keySet())),
                asked.acsControls(changed),
                pairs.stream().allMatch(pair -> pair.pair() == PairKind.GPU_GPU)
                        ? amongGpus(way)
                        : remedy(way, guests, PortCommands.translated(asked, pairs)),
                guests || way == Way.NONE ? List.of() : PortCommands.of(asked, way.goal, pairs)));
    }

    private static Optional<Address> answersRedirectedAt(PathReport pair) {
        return pair.untranslated()
                .completion()
                .flatMap(Completion::decidedBy)
                .filter(decision -> decision.rule() == Rule.P2P_COMPLETION_REDIRECT)
                .map(Decision::port);
    }

    /** Plans are made for NICs, and GPUs in a VM rarely translate their own addresses. */
    private static Message amongGpus(Way way) {
        return Message.of("finding.p2p-redirected.gpus.remedy" + (way == Way.NO_REDIRECT ? ".physical" : ""));
    }

    private static Message remedy(Way way, boolean guests, boolean translated) {
        return switch (way) {
            case DIRECT_TRANSLATED -> FindingId.P2P_REDIRECTED.remedy();
            case NO_REDIRECT -> physical(guests, translated);
            case NONE -> Message.of("finding.p2p-redirected.no-dt.remedy");
        };
    }

    private static Message physical(boolean guests, boolean translated) {
        if (guests) {
            return Message.of("finding.p2p-redirected.guests.remedy");
        }
        return translated
                ? FindingId.IOMMU_TRANSLATES_HOST_DMA.remedy()
                : Message.of("finding.p2p-redirected.physical.remedy");
    }

    /** Whether a function below a port is given to a guest, or may be: then its redirects stay (facts H.3). */
    private static boolean mayServeGuests(RuleContext asked, Address port) {
        return asked.functions()
                .filter(function -> asked.host()
                        .topology()
                        .place(function.address())
                        .chain()
                        .contains(port))
                .anyMatch(function -> !Ownership.heldByVfio(function.facts()).knownToBe(held -> !held));
    }

    // ---- Refused ---------------------------------------------------------------------------------------------------

    private static void blocked(RuleContext asked, Sink out) {
        List<PathReport> refused = asked.nearest(r -> r.verdict() == Outcome.BLOCKED);
        Map<Rule, List<PathReport>> byRule = new TreeMap<>();
        refused.forEach(report -> decision(report)
                .ifPresent(decision -> byRule.computeIfAbsent(decision.rule(), r -> new ArrayList<>())
                        .add(report)));
        byRule.forEach((rule, pairs) -> {
            FindingId id = idOf(rule);
            List<PathReport> fenced =
                    pairs.stream().filter(r -> Owners.fenced(asked.host(), r)).toList();
            List<PathReport> others =
                    pairs.stream().filter(r -> !fenced.contains(r)).toList();
            refusal(asked, out, id, Severity.ERROR, "finding." + id.id(), others, RouteRules::decisions);
            refusal(asked, out, id, Severity.WARNING, "finding.egress-blocked.owners", fenced, RouteRules::decisions);
        });
        if (asked.scenario() != Scenario.BARE_METAL) {
            // Ports that would refuse translated requests matter later, where ATS is still off.
            asked.nearest(r -> r.verdict() != Outcome.UNKNOWN && r.translated().outcome() == Outcome.UNKNOWN)
                    .forEach(report -> report.translated()
                            .reason()
                            .ifPresent(why -> out.unchecked(FindingId.TRANSLATION_BLOCKED, why)));
            List<PathReport> blocking = asked.nearest(r -> r.verdict() != Outcome.BLOCKED
                    && r.translated().decidedBy().stream().anyMatch(d -> d.rule() == Rule.TRANSLATION_BLOCKING));
            refusal(
                    asked,
                    out,
                    FindingId.TRANSLATION_BLOCKED,
                    Severity.WARNING,
                    "finding.translation-blocked.later",
                    blocking,
                    r -> r.translated().decidedBy().stream());
        }
    }

    private static Optional<Decision> decision(PathReport report) {
        return report.decidingRoute().decidedBy();
    }

    private static Stream<Decision> decisions(PathReport report) {
        return decision(report).stream();
    }

    private static FindingId idOf(Rule rule) {
        return switch (rule) {
            case TRANSLATION_BLOCKING -> FindingId.TRANSLATION_BLOCKED;
            case UPSTREAM_FORWARDING_OFF -> FindingId.FORWARDING_OFF;
            case SOURCE_VALIDATION -> FindingId.SOURCE_VALIDATION_BLOCKED;
            case P2P_EGRESS_CONTROL,
                    DIRECT_TRANSLATED_P2P,
                    P2P_REQUEST_REDIRECT,
                    NO_REDIRECT,
                    IOMMU_ADDRESS,
                    P2P_COMPLETION_REDIRECT -> FindingId.EGRESS_BLOCKED;
        };
    }

    private static void refusal(
            RuleContext asked,
            Sink out,
            FindingId id,
            Severity severity,
            String key,
            List<PathReport> pairs,
            Function<PathReport, Stream<Decision>> decisions) {
        if (pairs.isEmpty()) {
            return;
        }
        List<Address> ports = pairs.stream()
                .flatMap(decisions)
                .map(Decision::port)
                .distinct()
                .sorted()
                .toList();
        List<Address> functions = new ArrayList<>(RuleContext.ends(pairs));
        functions.addAll(ports);
        boolean noats =
                id == FindingId.TRANSLATION_BLOCKED && asked.parameters().knownToBe(p -> p.has("pci", "noats"));
        out.add(RuleContext.finding(
                id,
                severity,
                functions,
                Message.of(key, asked.pairs(pairs), asked.names(ports)),
                asked.acsControls(ports),
                noats ? Message.of("finding.ats-off.remedy.noats") : id.remedy(),
                noats ? List.of() : PortCommands.at(asked, pairs, ports)));
    }

    // ---- Not known, and no switch ----------------------------------------------------------------------------------

    private static void unknown(RuleContext asked, Sink out) {
        List<PathReport> pairs = asked.nearest(r -> r.verdict() == Outcome.UNKNOWN);
        if (pairs.isEmpty()) {
            return;
        }
        List<Message> reasons =
                pairs.stream().map(RouteRules::reason).distinct().toList();
        out.add(RuleContext.finding(
                FindingId.PATH_UNKNOWN,
                Severity.WARNING,
                RuleContext.ends(pairs),
                Message.of("finding.path-unknown", asked.pairs(pairs), Lists.of(reasons)),
                List.of()));
    }

    /** The fact that is missing: of the route if that is unknown, else the function's ATS or its addresses. */
    static Message reason(PathReport report) {
        if (report.decidingRoute().outcome() == Outcome.UNKNOWN) {
            return report.decidingRoute().reason().orElseThrow();
        }
        return report.ats().state() == AtsState.UNKNOWN
                ? Message.of(
                        "finding.path-unknown.ats",
                        report.decidingFunction().toString(),
                        report.ats().why())
                : Message.of("unknown.address-kind");
    }

    private static void apart(RuleContext asked, Sink out) {
        List<PathReport> pairs = asked.nearest(r -> r.commonSwitch().isEmpty() && r.verdict() == Outcome.ROOT_COMPLEX);
        // A hypervisor's tree says nothing about the board.
        if (!pairs.isEmpty() && GuestDevices.in(asked.host().topology()).isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.NO_SHARED_SWITCH,
                    Severity.INFO,
                    RuleContext.ends(pairs),
                    Message.of("finding.no-shared-switch", asked.names(requesters(pairs))),
                    List.of()));
        }
    }

    private static List<Address> requesters(List<PathReport> pairs) {
        return pairs.stream().map(PathReport::requester).distinct().toList();
    }
}
