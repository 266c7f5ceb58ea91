// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.List;
import java.util.stream.Stream;
import org.peerpath.handover.nccl.NcclLink;
import org.peerpath.snapshot.Address;

/** A part of the host's tree as the guest shall see it. */
public sealed interface KitNode {
    /** Returns the host's link above it. */
    NcclLink link();

    /** Returns the functions in it, in the order of the guest's slots. */
    Stream<Address> functions();

    /** Returns the same behind another link, which data pass too. */
    KitNode behind(NcclLink uplink);

    /**
     * A function to hand over.
     *
     * @param host its address on the host
     * @param link the narrowest link from it to what stands above it here
     */
    record Device(Address host, NcclLink link) implements KitNode {
        @Override
        public Stream<Address> functions() {
            return Stream.of(host);
        }

        @Override
        public KitNode behind(NcclLink uplink) {
            return new Device(host, link.and(uplink));
        }
    }

    /**
     * A switch that several functions share.
     *
     * @param port the host's upstream port
     * @param link the link above it
     * @param below what hangs below it, two at least
     */
    record Switch(Address port, NcclLink link, List<KitNode> below) implements KitNode {
        public Switch {
            below = List.copyOf(below);
        }

        @Override
        public Stream<Address> functions() {
            return below.stream().flatMap(KitNode::functions);
        }

        @Override
        public KitNode behind(NcclLink uplink) {
            return new Switch(port, link.and(uplink), below);
        }
    }
}
