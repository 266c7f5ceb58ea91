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
import org.peerpath.iommu.HostModel;
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
    /** Functions below the same port share their routes: one computation for all VFs of a NIC. */
    private final Map<RouteKey, Router.Routes> routes = new HashMap<>();

    private final Map<Address, Verdicts.Sender> senders = new HashMap<>();

    private record RouteKey(Address portAbove, boolean sameDevice, boolean dataDirect, Address target) {}

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
    }

    /** Every NIC to every target of the wanted kinds, by requester and then target. */
    public List<PathReport> judge(PathSelection selection) {
        List<PathReport> reports = new ArrayList<>();
        for (PciFunction nic : Roles.nics(host.topology(), selection.allNics())) {
            for (Roles.TargetKind kind : Roles.TargetKind.values()) {
                if (selection.targets().contains(kind)) {
                    reports.addAll(judgeAll(nic, Roles.targets(host.topology(), kind), selection.allFunctions()));
                }
            }
        }
        reports.sort(Comparator.comparing(PathReport::requester).thenComparing(PathReport::target));
        return reports;
    }

    /** One pair, of any two functions of the host; it counts as nearest. */
    public PathReport judge(Address requester, Address target) {
        return report(requester(host.topology().get(requester)), host.topology().get(target), true, true);
    }

    private List<PathReport> judgeAll(PciFunction nic, List<PciFunction> targets, boolean allFunctions) {
        Requester requester = requester(nic);
        List<PciFunction> others =
                targets.stream().filter(target -> !target.equals(nic)).toList();
        Optional<Nearness> best = others.stream()
                .map(target -> nearness(requester.base(), target.address()))
                .min(Comparator.naturalOrder());
        return others.stream()
                .map(target -> report(
                        requester,
                        target,
                        best.equals(Optional.of(nearness(requester.base(), target.address()))),
                        allFunctions))
                .toList();
    }

    /**
     * Sharing a switch counts first and by its links; without one the label counts, and all of a label are equal.
     *
     * @param links on the way inside the switch; 0 without one
     */
    private record Nearness(boolean apart, int links, Proximity label) implements Comparable<Nearness> {
        private static final Comparator<Nearness> ORDER = Comparator.comparing(Nearness::apart)
                .thenComparingInt(Nearness::links)
                .thenComparing(Nearness::label);

        @Override
        public int compareTo(Nearness other) {
            return ORDER.compare(this, other);
        }
    }

    private Nearness nearness(Address requester, Address target) {
        Meeting meeting = routes(requester, target).meeting();
        return switch (meeting) {
            case Meeting.SharedSwitch shared ->
                new Nearness(false, shared.requesterSteps() + shared.targetSteps(), Proximity.PIX);
            case Meeting.Unclear unclear
            when unclear.steps().isPresent() ->
                new Nearness(false, unclear.steps().get(), Proximity.PIX);
            case Meeting.Unclear unclear -> new Nearness(true, 0, proximities.label(meeting, requester, target));
            case Meeting.Apart apart -> new Nearness(true, 0, proximities.label(meeting, requester, target));
        };
    }

    /**
     * A NIC and the functions its rows speak of.
     *
     * @param physical the NIC's physical function
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
        functions.forEach(function -> firsts.putIfAbsent(new Alike(sender(function), portAbove(function)), function));
        return List.copyOf(firsts.values());
    }

    private record Alike(Verdicts.Sender sender, Address portAbove) {}

    private Address portAbove(PciFunction function) {
        return host.topology().place(function.address()).parent().orElse(function.address());
    }

    private PathReport report(Requester requester, PciFunction target, boolean nearest, boolean allFunctions) {
        if (requester.via() instanceof Fact.Unknown<Address>(Message why)) {
            return senderUnknown(requester.physical(), target, nearest, why);
        }
        PciFunction deciding = requester.speaking().getFirst();
        Outcome worst = verdict(deciding, target);
        for (PciFunction function : requester.speaking()) {
            Outcome verdict = verdict(function, target);
            if (verdict.isWorseThan(worst)) {
                worst = verdict;
                deciding = function;
            }
        }
        List<PciFunction> listed =
                allFunctions || requester.virtualDiffer() ? requester.virtual() : List.<PciFunction>of();
        return row(requester, target, nearest, deciding, listed);
    }

    /** Which function sends was not read, so nothing about its way is known. */
    private PathReport senderUnknown(PciFunction nic, PciFunction target, boolean nearest, Message why) {
        Meeting meeting = routes(nic.address(), target.address()).meeting();
        return new PathReport(
                scenario,
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
                new IsolationReport(Isolation.UNKNOWN, why),
                Optional.empty(),
                List.of());
    }

    private Outcome verdict(PciFunction function, PciFunction target) {
        return Verdicts.verdict(scenario, sender(function), routes(function.address(), target.address()));
    }

    private PathReport row(
            Requester requester, PciFunction target, boolean nearest, PciFunction deciding, List<PciFunction> listed) {
        Address from = deciding.address();
        Router.Routes found = routes(from, target.address());
        Verdicts.Sender sender = sender(deciding);
        Outcome verdict = Verdicts.verdict(scenario, sender, found);
        return new PathReport(
                scenario,
                requester.physical().address(),
                requester.via().asOptional(),
                target.address(),
                nearest,
                proximities.label(found.meeting(), from, target.address()),
                found.meeting() instanceof Meeting.SharedSwitch shared
                        ? Optional.of(shared.upstreamPort().address())
                        : Optional.empty(),
                from,
                found.untranslated(sender.addresses()),
                found.translated(),
                sender.ats(),
                Verdicts.physicalAddresses(sender),
                verdict,
                isolations.judge(scenario, deciding, target.address()),
                bandwidths.slowest(found.meeting(), verdict, from, target.address()),
                functions(listed, target));
    }

    private List<FunctionVerdict> functions(List<PciFunction> listed, PciFunction target) {
        return listed.stream()
                .map(function -> new FunctionVerdict(
                        function.address(),
                        function.facts().text(Attributes.DRIVER),
                        sender(function).ats(),
                        verdict(function, target)))
                .toList();
    }

    private Verdicts.Sender sender(PciFunction function) {
        return senders.computeIfAbsent(function.address(), a -> verdicts.sender(scenario, function));
    }

    private Router.Routes routes(Address from, Address target) {
        Address below = host.topology().place(from).parent().orElse(from);
        boolean direct = DataDirect.is(host.topology().get(from));
        return routes.computeIfAbsent(
                new RouteKey(below, from.sameDevice(target), direct, target), key -> router.route(from, target));
    }
}
