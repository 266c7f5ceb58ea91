// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Judges isolation (docs/routing.md 6): an IOMMU that translates for the requester, and on both chains every root and
 * downstream port with Source Validation, both redirects and Upstream Forwarding on and Egress Control off: the flags
 * that the kernel asks for before it gives a function a group of its own (drivers/iommu/iommu.c REQ_ACS_FLAGS). Not
 * thread-safe: it remembers what it read.
 */
final class Isolations {
    private static final List<AcsBit> NEEDED = List.of(AcsBit.SV, AcsBit.RR, AcsBit.CR, AcsBit.UF);

    private final HostModel host;
    private final Map<Address, Reason> ports = new HashMap<>();

    Isolations(HostModel host) {
        this.host = host;
    }

    IsolationReport judge(Scenario scenario, PciFunction requester, Address target) {
        BridgeChain from = BridgeChain.above(host.topology(), requester.address());
        BridgeChain to = BridgeChain.above(host.topology(), target);
        Optional<Message> unread = from.missing().or(to::missing);
        Set<Address> seen = new HashSet<>();
        List<Reason> reasons = Stream.concat(
                        Stream.of(translated(scenario, requester)),
                        Stream.concat(from.bridges().stream(), to.bridges().stream())
                                .filter(bridge -> seen.add(bridge.address()))
                                .map(bridge -> ports.computeIfAbsent(bridge.address(), address -> port(bridge))))
                .toList();
        for (Reason reason : reasons) {
            if (reason.holds().knownToBe(h -> !h)) {
                return new IsolationReport(Isolation.OPEN, reason.ifNot());
            }
        }
        for (Reason reason : reasons) {
            unread = unread.or(() -> reason.holds().whyUnknown());
        }
        if (from.bridges().isEmpty() || to.bridges().isEmpty()) {
            unread = unread.or(() -> Optional.of(Message.of("isolation.unknown.no-port")));
        }
        return unread.map(why -> new IsolationReport(Isolation.UNKNOWN, why))
                .orElseGet(() -> new IsolationReport(Isolation.ENFORCED, enforced(from)));
    }

    /** What passes a port with Direct Translated P2P is checked by nobody but the cache it was translated by. */
    private static Message enforced(BridgeChain from) {
        return from.bridges().stream()
                .filter(port -> UpstreamWalk.on(port, AcsBit.DT).knownToBe(on -> on))
                .findFirst()
                .map(port -> Message.of("isolation.enforced.trusting", port.address()))
                .orElseGet(() -> Message.of("isolation.enforced"));
    }

    /** One thing that isolation needs, and what to say where it does not hold. */
    private record Reason(Fact<Boolean> holds, Message ifNot) {}

    private Reason translated(Scenario scenario, PciFunction requester) {
        Fact<Boolean> served = host.iommu().serves(requester.facts());
        if (served.knownToBe(s -> !s)) {
            return new Reason(served, Message.of("isolation.open.no-iommu", requester.address()));
        }
        Fact<Boolean> assigned = switch (scenario) {
            case VM -> Fact.known(true);
            case AS_IS -> Ownership.heldByVfio(requester.facts());
            case BARE_METAL -> Fact.known(false);
        };
        Fact<Boolean> byDomain = host.iommu().groupOf(requester.facts()).flatMap(IommuGroup::translates);
        // An identity domain is what a host driver uses; whether one drives the function must then be known.
        Fact<Boolean> translates = assigned.isUnknown() && byDomain.knownToBe(t -> !t)
                ? assigned
                : assigned.knownToBe(a -> a) ? served : byDomain;
        return new Reason(translates, Message.of("isolation.open.identity", requester.address()));
    }

    private static Reason port(PciFunction port) {
        if (port.portType().isAbsent() || port.portType().knownToBe(Isolations::leadsToABus)) {
            // What is on a PCI bus is reached by all on it and shows no requester of its own (drivers/pci/pci.c
            // pci_acs_enabled).
            return new Reason(Fact.known(false), Message.of("isolation.open.pci-bridge", port.address()));
        }
        Fact<Boolean> holds =
                port.portType().flatMap(type -> type.isDownstreamFacing() ? isolates(port) : Fact.known(true));
        return new Reason(
                holds.isUnknown()
                        ? Fact.unknown(Message.of(
                                "unknown.route.port",
                                port.address(),
                                holds.whyUnknown().orElseThrow()))
                        : holds,
                Message.of("isolation.open.port", port.address()));
    }

    private static boolean leadsToABus(PortType type) {
        return type == PortType.PCIE_TO_PCI_BRIDGE || type == PortType.PCI_TO_PCIE_BRIDGE;
    }

    private static Fact<Boolean> isolates(PciFunction port) {
        Fact<Acs> acs = port.acs();
        if (acs.isAbsent()) {
            return Fact.known(false);
        }
        return acs.flatMap(a -> {
            Fact<Boolean> all = a.on(AcsBit.EC).map(on -> !on);
            for (AcsBit bit : NEEDED) {
                all = and(all, a.implemented(bit).flatMap(i -> i ? a.on(bit) : Fact.known(true)));
            }
            return all;
        });
    }

    /** False wins over unknown. */
    private static Fact<Boolean> and(Fact<Boolean> one, Fact<Boolean> other) {
        if (one.knownToBe(o -> !o) || other.knownToBe(o -> !o)) {
            return Fact.known(false);
        }
        return one.isUnknown() ? one : other;
    }
}
