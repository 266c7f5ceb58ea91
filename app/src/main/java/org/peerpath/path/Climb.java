// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.Optional;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * The bridges between a function and the root complex.
 *
 * @param bridges nearest first
 * @param missing said where the source does not show all of them
 */
record Climb(List<PciFunction> bridges, Optional<Message> missing) {
    static Climb above(Topology topology, Address function) {
        Topology.Place place = topology.place(function);
        return new Climb(
                place.chain().stream().map(topology::get).toList(),
                place.chainKnown() ? Optional.empty() : Optional.of(Message.of("unknown.chain", function)));
    }
}
