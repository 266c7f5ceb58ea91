// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.snapshot.Address;

/**
 * A function as the VMM sees it inside the guest ({@code query-pci}, {@code info pci}, {@code info qtree}).
 *
 * @param guest its address there; empty where the source does not tell ({@code info mtree})
 * @param id the VMM's name for it; empty if it has none
 * @param host the host's function, where the source tells
 * @param vendor vendor id
 * @param device device id
 * @param bars its memory BARs
 */
public record GuestFunction(
        Optional<Address> guest,
        String id,
        Optional<Address> host,
        OptionalInt vendor,
        OptionalInt device,
        List<GuestBar> bars) {
    public GuestFunction {
        bars = List.copyOf(bars);
    }
}
