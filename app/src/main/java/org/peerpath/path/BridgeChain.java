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
record BridgeChain(List<PciFunction> bridges, Optional<Message> missing) {
    static BridgeChain above(Topology topology, Address function) {
        Topology.Place place = topology.place(function);
        return new BridgeChain(
                place.chain().stream().map(topology::get).toList(),
                place.chainKnown() ? Optional.empty() : Optional.of(Message.of("unknown.chain", function)));
    }

    /** The part below one of the bridges, which nothing is missing of. */
    BridgeChain below(Address bridge) {
        return new BridgeChain(
                bridges.stream().takeWhile(b -> !b.address().equals(bridge)).toList(), Optional.empty());
    }
}
