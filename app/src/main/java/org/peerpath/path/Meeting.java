// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** How the two ends of a path meet in the tree: the shape that every rule is applied to. */
sealed interface Meeting {
    /**
     * They share a switch.
     *
     * @param upstreamPort the switch's upstream port: the nearest bridge above both
     * @param requesterPort the port just below it on the requester's side; it decides about requests
     * @param targetPort the port just below it on the target's side; it decides about completions
     * @param above the bridges above the upstream port
     * @param requesterSteps links from the requester up to the upstream port's internal bus
     * @param targetSteps likewise for the target
     */
    record SharedSwitch(
            PciFunction upstreamPort,
            PciFunction requesterPort,
            PciFunction targetPort,
            Climb above,
            int requesterSteps,
            int targetSteps)
            implements Meeting {}

    /** They share no bridge. */
    record Apart() implements Meeting {}

    /** They share something that is no switch, or what they share was not read. */
    record Unclear(Message why) implements Meeting {}

    static Meeting of(Topology topology, Address requester, Address target) {
        if (requester.sameDevice(target)) {
            return new Unclear(Message.of("unknown.route.same-device"));
        }
        Topology.Place from = topology.place(requester);
        Topology.Place to = topology.place(target);
        int fromIndex = 0;
        int toIndex = -1;
        for (; fromIndex < from.chain().size(); fromIndex++) {
            toIndex = to.chain().indexOf(from.chain().get(fromIndex));
            if (toIndex >= 0) {
                break;
            }
        }
        if (toIndex < 0) {
            return from.chainKnown() && to.chainKnown()
                    ? new Apart()
                    : new Unclear(Message.of("unknown.route.chain", requester, target));
        }
        PciFunction shared = topology.get(from.chain().get(fromIndex));
        Optional<Message> notASwitch = whyNoSwitch(shared);
        if (notASwitch.isPresent()) {
            return new Unclear(notASwitch.get());
        }
        return new SharedSwitch(
                shared,
                topology.get(fromIndex == 0 ? requester : from.chain().get(fromIndex - 1)),
                topology.get(toIndex == 0 ? target : to.chain().get(toIndex - 1)),
                Climb.above(topology, shared.address()),
                fromIndex,
                toIndex);
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
}
