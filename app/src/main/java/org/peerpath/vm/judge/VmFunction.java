// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.GuestBar;

/**
 * One function of a VM, joined with host and guest.
 *
 * @param assigned what the VMM was told
 * @param guest its address in the guest, where it is known
 * @param predicted the address that firmware is expected to give, where it is not known
 * @param role what it is for
 * @param bars its BARs as the guest placed them; empty where no source tells
 */
public record VmFunction(
        AssignedFunction assigned,
        Optional<Address> guest,
        Optional<Address> predicted,
        VmRole role,
        List<GuestBar> bars) {
    public VmFunction {
        bars = List.copyOf(bars);
    }

    public Optional<Address> host() {
        return assigned.host();
    }

    /** Returns its best name: the host's address, else the VMM's own name. */
    public String name() {
        return host().map(Address::toString).orElse(assigned.id());
    }
}
