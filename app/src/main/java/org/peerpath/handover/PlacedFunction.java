// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.shape.GuestPlace;

/**
 * A function and where the guest will see it.
 *
 * @param host its address on the host
 * @param id what the hypervisor calls it
 * @param place where it stands in the virtual tree; empty where the hypervisor chooses
 * @param guest its address in the guest; empty where nothing tells
 * @param source where that address is from
 * @param guestNode the guest's NUMA node; empty where the domain has none
 * @param moved whether the kit puts it where it stands
 */
public record PlacedFunction(
        Address host,
        String id,
        Optional<GuestPlace> place,
        Optional<Address> guest,
        Source source,
        Optional<Integer> guestNode,
        boolean moved) {

    /** Where a guest's address is from. */
    public enum Source {
        /** Computed from the kit's own shape. */
        PREDICTED("predicted"),
        /** Read in the guest, or fixed by the hypervisor. */
        READ("read"),
        /** Nothing tells it, and it is not made up. */
        UNKNOWN("unknown");

        private final String id;

        Source(String id) {
            this.id = id;
        }

        /** Returns the word used in JSON. */
        public String id() {
            return id;
        }
    }

    /** Returns the same function at an address that was read in the guest. */
    public PlacedFunction read(Address address) {
        return new PlacedFunction(host, id, place, Optional.of(address), Source.READ, guestNode, moved);
    }
}
