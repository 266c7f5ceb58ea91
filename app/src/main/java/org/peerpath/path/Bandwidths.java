// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.pci.Link;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/** Finds the slowest link of a route (docs/routing.md 10). */
public final class Bandwidths {
    private final Topology topology;

    /** Finds links of one host. */
    public Bandwidths(Topology topology) {
        this.topology = topology;
    }

    /** Returns the slowest link between a function and the root complex; empty where one of them was not read. */
    public Optional<Bottleneck> toRootComplex(Address function) {
        List<Bottleneck> links = new ArrayList<>();
        boolean whole = topology.place(function).chainKnown()
                && collect(topology.place(function).chain(), function, links);
        return whole
                ? links.stream().min(Comparator.comparingDouble(Bottleneck::gigabytesPerSecond))
                : Optional.empty();
    }

    /** Empty where no link of the route was read, or the route itself is unknown or refused. */
    Optional<Bottleneck> slowest(CommonUpstream meeting, Outcome outcome, Address requester, Address target) {
        if (outcome == Outcome.UNKNOWN || outcome == Outcome.BLOCKED || outcome == Outcome.UNUSABLE) {
            return Optional.empty();
        }
        List<Bottleneck> links = new ArrayList<>();
        List<Address> from = topology.place(requester).chain();
        List<Address> to = topology.place(target).chain();
        if (meeting instanceof CommonUpstream.SharedSwitch shared && outcome == Outcome.INSIDE_SWITCH) {
            if (!shared.whole()) {
                return Optional.empty();
            }
            from = from.subList(0, shared.requesterSteps());
            to = to.subList(0, shared.targetSteps());
        } else if (!topology.place(requester).chainKnown()
                || !topology.place(target).chainKnown()) {
            return Optional.empty();
        }
        if (!collect(from, requester, links) || !collect(to, target, links)) {
            return Optional.empty();
        }
        return links.stream().min(Comparator.comparingDouble(Bottleneck::gigabytesPerSecond));
    }

    /** Adds the links at and below these bridges on the way to a function; false if one of them was not read. */
    private boolean collect(List<Address> bridges, Address below, List<Bottleneck> links) {
        PciFunction lower = physical(below);
        for (Address address : bridges) {
            PciFunction upper = topology.get(address);
            if (upper.portType().isUnknown()) {
                return false;
            }
            if (upper.portType().knownToBe(PortType::isDownstreamFacing)) {
                Optional<Bottleneck> link = link(upper, lower);
                if (link.isEmpty()) {
                    return false;
                }
                links.add(link.get());
            }
            lower = upper;
        }
        return true;
    }

    /** A VF has no link of its own: its registers read as zero and its PF's count. */
    private PciFunction physical(Address function) {
        return topology.get(topology.physicalFunction(function).orElse(function));
    }

    private static Optional<Bottleneck> link(PciFunction upper, PciFunction lower) {
        Optional<Integer> width = Link.between(upper, lower, Link::currentWidth).filter(w -> w > 0);
        Optional<LinkSpeed> current = Link.between(upper, lower, Link::currentSpeed);
        Optional<LinkSpeed> speed = Roles.isGpu(lower) ? current.map(now -> awake(now, upper, lower)) : current;
        return speed.flatMap(s -> width.map(w -> new Bottleneck(upper.address(), s, w)));
    }

    /** A GPU lowers its link while it idles; under load it returns to the target speed both ends support. */
    private static LinkSpeed awake(LinkSpeed now, PciFunction upper, PciFunction gpu) {
        return Stream.of(
                        upper.link().flatMap(Link::targetSpeed),
                        upper.link().flatMap(Link::maxSpeed),
                        gpu.link().flatMap(Link::maxSpeed))
                .flatMap(fact -> fact.asOptional().stream())
                .min(Comparator.naturalOrder())
                .filter(target -> target.compareTo(now) > 0)
                .orElse(now);
    }
}
