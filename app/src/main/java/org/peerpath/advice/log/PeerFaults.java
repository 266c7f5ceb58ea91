// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * Refused requests whose memory address is that of another device: peer-to-peer traffic in a domain of the IOMMU that does
 * not map that device. No driver's fault, and the cure is another one.
 */
final class PeerFaults {
    private final Regions regions;

    PeerFaults(Regions regions) {
        this.regions = regions;
    }

    /** Returns the incident as what it is, where its addresses tell. */
    Incident of(Incident incident) {
        if (incident.signature() != Signature.TRANSLATION_FAULT) {
            return incident;
        }
        for (LogEvent event : incident.events()) {
            Optional<Region> region = region(event);
            if (region.isPresent()) {
                Incident peer = new Incident(Signature.PEER_TO_PEER_REFUSED, incident.events());
                peer.tell(Optional.of(Message.of(
                        "log.about.peer",
                        event.function().map(Address::toString).orElse("?"),
                        Integer.toString(region.get().bar()),
                        region.get().function().toString(),
                        Long.toHexString(region.get().start()))));
                return peer;
            }
        }
        return incident;
    }

    private Optional<Region> region(LogEvent event) {
        List<Region> found = event.addresses().stream()
                .flatMap(address -> regions.holding(address).stream())
                .filter(region -> event.function()
                        .filter(f -> f.sameDevice(region.function()))
                        .isEmpty())
                .toList();
        return found.stream().findFirst();
    }
}
