// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.acs.PortSetting;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Link;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;

/**
 * Guards the fences that P2P Egress Control keeps between peers (PCIe 6.12.3): one that keeps a guest's function apart
 * stays; about any other a person decides, who is told whom it fences.
 */
final class Fences {
    private final HostModel host;
    private final Guards guards;

    Fences(HostModel host, Guards guards) {
        this.host = host;
        this.guards = guards;
    }

    /** Asks about every port that loses Egress Control. */
    void check(List<PortSetting> changing) {
        for (PortSetting setting : changing) {
            if (setting.unfences()) {
                check(host.topology().get(setting.port()));
            }
        }
    }

    private void check(PciFunction port) {
        List<PciFunction> fenced = new ArrayList<>();
        host.topology().functions().values().stream()
                .filter(peer -> isPeer(port, peer) && mayFence(port, peer))
                .forEach(peer -> fenced.addAll(below(peer.address())));
        if (fenced.isEmpty()) {
            return;
        }
        List<PciFunction> concerned = new ArrayList<>(fenced);
        concerned.addAll(below(port.address()));
        List<Address> held = concerned.stream()
                .filter(function -> Ownership.heldByVfio(function.facts()).knownToBe(vfio -> vfio))
                .map(PciFunction::address)
                .toList();
        if (held.isEmpty()) {
            guards.ask(
                    GuardId.EGRESS_FENCE,
                    fenced.stream().map(PciFunction::address).distinct().toList());
        } else {
            guards.refuse(GuardId.ISOLATION_IN_USE, held);
        }
    }

    private boolean isPeer(PciFunction port, PciFunction other) {
        Optional<Address> parent = host.topology().place(port.address()).parent();
        return other.kind().isBridge()
                && !other.address().equals(port.address())
                && parent.isPresent()
                && parent.equals(host.topology().place(other.address()).parent());
    }

    /** By the vector's bit for the peer's Port Number (PCIe 7.7.11.4); also where that was not read. */
    private static boolean mayFence(PciFunction port, PciFunction peer) {
        Fact<Bytes> vector = port.acs().flatMap(Acs::egressVector);
        Fact<Integer> number = peer.link().flatMap(Link::portNumber);
        return !number.flatMap(n -> vector.map(bytes -> n / 8 < bytes.length() && (bytes.at(n / 8) >> n % 8 & 1) != 0))
                .knownToBe(set -> !set);
    }

    private List<PciFunction> below(Address port) {
        return host.topology().functions().values().stream()
                .filter(function -> !function.kind().isBridge())
                .filter(function ->
                        host.topology().place(function.address()).chain().contains(port))
                .toList();
    }
}
