// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Optional;
import org.peerpath.iommu.Ownership;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Rule;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;

/** Whether the two ends of a path belong to different users: the host and a guest, or two guests. */
final class Owners {
    private Owners() {}

    /** Whether P2P Egress Control keeps the ends of a path apart that belong to different users, as it is meant to. */
    static boolean fenced(HostModel host, PathReport report) {
        return report.verdict() == Outcome.BLOCKED
                && report.decidingRoute().decidedBy().stream().anyMatch(by -> by.rule() == Rule.P2P_EGRESS_CONTROL)
                && differ(host, report);
    }

    /** Whether the two are known to have different users. */
    static boolean differ(HostModel host, PathReport report) {
        PciFunction requester = host.topology().get(report.decidingFunction());
        PciFunction target = host.topology().get(report.target());
        Fact<Boolean> one = Ownership.heldByVfio(requester.facts());
        Fact<Boolean> other = Ownership.heldByVfio(target.facts());
        if (!one.isKnown() || !other.isKnown()) {
            return false;
        }
        if (!one.equals(other)) {
            return Ownership.heldByHost(requester.facts())
                    .knownToBe(
                            held -> held || Ownership.heldByHost(target.facts()).knownToBe(h -> h));
        }
        Optional<String> guest = guest(host, requester);
        Optional<String> otherGuest = guest(host, target);
        return one.knownToBe(held -> held) && guest.isPresent() && otherGuest.isPresent() && !guest.equals(otherGuest);
    }

    /** The guest that has a function now: as libvirt says, else the process that holds it. */
    private static Optional<String> guest(HostModel host, PciFunction function) {
        return VfioHolders.guestOf(function)
                .or(() -> VfioHolders.of(host.snapshot())
                        .asOptional()
                        .flatMap(holders -> holders.holderOf(function))
                        .map(holder -> holder.guest().orElse(holder.process())));
    }
}
