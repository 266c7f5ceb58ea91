// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.iommu.Ownership;
import org.peerpath.pci.Condition;
import org.peerpath.pci.Link;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * Finds what keeps every request from travelling a path: functions, links and ports that do not work (docs/routing.md 13).
 * A fact that was not read makes nothing unusable. Not thread-safe: it remembers what it read.
 */
final class Usability {
    private final Topology topology;
    private final TargetAddresses addresses;
    private final Map<Address, Condition> conditions = new HashMap<>();

    Usability(Topology topology) {
        this.topology = topology;
        this.addresses = new TargetAddresses(topology);
    }

    /**
     * The functions that a path's requests meet.
     *
     * @param up the bridges above the requester that are not above the target, nearest first
     * @param down the bridges above the target that are not above the requester, nearest first
     * @param shared the bridges above both, nearest first
     * @param throughRoot whether requests pass the shared ones too
     */
    private record Way(List<Address> up, List<Address> down, List<Address> shared, boolean throughRoot) {}

    private Way way(Address requester, Address target, Outcome routed) {
        List<Address> from = topology.place(requester).chain();
        List<Address> to = topology.place(target).chain();
        Set<Address> above = new HashSet<>(to);
        above.retainAll(new HashSet<>(from));
        return new Way(
                from.stream().filter(bridge -> !above.contains(bridge)).toList(),
                to.stream().filter(bridge -> !above.contains(bridge)).toList(),
                from.stream().filter(above::contains).toList(),
                routed == Outcome.DETOUR || routed == Outcome.ROOT_COMPLEX);
    }

    /** One thing that is wrong, and how far below the root complex. */
    private record Fault(int depth, Unusable unusable) {}

    /**
     * What makes the path unusable; of several things what is nearest to the root complex, for whatever is below it may only
     * follow from it.
     *
     * @param routed where the ports would send its requests
     */
    Optional<Unusable> of(Scenario scenario, PciFunction requester, PciFunction target, Outcome routed) {
        Way way = way(requester.address(), target.address(), routed);
        List<Fault> faults = new ArrayList<>();
        Stream.of(way.up(), way.shared(), way.down())
                .flatMap(List::stream)
                .forEach(port -> link(port).ifPresent(cause -> faults.add(fault(port, cause))));
        way.up().forEach(port -> upward(port).ifPresent(cause -> faults.add(fault(port, cause))));
        way.down().forEach(port -> downward(port, target).ifPresent(cause -> faults.add(fault(port, cause))));
        for (int i = 0; i < way.shared().size(); i++) {
            Address port = way.shared().get(i);
            if (way.throughRoot()) {
                upward(port).or(() -> downward(port, target)).ifPresent(cause -> faults.add(fault(port, cause)));
            } else if (i == 0) {
                silent(port).ifPresent(cause -> faults.add(fault(port, cause)));
            }
        }
        sender(scenario, requester).ifPresent(faults::add);
        receiver(scenario, target).ifPresent(faults::add);
        Fault nearest = null;
        for (Fault fault : faults) {
            if (nearest == null || fault.depth() < nearest.depth()) {
                nearest = fault;
            }
        }
        return Optional.ofNullable(nearest).map(Fault::unusable);
    }

    /**
     * What keeps the host from its own devices at the two ends of a path, at a bridge above both: their requests meet
     * below it, and the processors and interrupts do not.
     */
    Optional<Unusable> cutOff(PciFunction requester, PciFunction target) {
        return way(requester.address(), target.address(), Outcome.INSIDE_SWITCH).shared().reversed().stream()
                .flatMap(bridge ->
                        upward(bridge)
                                .or(() -> downward(bridge, target))
                                .map(cause -> new Unusable(bridge, cause))
                                .stream())
                .findFirst();
    }

    /** What makes every path from a function unusable at the function itself. */
    Optional<Unusable> ofSender(Scenario scenario, PciFunction requester) {
        return sender(scenario, requester).map(Fault::unusable);
    }

    /** The functions of the path that are asleep, by address. */
    List<Address> asleep(PciFunction requester, PciFunction target, Outcome routed) {
        Way way = way(requester.address(), target.address(), routed);
        TreeSet<Address> asleep = new TreeSet<>();
        Stream.of(
                        Stream.of(
                                physical(requester).address(), physical(target).address()),
                        way.up().stream(),
                        way.down().stream(),
                        way.shared().stream())
                .flatMap(all -> all)
                .filter(function -> sleeps(function))
                .forEach(asleep::add);
        return List.copyOf(asleep);
    }

    /** A VF's presence, power and link are its PF's. */
    private PciFunction physical(PciFunction function) {
        return topology.get(topology.physicalFunction(function.address()).orElse(function.address()));
    }

    private Condition condition(Address function) {
        return conditions.computeIfAbsent(function, address -> Condition.of(topology.get(address)));
    }

    private boolean sleeps(Address function) {
        return condition(function).asleep().knownToBe(asleep -> asleep);
    }

    private int depth(Address function) {
        return topology.place(function).chain().size();
    }

    private Fault fault(Address function, UnusableCause cause) {
        return new Fault(depth(function), new Unusable(function, cause));
    }

    private static Optional<UnusableCause> when(Fact<Boolean> fact, boolean wrong, UnusableCause cause) {
        return fact.knownToBe(value -> value == wrong) ? Optional.of(cause) : Optional.empty();
    }

    private Optional<UnusableCause> silent(Address function) {
        return sleeps(function)
                ? Optional.empty()
                : when(condition(function).answers(), false, UnusableCause.NO_ANSWER);
    }

    /** What keeps the link below a port down. One that rests because what is below it sleeps is not broken. */
    private Optional<UnusableCause> link(Address port) {
        Condition condition = condition(port);
        return when(condition.contained(), true, UnusableCause.CONTAINED)
                .or(() -> when(condition.inReset(), true, UnusableCause.IN_RESET))
                .or(() -> when(condition.linkDisabled(), true, UnusableCause.LINK_DISABLED))
                .or(() -> when(condition.linkUp(), false, UnusableCause.NO_LINK)
                        .filter(down -> !rests(port) && !carries(port)));
    }

    /**
     * Whether the port's word that its link is down is contradicted: it shows a width, and what is below it answered. QEMU's
     * ports report no active link for all that is plugged before the start (hw/pci/pcie.c).
     */
    private boolean carries(Address port) {
        return topology.get(port).link().flatMap(Link::currentWidth).knownToBe(width -> width > 0)
                && topology.functions().keySet().stream()
                        .filter(function -> topology.place(function).parent().equals(Optional.of(port)))
                        .anyMatch(function -> condition(function).answers().knownToBe(answers -> answers));
    }

    private boolean rests(Address port) {
        return sleeps(port)
                || topology.functions().keySet().stream()
                        .filter(function -> topology.place(function).parent().equals(Optional.of(port)))
                        .anyMatch(this::sleeps);
    }

    /** A bridge that requests pass upwards. */
    private Optional<UnusableCause> upward(Address bridge) {
        return silent(bridge)
                .or(() -> sleeps(bridge)
                        ? Optional.empty()
                        : when(condition(bridge).busMaster(), false, UnusableCause.NO_BUS_MASTER));
    }

    /** A bridge that requests pass downwards. */
    private Optional<UnusableCause> downward(Address bridge, PciFunction target) {
        return silent(bridge)
                .or(() -> sleeps(bridge)
                        ? Optional.empty()
                        : when(condition(bridge).memorySpace(), false, UnusableCause.NO_MEMORY_SPACE))
                .or(() -> addresses.passedBy(topology.get(bridge), target)
                        ? Optional.empty()
                        : Optional.of(UnusableCause.OUTSIDE_WINDOW));
    }

    private Optional<Fault> sender(Scenario scenario, PciFunction requester) {
        return end(requester)
                .or(() -> enabled(scenario, requester)
                        .flatMap(address -> when(condition(address).busMaster(), false, UnusableCause.NO_BUS_MASTER))
                        .map(cause -> fault(requester.address(), cause)));
    }

    private Optional<Fault> receiver(Scenario scenario, PciFunction target) {
        return end(target)
                .or(() -> enabled(scenario, target)
                        .filter(address -> address.equals(physical(target).address()))
                        .flatMap(
                                address -> when(condition(address).memorySpace(), false, UnusableCause.NO_MEMORY_SPACE))
                        .map(cause -> fault(target.address(), cause)))
                .or(() -> addresses.missing(target)
                        ? Optional.of(fault(target.address(), UnusableCause.NO_ADDRESS))
                        : Optional.empty());
    }

    /** What either end of a path must be. */
    private Optional<Fault> end(PciFunction function) {
        PciFunction physical = physical(function);
        Optional<Fault> gone = silent(physical.address())
                .map(cause -> fault(physical.address(), cause))
                .or(() -> silent(function.address()).map(cause -> fault(function.address(), cause)));
        if (gone.isPresent() || physical.equals(function)) {
            return gone;
        }
        Condition condition = condition(physical.address());
        return when(condition.virtualFunctions(), false, UnusableCause.VF_MEMORY_OFF)
                .or(() -> when(condition.virtualMemory(), false, UnusableCause.VF_MEMORY_OFF))
                .map(cause -> fault(physical.address(), cause));
    }

    /**
     * The function, where its Command register must have been set by now: it is awake, and a driver of the host drives it. A
     * user of VFIO sets the bits itself, and without a driver nobody has yet.
     */
    private Optional<Address> enabled(Scenario scenario, PciFunction function) {
        boolean drivenByHost = Ownership.heldByHost(function.facts()).knownToBe(held -> held);
        return scenario != Scenario.VM
                        && drivenByHost
                        && !sleeps(physical(function).address())
                ? Optional.of(function.address())
                : Optional.empty();
    }
}
