// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.BusRange;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Whether something moving up gets past the ports on its way (PCIe 6.12.1.1): the checks that every root port and
 * switch downstream port makes, whatever it would do with peer-to-peer traffic.
 */
sealed interface UpstreamWalk {
    /** Nothing stops it. */
    record Passes() implements UpstreamWalk {}

    /** This port does, certainly. */
    record Stopped(Decision by) implements UpstreamWalk {}

    /** No port is known to stop it, but this one was not read. */
    record Unread(Message why) implements UpstreamWalk {}

    /** What one port does. */
    @FunctionalInterface
    interface Check {
        /** Known true: stops; known false: passes. */
        Fact<Boolean> stops(PciFunction port);
    }

    /**
     * A redirected request or completion for something below these ports: each must have Upstream Forwarding.
     *
     * @param ports the bridges above the shared switch
     */
    static UpstreamWalk forwarded(BridgeChain ports) {
        return past(ports, Rule.UPSTREAM_FORWARDING_OFF, UpstreamWalk::refusesToForward);
    }

    /**
     * A translated request, or the translation request before it.
     *
     * @param ports every bridge above the requester
     */
    static UpstreamWalk translated(BridgeChain ports) {
        return past(ports, Rule.TRANSLATION_BLOCKING, port -> on(port, AcsBit.TB));
    }

    /**
     * Any request of a function: ports with Source Validation want its bus number within their range. A VF's may lie beyond,
     * where a port was not given enough buses.
     *
     * @param ports the bridges that it passes
     * @param bus its bus number
     * @param expected the bus it would have if nothing were wrong, which is below every port
     */
    static UpstreamWalk validated(BridgeChain ports, int bus, int expected) {
        return past(
                ports,
                Rule.SOURCE_VALIDATION,
                port -> outside(port, bus, expected)
                        .flatMap(outside -> outside ? on(port, AcsBit.SV) : Fact.known(false)));
    }

    private static Fact<Boolean> outside(PciFunction port, int bus, int expected) {
        Fact<BusRange> range = port.bridge();
        return bus == expected && !range.isKnown()
                ? Fact.known(false)
                : range.map(r -> bus < r.secondary() || bus > r.subordinate());
    }

    private static UpstreamWalk past(BridgeChain climb, Rule rule, Check check) {
        Optional<Message> unread = Optional.empty();
        for (PciFunction port : climb.bridges()) {
            Fact<Boolean> stops =
                    port.portType().flatMap(type -> type.isDownstreamFacing() ? check.stops(port) : Fact.known(false));
            if (stops.knownToBe(s -> s)) {
                return new Stopped(Decision.at(port, rule));
            }
            if (unread.isEmpty()) {
                unread = stops.whyUnknown().map(why -> Message.of("unknown.route.port", port.address(), why));
            }
        }
        return unread.or(climb::missing).<UpstreamWalk>map(Unread::new).orElseGet(Passes::new);
    }

    /**
     * Upstream Forwarding implemented and off. Without the capability bit it counts as hard-wired on. A downstream port
     * without ACS does not forward; a root port without ACS lets the request through, and what the root complex then
     * does is the platform's affair (docs/routing.md 2).
     */
    private static Fact<Boolean> refusesToForward(PciFunction port) {
        if (port.acs().isAbsent()) {
            return Fact.known(port.portType().knownToBe(type -> type == PortType.DOWNSTREAM_PORT));
        }
        return port.acs()
                .flatMap(acs -> acs.implemented(AcsBit.UF)
                        .flatMap(implemented -> implemented ? acs.on(AcsBit.UF).map(on -> !on) : Fact.known(false)));
    }

    /** A control of a port; off where the port has no ACS capability. */
    static Fact<Boolean> on(PciFunction port, AcsBit bit) {
        Fact<Acs> acs = port.acs();
        return acs.isAbsent() ? Fact.known(false) : acs.flatMap(a -> a.on(bit));
    }
}
