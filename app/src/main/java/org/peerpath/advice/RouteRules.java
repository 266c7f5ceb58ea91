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
import org.peerpath.path.PathReport;
import org.peerpath.path.Route;
import org.peerpath.path.Rule;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Paths to the nearest targets that do not stay inside the switch, by the port and the bit that decides. */
final class RouteRules implements FindingRule {
    private static final String DIRECT_TRANSLATED = "setpci -s %s ECAP_ACS+6.w=0040:0040";
    private static final String NO_REDIRECT = "setpci -s %s ECAP_ACS+6.w=0000:003d";
    private static final String NO_BLOCKING = "setpci -s %s ECAP_ACS+6.w=0000:0002";
    private static final String NO_EGRESS = "setpci -s %s ECAP_ACS+6.w=0000:0020";
    private static final String FORWARDING = "setpci -s %s ECAP_ACS+6.w=0010:0010";

    @Override
    public void apply(Case asked, Sink out) {
        redirected(asked, out);
        blocked(asked, out);
        unknown(asked, out);
        apart(asked, out);
    }

    private static void redirected(Case asked, Sink out) {
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
        report(asked, out, "finding.p2p-redirected.physical", NO_REDIRECT, physical);
        Map<Address, List<PathReport>> unable = new TreeMap<>(translated);
        unable.keySet()
                .removeIf(port -> !asked.get(port)
                        .acs()
                        .flatMap(acs -> acs.implemented(AcsBit.DT))
                        .knownToBe(implemented -> !implemented));
        translated.keySet().removeAll(unable.keySet());
        report(asked, out, "finding.p2p-redirected", DIRECT_TRANSLATED, translated);
        report(asked, out, "finding.p2p-redirected.no-dt", "", unable);
    }

    /** Bound to a host driver: its own domain, not ATS, is then what to look at. */
    static boolean isHostDriven(Case asked, PathReport report) {
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

    private static void report(
            Case asked, Sink out, String key, String command, Map<Address, List<PathReport>> byPort) {
        if (byPort.isEmpty()) {
            return;
        }
        List<PathReport> pairs = byPort.values().stream().flatMap(List::stream).toList();
        List<Address> functions = new ArrayList<>(Case.ends(pairs));
        functions.addAll(byPort.keySet());
        Set<Address> changed = new TreeSet<>(byPort.keySet());
        if (command.equals(NO_REDIRECT)) {
            // Half of it would be worse: a root complex that sees the answers of requests it never saw.
            pairs.forEach(pair -> answersRedirectedAt(pair).ifPresent(changed::add));
        }
        boolean guests = command.equals(NO_REDIRECT) && changed.stream().anyMatch(port -> mayServeGuests(asked, port));
        out.add(Case.finding(
                FindingId.P2P_REDIRECTED,
                Severity.ERROR,
                functions,
                Message.of(key, asked.pairs(pairs), asked.names(byPort.keySet())),
                asked.acsControls(changed),
                remedy(command, guests),
                guests ? List.of() : commands(command, changed)));
    }

    private static Optional<Address> answersRedirectedAt(PathReport pair) {
        return pair.untranslated()
                .completion()
                .flatMap(Completion::decidedBy)
                .filter(decision -> decision.rule() == Rule.P2P_COMPLETION_REDIRECT)
                .map(Decision::port);
    }

    private static Message remedy(String command, boolean guests) {
        return switch (command) {
            case DIRECT_TRANSLATED -> FindingId.P2P_REDIRECTED.remedy();
            case NO_REDIRECT ->
                Message.of(guests ? "finding.p2p-redirected.guests.remedy" : "finding.p2p-redirected.physical.remedy");
            default -> Message.of("finding.p2p-redirected.no-dt.remedy");
        };
    }

    /** Whether a function below a port is given to a guest, or may be: then its redirects stay (facts H.3). */
    private static boolean mayServeGuests(Case asked, Address port) {
        return asked.functions()
                .filter(function -> asked.host()
                        .topology()
                        .place(function.address())
                        .chain()
                        .contains(port))
                .anyMatch(function -> !Ownership.heldByVfio(function.facts()).knownToBe(held -> !held));
    }

    private static List<String> commands(String format, Iterable<Address> ports) {
        List<String> commands = new ArrayList<>();
        if (!format.isEmpty()) {
            ports.forEach(port -> commands.add(String.format(format, port)));
        }
        return commands;
    }

    // ---- Refused ---------------------------------------------------------------------------------------------------

    private static void blocked(Case asked, Sink out) {
        List<PathReport> refused = asked.nearest(r -> r.verdict() == Outcome.BLOCKED);
        Map<Rule, List<PathReport>> byRule = new TreeMap<>();
        refused.forEach(report -> decision(report)
                .ifPresent(decision -> byRule.computeIfAbsent(decision.rule(), r -> new ArrayList<>())
                        .add(report)));
        byRule.forEach((rule, pairs) -> {
            FindingId id = idOf(rule);
            refusal(asked, out, id, Severity.ERROR, "finding." + id.id(), pairs, r -> decision(r).stream());
        });
        if (asked.scenario() != Scenario.BARE_METAL) {
            // Ports that would refuse translated requests matter later, where ATS is still off.
            asked.nearest(r -> r.verdict() != Outcome.UNKNOWN && r.translated().outcome() == Outcome.UNKNOWN)
                    .forEach(report -> report.translated()
                            .reason()
                            .ifPresent(why -> out.unchecked(FindingId.TRANSLATION_BLOCKED, why)));
            List<PathReport> blocking = asked.nearest(r -> r.verdict() != Outcome.BLOCKED
                    && r.translated().decidedBy().stream().anyMatch(d -> d.rule() == Rule.TRANSLATION_BLOCKING));
            if (!blocking.isEmpty()) {
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
    }

    private static Optional<Decision> decision(PathReport report) {
        return report.decidingRoute().decidedBy();
    }

    private static FindingId idOf(Rule rule) {
        return switch (rule) {
            case TRANSLATION_BLOCKING -> FindingId.TRANSLATION_BLOCKED;
            case UPSTREAM_FORWARDING_OFF -> FindingId.FORWARDING_OFF;
            case P2P_EGRESS_CONTROL,
                    DIRECT_TRANSLATED_P2P,
                    P2P_REQUEST_REDIRECT,
                    NO_REDIRECT,
                    IOMMU_ADDRESS,
                    P2P_COMPLETION_REDIRECT -> FindingId.EGRESS_BLOCKED;
        };
    }

    private static void refusal(
            Case asked,
            Sink out,
            FindingId id,
            Severity severity,
            String key,
            List<PathReport> pairs,
            Function<PathReport, Stream<Decision>> decisions) {
        List<Address> ports = pairs.stream()
                .flatMap(decisions)
                .map(Decision::port)
                .distinct()
                .sorted()
                .toList();
        List<Address> functions = new ArrayList<>(Case.ends(pairs));
        functions.addAll(ports);
        boolean noats =
                id == FindingId.TRANSLATION_BLOCKED && asked.parameters().knownToBe(p -> p.has("pci", "noats"));
        String command = switch (id) {
            case TRANSLATION_BLOCKED -> NO_BLOCKING;
            case FORWARDING_OFF -> FORWARDING;
            default -> NO_EGRESS;
        };
        // A port without the capability refuses too, and has nothing to set.
        List<Address> settable =
                ports.stream().filter(port -> asked.get(port).acs().isKnown()).toList();
        out.add(Case.finding(
                id,
                severity,
                functions,
                Message.of(key, asked.pairs(pairs), asked.names(ports)),
                asked.acsControls(ports),
                noats ? Message.of("finding.ats-off.remedy.noats") : id.remedy(),
                noats ? List.of() : commands(command, settable)));
    }

    // ---- Not known, and no switch ----------------------------------------------------------------------------------

    private static void unknown(Case asked, Sink out) {
        List<PathReport> pairs = asked.nearest(r -> r.verdict() == Outcome.UNKNOWN);
        if (pairs.isEmpty()) {
            return;
        }
        List<Message> reasons =
                pairs.stream().map(RouteRules::reason).distinct().toList();
        out.add(Case.finding(
                FindingId.PATH_UNKNOWN,
                Severity.WARNING,
                Case.ends(pairs),
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

    private static void apart(Case asked, Sink out) {
        List<PathReport> pairs = asked.nearest(r -> r.commonSwitch().isEmpty() && r.verdict() == Outcome.ROOT_COMPLEX);
        if (!pairs.isEmpty()) {
            out.add(Case.finding(
                    FindingId.NO_SHARED_SWITCH,
                    Severity.INFO,
                    Case.ends(pairs),
                    Message.of("finding.no-shared-switch", asked.names(requesters(pairs))),
                    List.of()));
        }
    }

    private static List<Address> requesters(List<PathReport> pairs) {
        return pairs.stream().map(PathReport::requester).distinct().toList();
    }
}
