// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.pci.BusRange;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** How the two ends of a path meet in the tree: the shape that every rule is applied to. */
sealed interface CommonUpstream {
    /**
     * They share a switch.
     *
     * @param upstreamPort the switch's upstream port: the nearest bridge above both
     * @param requesterPort the downstream port just below it on the requester's side; it decides about requests
     * @param targetPort the downstream port just below it on the target's side; it decides about completions
     * @param above the bridges above the upstream port
     * @param requesterSteps links from the requester up to the upstream port's internal bus
     * @param targetSteps likewise for the target
     * @param whole whether the source shows every bridge below the upstream port, so that these are all the links
     */
    record SharedSwitch(
            PciFunction upstreamPort,
            PciFunction requesterPort,
            PciFunction targetPort,
            BridgeChain above,
            int requesterSteps,
            int targetSteps,
            boolean whole)
            implements CommonUpstream {}

    /** They share no bridge. */
    record NoCommonBridge() implements CommonUpstream {}

    /**
     * They share something that is no switch, or what they share was not read.
     *
     * @param why what stands in the way
     * @param steps links from one to the other, where both are known to hang below one bridge that has another above it
     *     and only its kind was not read
     */
    record Unclear(Message why, Optional<Integer> steps) implements CommonUpstream {
        Unclear(Message why) {
            this(why, Optional.empty());
        }
    }

    static CommonUpstream of(Topology topology, Address requester, Address target) {
        if (requester.sameDevice(target)) {
            return new Unclear(Message.of("unknown.route.same-device"));
        }
        Topology.Place from = topology.place(requester);
        Topology.Place to = topology.place(target);
        boolean whole = from.chainKnown() && to.chainKnown();
        Message missing = Message.of("unknown.route.chain", requester, target);
        int fromIndex = 0;
        int toIndex = -1;
        for (; fromIndex < from.chain().size(); fromIndex++) {
            toIndex = to.chain().indexOf(from.chain().get(fromIndex));
            if (toIndex >= 0) {
                break;
            }
        }
        if (toIndex < 0) {
            return whole || areNearDifferentNodes(topology, requester, target)
                    ? new NoCommonBridge()
                    : new Unclear(missing);
        }
        PciFunction shared = topology.get(from.chain().get(fromIndex));
        PciFunction requesterPort =
                topology.get(fromIndex == 0 ? requester : from.chain().get(fromIndex - 1));
        PciFunction targetPort = topology.get(toIndex == 0 ? target : to.chain().get(toIndex - 1));
        if (!whole && !(isOnBusOf(shared, requesterPort) && isOnBusOf(shared, targetPort))) {
            return new Unclear(missing);
        }
        if (shared.portType().isUnknown() && fromIndex > 0 && toIndex > 0) {
            boolean belowAnother =
                    whole && !topology.place(shared.address()).chain().isEmpty();
            return new Unclear(
                    whyNoSwitch(shared).orElseThrow(),
                    belowAnother ? Optional.of(fromIndex + toIndex) : Optional.empty());
        }
        Optional<Message> notASwitch =
                whyNoSwitch(shared).or(() -> whyNoPort(shared, requesterPort)).or(() -> whyNoPort(shared, targetPort));
        if (notASwitch.isPresent()) {
            return new Unclear(notASwitch.get());
        }
        return new SharedSwitch(
                shared,
                requesterPort,
                targetPort,
                BridgeChain.above(topology, shared.address()),
                fromIndex,
                toIndex,
                whole || (isLinked(topology, requester, fromIndex) && isLinked(topology, target, toIndex)));
    }

    /** Whatever is below one bridge is near to one NUMA node: the node is that of the host bridge (drivers/acpi/pci_root.c). */
    private static boolean areNearDifferentNodes(Topology topology, Address one, Address other) {
        Fact<String> here = topology.get(one).facts().text(Attributes.NUMA_NODE);
        Fact<String> there = topology.get(other).facts().text(Attributes.NUMA_NODE);
        return here.knownToBe(node -> !node.startsWith("-"))
                && there.knownToBe(node -> !node.startsWith("-"))
                && !here.equals(there);
    }

    /** Whether no bridge is missing in the first links above a function. */
    private static boolean isLinked(Topology topology, Address function, int links) {
        PciFunction lower = topology.get(topology.physicalFunction(function).orElse(function));
        for (Address bridge : topology.place(function).chain().subList(0, links)) {
            if (!isOnBusOf(topology.get(bridge), lower)) {
                return false;
            }
            lower = topology.get(bridge);
        }
        return true;
    }

    /** Whether nothing can be between a bridge and one that stands below it. */
    private static boolean isOnBusOf(PciFunction bridge, PciFunction below) {
        return bridge.bridge()
                .map(BusRange::secondary)
                .knownToBe(bus -> bus == below.address().bus());
    }

    /** Only a switch upstream port is a shared switch; below anything else the two share a bus or are one device. */
    private static Optional<Message> whyNoSwitch(PciFunction shared) {
        return switch (shared.portType()) {
            case Fact.Known<PortType>(PortType type) ->
                switch (type) {
                    case UPSTREAM_PORT -> Optional.empty();
                    case ROOT_PORT, DOWNSTREAM_PORT -> Optional.of(Message.of("unknown.route.same-device"));
                    default -> Optional.of(Message.of("unknown.route.shared-bus", shared.address()));
                };
            case Fact.Absent<PortType>() -> Optional.of(Message.of("unknown.route.shared-bus", shared.address()));
            case Fact.Unknown<PortType>(Message why) ->
                Optional.of(Message.of("unknown.route.bridge", shared.address(), why));
        };
    }

    /**
     * Nothing but downstream ports stands on a switch's internal bus (PCIe 1.3.3). What else seems to has a port above it
     * that does not show, and that port decides.
     */
    private static Optional<Message> whyNoPort(PciFunction shared, PciFunction below) {
        boolean other = below.portType().isAbsent()
                || below.portType().knownToBe(type -> type != PortType.DOWNSTREAM_PORT)
                || !below.kind().isBridge();
        return other
                ? Optional.of(Message.of("unknown.route.no-port", shared.address(), below.address()))
                : Optional.empty();
    }
}
