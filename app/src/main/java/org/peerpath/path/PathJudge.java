// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** Answers the question for every path of one host in one scenario. Not thread-safe: it remembers routes. */
public final class PathJudge {
    private final HostModel host;
    private final Scenario scenario;
    private final Router router;
    private final Verdicts verdicts;
    private final Isolations isolations;
    private final Proximities proximities;
    private final Bandwidths bandwidths;
    private final DataDirect dataDirect;
    private final Usability usability;
    /** Functions below the same port share their routes: one computation for all VFs of a NIC. */
    private final Map<RouteKey, Router.Routes> routes = new HashMap<>();

    private final Map<Address, Verdicts.Sender> senders = new HashMap<>();

    private record RouteKey(Address portAbove, int bus, boolean sameDevice, boolean dataDirect, Address target) {}

    /** Judges paths of one host in one scenario. */
    public PathJudge(HostModel host, Scenario scenario) {
        this.host = host;
        this.scenario = scenario;
        this.router = new Router(host.topology(), Sockets.of(host.snapshot()));
        this.verdicts = new Verdicts(host);
        this.isolations = new Isolations(host);
        this.proximities = new Proximities(host.snapshot(), host.topology());
        this.bandwidths = new Bandwidths(host.topology());
        this.dataDirect = new DataDirect(host.topology());
        this.usability = new Usability(host.topology());
    }

    /** Every requester to every target of the wanted kinds of pairs, by requester and then target. */
    public List<PathReport> judge(PathSelection selection) {
        List<PathReport> reports = new ArrayList<>();
        for (PairKind kind : selection.on(host.topology())) {
            List<PciFunction> targets = kind.targets(host.topology());
            boolean counts = kind.counts(host.topology());
            for (PciFunction sender : kind.requesters(host.topology(), selection.allNics())) {
                reports.addAll(judgeAll(sender, targets, counts, selection.allFunctions()));
            }
        }
        reports.sort(Comparator.comparing(PathReport::requester).thenComparing(PathReport::target));
        return reports;
    }

    /** One pair, of any two functions of the host; it counts as nearest. */
    public PathReport judge(Address requester, Address target) {
        return report(requester(host.topology().get(requester)), host.topology().get(target), true, true);
    }

    private List<PathReport> judgeAll(
            PciFunction sender, List<PciFunction> targets, boolean counts, boolean allFunctions) {
        Requester requester = requester(sender);
        List<PciFunction> others = targets.stream()
                .filter(target -> !target.address().equals(sender.address()))
                .toList();
        Optional<Nearness> best = others.stream()
                .map(target -> nearness(requester.base(), target.address()))
                .min(Comparator.naturalOrder());
        return others.stream()
                .map(target -> report(
                        requester,
                        target,
                        counts && best.equals(Optional.of(nearness(requester.base(), target.address()))),
                        allFunctions))
                .toList();
    }

    /**
     * Sharing a switch counts first and by its links; without one the label counts, and all of a label are equal. One that
     * is not known cannot be farther away than SYS.
     *
     * @param links on the way inside the switch; 0 without one
     */
    private record Nearness(boolean apart, int links, Proximity label) implements Comparable<Nearness> {
        private static final Comparator<Nearness> ORDER = Comparator.comparing(Nearness::apart)
                .thenComparingInt(Nearness::links)
                .thenComparing(nearness -> nearness.label() == Proximity.SYS)
                .thenComparing(Nearness::label);

        @Override
        public int compareTo(Nearness other) {
            return ORDER.compare(this, other);
        }
    }

    private Nearness nearness(Address requester, Address target) {
        CommonUpstream meeting = routes(requester, target).meeting();
        return switch (meeting) {
            case CommonUpstream.SharedSwitch shared ->
                new Nearness(false, shared.requesterSteps() + shared.targetSteps(), Proximity.PIX);
            case CommonUpstream.Unclear unclear
            when unclear.steps().isPresent() ->
                new Nearness(false, unclear.steps().get(), Proximity.PIX);
            case CommonUpstream.Unclear unclear -> new Nearness(true, 0, proximities.label(meeting, requester, target));
            case CommonUpstream.NoCommonBridge apart ->
                new Nearness(true, 0, proximities.label(meeting, requester, target));
        };
    }

    /**
     * A sender, most often a NIC, and the functions its rows speak of.
     *
     * @param physical the sender's physical function
     * @param via the Data Direct function that sends for it; absent where it sends itself
     * @param speaking one function of each kind that its verdicts rest on: in a VM of the sender's VFs, if it has any
     * @param virtual the sender's VFs
     * @param virtualDiffer whether the VFs are not all alike
     */
    private record Requester(
            PciFunction physical,
            Fact<Address> via,
            List<PciFunction> speaking,
            List<PciFunction> virtual,
            boolean virtualDiffer) {
        /** The physical function that sends, as far as it is known. */
        Address base() {
            return via.asOptional().orElse(physical.address());
        }
    }

    private Requester requester(PciFunction physical) {
        Fact<Address> via = dataDirect.of(physical);
        PciFunction base = via.asOptional().map(host.topology()::get).orElse(physical);
        List<PciFunction> virtual = host.topology().virtualFunctions(base.address()).stream()
                .flatMap(address -> host.topology().find(address).stream())
                .toList();
        List<PciFunction> kinds = representatives(virtual);
        boolean virtualSpeak = scenario == Scenario.VM && !virtual.isEmpty();
        return new Requester(physical, via, virtualSpeak ? kinds : List.of(base), virtual, kinds.size() > 1);
    }

    /** The first function of each set of functions that agree in all that verdicts rest on. */
    private List<PciFunction> representatives(List<PciFunction> functions) {
        Map<Alike, PciFunction> firsts = new LinkedHashMap<>();
        functions.forEach(function -> firsts.putIfAbsent(alike(function), function));
        return List.copyOf(firsts.values());
    }

    /** All that a function's verdicts rest on, whatever the target. */
    private record Alike(Verdicts.Sender sender, Address portAbove, int bus, Optional<Unusable> unusable) {}

    private Alike alike(PciFunction function) {
        return new Alike(
                sender(function),
                portAbove(function),
                function.address().bus(),
                usability.ofSender(scenario, function));
    }

    private Address portAbove(PciFunction function) {
        return host.topology().place(function.address()).parent().orElse(function.address());
    }

    private PathReport report(Requester requester, PciFunction target, boolean nearest, boolean allFunctions) {
        if (requester.via() instanceof Fact.Unknown<Address>(Message why)) {
            return senderUnknown(requester.physical(), target, nearest, why);
        }
        PciFunction deciding = requester.speaking().getFirst();
        Verdict worst = verdict(deciding, target);
        for (PciFunction function :
                requester.speaking().subList(1, requester.speaking().size())) {
            Verdict verdict = verdict(function, target);
            if (verdict.outcome().isWorseThan(worst.outcome())) {
                worst = verdict;
                deciding = function;
            }
        }
        List<PciFunction> listed =
                allFunctions || requester.virtualDiffer() ? requester.virtual() : List.<PciFunction>of();
        return row(requester, target, nearest, deciding, worst, listed);
    }

    /** Which function sends was not read, so nothing about its way is known. */
    private PathReport senderUnknown(PciFunction nic, PciFunction target, boolean nearest, Message why) {
        CommonUpstream meeting = routes(nic.address(), target.address()).meeting();
        return new PathReport(
                scenario,
                PairKind.between(nic, target),
                nic.address(),
                Optional.empty(),
                target.address(),
                nearest,
                proximities.label(meeting, nic.address(), target.address()),
                Optional.empty(),
                nic.address(),
                Route.unknown(why),
                Route.unknown(why),
                new AtsStatus(AtsState.UNKNOWN, why),
                Verdicts.physicalAddresses(sender(nic)),
                Outcome.UNKNOWN,
                usability.of(scenario, nic, target, Outcome.UNKNOWN),
                usability.asleep(nic, target, Outcome.UNKNOWN),
                new IsolationReport(Isolation.UNKNOWN, why),
                Optional.empty(),
                List.of());
    }

    /**
     * One function's verdict.
     *
     * @param routed where the ports send its requests
     * @param unusable what keeps them from getting there
     */
    private record Verdict(Outcome routed, Optional<Unusable> unusable) {
        Outcome outcome() {
            return unusable.isPresent() ? Outcome.UNUSABLE : routed;
        }
    }

    private Verdict verdict(PciFunction function, PciFunction target) {
        Outcome routed = Verdicts.verdict(scenario, sender(function), routes(function.address(), target.address()));
        return new Verdict(routed, usability.of(scenario, function, target, routed));
    }

    private PathReport row(
            Requester requester,
            PciFunction target,
            boolean nearest,
            PciFunction deciding,
            Verdict verdict,
            List<PciFunction> listed) {
        Address from = deciding.address();
        Router.Routes found = routes(from, target.address());
        Verdicts.Sender sender = sender(deciding);
        return new PathReport(
                scenario,
                PairKind.between(requester.physical(), target),
                requester.physical().address(),
                requester.via().asOptional(),
                target.address(),
                nearest,
                proximities.label(found.meeting(), from, target.address()),
                found.meeting() instanceof CommonUpstream.SharedSwitch shared
                        ? Optional.of(shared.upstreamPort().address())
                        : Optional.empty(),
                from,
                found.untranslated(sender.addresses()),
                found.translated(),
                sender.ats(),
                Verdicts.physicalAddresses(sender),
                verdict.routed(),
                verdict.unusable(),
                usability.asleep(deciding, target, verdict.routed()),
                isolations.judge(scenario, deciding, target.address()),
                bandwidths.slowest(found.meeting(), verdict.outcome(), from, target.address()),
                functions(listed, target));
    }

    private List<FunctionVerdict> functions(List<PciFunction> listed, PciFunction target) {
        return listed.stream()
                .map(function -> listed(function, verdict(function, target)))
                .toList();
    }

    private FunctionVerdict listed(PciFunction function, Verdict verdict) {
        return new FunctionVerdict(
                function.address(),
                function.facts().text(Attributes.DRIVER),
                sender(function).ats(),
                verdict.outcome(),
                verdict.unusable());
    }

    private Verdicts.Sender sender(PciFunction function) {
        return senders.computeIfAbsent(function.address(), a -> verdicts.sender(scenario, function));
    }

    private Router.Routes routes(Address from, Address target) {
        Address below = host.topology().place(from).parent().orElse(from);
        boolean direct = DataDirect.is(host.topology().get(from));
        return routes.computeIfAbsent(
                new RouteKey(below, from.bus(), from.sameDevice(target), direct, target),
                key -> router.route(from, target));
    }
}
