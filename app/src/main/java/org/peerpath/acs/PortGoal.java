// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * What ports must be set to so that paths stay inside their switch: only ports on the paths, only the bits that differ. A
 * path that would not stay inside all the same is left out, so that no port is changed for nothing.
 */
public final class PortGoal {
    private final HostModel host;
    private final Scenario scenario;
    private final boolean isolate;
    private final List<Obstacle> obstacles = new ArrayList<>();
    private final List<PathReport> kept = new ArrayList<>();
    private List<PortSetting> settings = List.of();

    /** Why something cannot be had. */
    public enum Kind {
        /** The two share no switch. */
        NO_SHARED_SWITCH,
        /** The port where the requests turn has no Direct Translated P2P. */
        NO_DIRECT_TRANSLATED,
        /** The path would not stay inside the switch, whatever the ports are set to. */
        NO_GAIN,
        /** A port on the way has no ACS. */
        NO_ACS,
        /** A port on the way was not read. */
        PORT_UNREAD
    }

    /**
     * What stands in the way.
     *
     * @param functions the port, or the two ends of the path
     * @param path the path that is left out for it; empty where it concerns a port that the goal needs
     */
    public record Obstacle(Kind kind, List<Address> functions, Optional<PathReport> path) {}

    private PortGoal(HostModel host, Scenario scenario) {
        this.host = host;
        this.scenario = scenario;
        this.isolate = scenario == Scenario.VM;
    }

    /**
     * Works out the settings.
     *
     * @param scenario {@code VM} redirects everything but translated requests, {@code BARE_METAL} redirects nothing
     * @param paths those that are to stay inside
     */
    public static PortGoal of(HostModel host, Scenario scenario, List<PathReport> paths) {
        PortGoal goal = new PortGoal(host, scenario);
        goal.work(paths);
        return goal;
    }

    /** Returns the settings in the order in which they must be made, those included that are so already. */
    public List<PortSetting> settings() {
        return List.copyOf(settings);
    }

    public List<Obstacle> obstacles() {
        return List.copyOf(obstacles);
    }

    /** Returns the paths that the settings serve. */
    public List<PathReport> kept() {
        return List.copyOf(kept);
    }

    private void work(List<PathReport> paths) {
        for (PathReport path : paths) {
            if (path.commonSwitch().isEmpty()) {
                leaveOut(Kind.NO_SHARED_SWITCH, path, List.of(path.requester(), path.target()));
            } else {
                lacksDirect(path)
                        .ifPresentOrElse(
                                port -> leaveOut(Kind.NO_DIRECT_TRANSLATED, path, List.of(port)), () -> kept.add(path));
            }
        }
        settings = made(false);
        List<PathReport> inVain = inVain();
        if (!inVain.isEmpty()) {
            kept.removeAll(inVain);
            inVain.forEach(path -> leaveOut(Kind.NO_GAIN, path, List.of(path.requester(), path.target())));
        }
        settings = made(true);
    }

    private void leaveOut(Kind kind, PathReport path, List<Address> functions) {
        obstacles.add(new Obstacle(kind, functions, Optional.of(path)));
    }

    /** The port where a path's requests turn, where it is known that translated ones cannot go straight on there. */
    private Optional<Address> lacksDirect(PathReport path) {
        return isolate && path.via().isEmpty()
                ? below(chain(path.sender()), path.commonSwitch().orElseThrow())
                        .filter(port -> get(port)
                                .acs()
                                .flatMap(acs -> acs.implemented(AcsBit.DT))
                                .knownToBe(has -> !has))
                : Optional.empty();
    }

    /** Paths whose end state is known not to be the goal. */
    private List<PathReport> inVain() {
        PathJudge after = new PathJudge(then(), scenario);
        Predicate<PathReport> judged = path -> path.via().isEmpty() && (!isolate || path.usesAts());
        return kept.stream()
                .filter(judged)
                .filter(path -> {
                    Outcome verdict =
                            after.judge(path.requester(), path.target()).verdict();
                    return verdict != Outcome.INSIDE_SWITCH && verdict != Outcome.UNKNOWN;
                })
                .toList();
    }

    private HostModel then() {
        HostModel then = host;
        for (PortSetting setting : settings) {
            then = setting.on(then);
        }
        return then;
    }

    private List<PortSetting> made(boolean tell) {
        Map<Address, AcsTarget> targets = new LinkedHashMap<>();
        kept.forEach(path -> targets(path, targets, tell));
        List<PciFunction> ports =
                new ArrayList<>(targets.keySet().stream().map(this::get).toList());
        ports.sort(order());
        List<PortSetting> made = new ArrayList<>();
        ports.forEach(port -> setting(port, targets.getOrDefault(port.address(), AcsTarget.ISOLATING), tell)
                .ifPresent(made::add));
        return made;
    }

    private void targets(PathReport path, Map<Address, AcsTarget> targets, boolean tell) {
        Address turn = path.commonSwitch().orElseThrow();
        List<Address> up = chain(path.sender());
        List<Address> down = chain(path.target());
        boolean dataDirect = path.via().isPresent();
        boolean toTheRoot = isolate || dataDirect;
        for (Address bridge : ports(toTheRoot ? up : inside(up, turn), toTheRoot ? down : inside(down, turn))) {
            Fact<PortType> type = get(bridge).portType();
            if (type.isUnknown()) {
                if (tell) {
                    obstacles.add(new Obstacle(Kind.PORT_UNREAD, List.of(bridge), Optional.empty()));
                }
            } else if (dataDirect && type.knownToBe(PortType.ROOT_PORT::equals)) {
                targets.put(bridge, AcsTarget.DATA_DIRECT_ROOT);
            } else if (type.knownToBe(PortType::isDownstreamFacing)) {
                targets.putIfAbsent(bridge, toTheRoot ? AcsTarget.ISOLATING : AcsTarget.OPEN);
            }
        }
        if (dataDirect) {
            // The same values serve VMs and host drivers (rdma-core kernel-boot/rdma_topo).
            below(up, turn).ifPresent(port -> targets.put(port, AcsTarget.DATA_DIRECT_SENDER));
            below(down, turn).ifPresent(port -> targets.put(port, AcsTarget.DATA_DIRECT_GPU));
        } else if (isolate) {
            below(up, turn).ifPresent(port -> targets.put(port, AcsTarget.ISOLATING_DIRECT));
        }
    }

    private Optional<PortSetting> setting(PciFunction port, AcsTarget target, boolean tell) {
        Fact<Integer> capability = port.acs().flatMap(Acs::settable);
        Fact<Integer> control = port.acs().flatMap(Acs::control);
        if (port.acs().isAbsent() || !capability.isKnown() || !control.isKnown()) {
            boolean absent = port.acs().isAbsent();
            if (tell && (isolate || !absent)) {
                obstacles.add(new Obstacle(
                        absent ? Kind.NO_ACS : Kind.PORT_UNREAD, List.of(port.address()), Optional.empty()));
            }
            return Optional.empty();
        }
        return Optional.of(new PortSetting(
                AcsRegister.of(port.address(), port.acs().asOptional().orElseThrow()),
                capability.asOptional().orElseThrow(),
                control.asOptional().orElseThrow(),
                target));
    }

    /**
     * Towards isolation from the root down, so that whatever a port sends up is already let through above it; away from
     * it the other way round. The ports with Direct Translated P2P come last or first: they are what the rest serves.
     */
    private Comparator<PciFunction> order() {
        Comparator<PciFunction> fromTheRoot = Comparator.<PciFunction>comparingInt(
                        port -> chain(port.address()).size())
                .thenComparing(PciFunction::address);
        return isolate ? fromTheRoot : fromTheRoot.reversed();
    }

    // ---- The tree --------------------------------------------------------------------------------------------------

    private PciFunction get(Address address) {
        return host.topology().get(address);
    }

    private List<Address> chain(Address function) {
        Topology.Place place = host.topology().place(function);
        return place.chain();
    }

    /** The bridge of a chain right below another. */
    private static Optional<Address> below(List<Address> chain, Address bridge) {
        int place = chain.indexOf(bridge);
        return place > 0 ? Optional.of(chain.get(place - 1)) : Optional.empty();
    }

    /** The bridges of a chain below the one where the two meet. */
    private static List<Address> inside(List<Address> chain, Address turn) {
        return chain.subList(0, Math.max(0, chain.indexOf(turn)));
    }

    private static List<Address> ports(List<Address> one, List<Address> other) {
        List<Address> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }
}
