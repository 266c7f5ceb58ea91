// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.Link;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** Routes one path's requests and completions (docs/routing.md 1, 2 and 5). A pure function of the tree and its sockets. */
final class Router {
    private static final int WHOLE_VECTOR = 256;

    private final Topology topology;
    private final Sockets sockets;

    Router(Topology topology, Sockets sockets) {
        this.topology = topology;
        this.sockets = sockets;
    }

    /** The three routes a path can have, whichever function below the same port sends. */
    record Routes(CommonUpstream meeting, Route physical, Route iommuAddress, Route translated) {
        /** The route of untranslated requests that carry this kind of address. */
        Route untranslated(AddressKind kind) {
            return switch (kind) {
                case PHYSICAL -> physical;
                case IOMMU -> iommuAddress;
                case UNKNOWN ->
                    physical.outcome() == iommuAddress.outcome()
                            ? physical
                            : Route.unknown(Message.of("unknown.address-kind"));
            };
        }
    }

    Routes route(Address requester, Address target) {
        CommonUpstream meeting = CommonUpstream.of(topology, requester, target);
        return switch (meeting) {
            case CommonUpstream.Unclear(Message why, Optional<Integer> steps) -> {
                Route unknown = Route.unknown(why);
                yield new Routes(
                        meeting, unknown, unknown, blockedTranslation(requester).orElse(unknown));
            }
            case CommonUpstream.NoCommonBridge apart -> {
                Route through = validated(requester, Route.rootComplex(crossing(requester, target)), Optional.empty());
                yield new Routes(meeting, through, through, translated(requester, through));
            }
            case CommonUpstream.SharedSwitch shared -> {
                Turn untranslated = turn(shared, false);
                Optional<PciFunction> top = Optional.of(shared.upstreamPort());
                Route physical = validated(requester, requested(untranslated, shared), top);
                Route iommuAddress =
                        validated(requester, iommuAddress(topology.get(requester), untranslated, shared), top);
                // A translation request goes all the way up before.
                Route translated = validated(
                        requester, translated(requester, requested(turn(shared, true), shared)), Optional.empty());
                yield new Routes(
                        meeting,
                        answered(physical, shared),
                        answered(iommuAddress, shared),
                        answered(translated, shared));
            }
        };
    }

    // Requests

    /** What the requester-side port does with a request for its peer. */
    private sealed interface Turn {
        record Direct(Rule rule) implements Turn {}

        record Up(Rule rule) implements Turn {}

        record Refused(Rule rule) implements Turn {}

        record Unread(Message why) implements Turn {}

        /** The port was read, but not which way its egress vector points. */
        record VectorUnread(Message why) implements Turn {}
    }

    /** The table of docs/routing.md 2 at the requester-side port: the first condition that holds wins. */
    private static Turn turn(CommonUpstream.SharedSwitch shared, boolean translated) {
        PciFunction port = shared.requesterPort();
        if (port.portType().isUnknown()) {
            return unread(port, port.portType());
        }
        if (translated) {
            Fact<Boolean> direct = UpstreamWalk.on(port, AcsBit.DT);
            if (direct.isUnknown()) {
                return unread(port, direct);
            }
            if (direct.knownToBe(on -> on)) {
                return new Turn.Direct(Rule.DIRECT_TRANSLATED_P2P);
            }
        }
        Fact<Boolean> egress = UpstreamWalk.on(port, AcsBit.EC);
        Fact<Boolean> redirect = UpstreamWalk.on(port, AcsBit.RR);
        if (egress.isUnknown()) {
            return unread(port, egress);
        }
        if (egress.knownToBe(on -> on)) {
            Fact<Boolean> refused = port.acs().flatMap(acs -> vectorBit(acs, shared.targetPort()));
            if (refused.isUnknown()) {
                return new Turn.VectorUnread(refused.whyUnknown().orElseThrow());
            }
            if (refused.knownToBe(set -> !set)) {
                return new Turn.Direct(Rule.P2P_EGRESS_CONTROL);
            }
            if (redirect.knownToBe(on -> !on)) {
                return new Turn.Refused(Rule.P2P_EGRESS_CONTROL);
            }
        }
        if (redirect.isUnknown()) {
            return unread(port, redirect);
        }
        return redirect.knownToBe(on -> on)
                ? new Turn.Up(Rule.P2P_REQUEST_REDIRECT)
                : new Turn.Direct(Rule.NO_REDIRECT);
    }

    private static Turn unread(PciFunction port, Fact<?> fact) {
        return new Turn.Unread(Message.of(
                "unknown.route.port", port.address(), fact.whyUnknown().orElseThrow()));
    }

    /** The egress control vector's bit for the peer port: its Port Number (PCIe 7.7.11.4). */
    private static Fact<Boolean> vectorBit(Acs acs, PciFunction peer) {
        Fact<Integer> number = peer.link().flatMap(Link::portNumber);
        if (number.isAbsent()) {
            return Fact.unknown(Message.of("unknown.route.port-number", peer.address()));
        }
        int size = acs.egressVectorSize() == 0 ? WHOLE_VECTOR : acs.egressVectorSize();
        return number.flatMap(n -> {
            if (n >= size) {
                return Fact.unknown(Message.of("unknown.route.vector-short", n, size));
            }
            Fact<Bytes> vector = acs.egressVector();
            return vector.isAbsent()
                    ? Fact.unknown(Message.of("unknown.route.vector"))
                    : vector.flatMap(bytes -> n / 8 < bytes.length()
                            ? Fact.known((bytes.at(n / 8) >> (n % 8) & 1) != 0)
                            : Fact.unknown(Message.of("unknown.route.vector")));
        });
    }

    /** The route of a request whose address the switch understands. */
    private static Route requested(Turn turn, CommonUpstream.SharedSwitch shared) {
        PciFunction port = shared.requesterPort();
        return switch (turn) {
            case Turn.Direct(Rule rule) -> Route.decided(Outcome.INSIDE_SWITCH, Decision.at(port, rule));
            case Turn.Refused(Rule rule) -> Route.blocked(Decision.at(port, rule));
            case Turn.Unread(Message why) -> Route.unknown(why);
            case Turn.VectorUnread(Message why) -> Route.unknown(why);
            case Turn.Up(Rule rule) ->
                switch (UpstreamWalk.forwarded(shared.above())) {
                    case UpstreamWalk.Passes passes -> Route.decided(Outcome.DETOUR, Decision.at(port, rule));
                    case UpstreamWalk.Stopped(Decision by) -> Route.blocked(by);
                    case UpstreamWalk.Unread(Message why) -> Route.unknown(why);
                };
        };
    }

    /**
     * An IOMMU address normally misses every window of the switch, so it goes up whatever the port would do. A port that
     * was not read leaves it unknown all the same: nothing that rests on an unread port is promised.
     *
     * <p>A Data Direct function is there to meet the GPU's window: its VM is given the GPU's BARs at the very addresses they
     * have on the host, so that they hit (without ATS, which Grace has not, nothing else makes them direct). Whether the VM
     * is, no register tells.
     */
    private static Route iommuAddress(PciFunction requester, Turn turn, CommonUpstream.SharedSwitch shared) {
        return switch (turn) {
            case Turn.Unread(Message why) -> Route.unknown(why);
            case Turn.Direct direct
            when DataDirect.is(requester) ->
                Route.unknown(Message.of("unknown.route.guest-addresses", requester.address()));
            case Turn.Up(Rule rule) -> Route.decided(Outcome.DETOUR, Decision.at(shared.requesterPort(), rule));
            case Turn.Direct direct -> iommuAddressUp(shared);
            case Turn.Refused refused -> iommuAddressUp(shared);
            case Turn.VectorUnread vector -> iommuAddressUp(shared);
        };
    }

    private static Route iommuAddressUp(CommonUpstream.SharedSwitch shared) {
        return Route.decided(Outcome.DETOUR, Decision.at(shared.requesterPort(), Rule.IOMMU_ADDRESS));
    }

    /** What is left of a translated request's route after every port up to the root had a chance to block it. */
    private Route translated(Address requester, Route otherwise) {
        return switch (UpstreamWalk.translated(BridgeChain.above(topology, requester))) {
            case UpstreamWalk.Passes passes -> otherwise;
            case UpstreamWalk.Stopped(Decision by) -> Route.blocked(by);
            case UpstreamWalk.Unread(Message why) ->
                otherwise.outcome() == Outcome.BLOCKED ? otherwise : Route.unknown(why);
        };
    }

    /**
     * What is left of a route after the ports on it had a chance to refuse the requester's bus number.
     *
     * @param top the upstream port of the switch that both ends share
     */
    private Route validated(Address requester, Route otherwise, Optional<PciFunction> top) {
        BridgeChain above = BridgeChain.above(topology, requester);
        int expected = topology.physicalFunction(requester).orElse(requester).bus();
        boolean inside = top.isPresent() && otherwise.outcome() == Outcome.INSIDE_SWITCH;
        BridgeChain passed = inside ? above.below(top.get().address()) : above;
        return switch (UpstreamWalk.validated(passed, requester.bus(), expected)) {
            case UpstreamWalk.Passes passes -> otherwise;
            case UpstreamWalk.Stopped(Decision by) -> Route.blocked(by);
            case UpstreamWalk.Unread(Message why) ->
                otherwise.outcome() == Outcome.BLOCKED || requester.bus() == expected ? otherwise : Route.unknown(why);
        };
    }

    private Optional<Route> blockedTranslation(Address requester) {
        return UpstreamWalk.translated(BridgeChain.above(topology, requester))
                        instanceof UpstreamWalk.Stopped(Decision by)
                ? Optional.of(Route.blocked(by))
                : Optional.empty();
    }

    private Optional<Route.Crossing> crossing(Address one, Address other) {
        boolean placed =
                topology.place(one).chainKnown() && topology.place(other).chainKnown();
        if (placed
                && topology.place(one).hostBridge().equals(topology.place(other).hostBridge())) {
            return Optional.of(Route.Crossing.HOST_BRIDGE);
        }
        return node(one)
                .flatMap(here -> node(other).flatMap(there -> sockets.shared(here, there)))
                .map(shared -> shared ? Route.Crossing.HOST_BRIDGE : Route.Crossing.SOCKET);
    }

    /** Empty where the firmware names none (-1). */
    private Optional<Integer> node(Address function) {
        return topology.get(function)
                .facts()
                .text(Attributes.NUMA_NODE)
                .asOptional()
                .map(String::strip)
                .filter(node -> node.matches("\\d{1,6}"))
                .map(Integer::valueOf);
    }

    // Completions

    /** A route that lets requests through gets its answers; one that does not has none. */
    private static Route answered(Route request, CommonUpstream.SharedSwitch shared) {
        return request.outcome() == Outcome.BLOCKED ? request : request.with(completion(shared));
    }

    private static Completion completion(CommonUpstream.SharedSwitch shared) {
        PciFunction port = shared.targetPort();
        Fact<Boolean> redirect = port.portType().flatMap(type -> UpstreamWalk.on(port, AcsBit.CR));
        if (redirect.isUnknown()) {
            return new Completion(Outcome.INSIDE_SWITCH, Outcome.UNKNOWN, Optional.empty());
        }
        if (!redirect.knownToBe(on -> on)) {
            return new Completion(
                    Outcome.INSIDE_SWITCH, Outcome.INSIDE_SWITCH, Optional.of(Decision.at(port, Rule.NO_REDIRECT)));
        }
        return switch (UpstreamWalk.forwarded(shared.above())) {
            case UpstreamWalk.Passes passes -> strict(Outcome.DETOUR, Decision.at(port, Rule.P2P_COMPLETION_REDIRECT));
            case UpstreamWalk.Stopped(Decision by) -> strict(Outcome.BLOCKED, by);
            case UpstreamWalk.Unread unread -> strict(Outcome.UNKNOWN, Decision.at(port, Rule.P2P_COMPLETION_REDIRECT));
        };
    }

    private static Completion strict(Outcome outcome, Decision by) {
        return new Completion(Outcome.INSIDE_SWITCH, outcome, Optional.of(by));
    }
}
