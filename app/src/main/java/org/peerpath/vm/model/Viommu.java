// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * An IOMMU that the VMM shows to the guest.
 *
 * @param kind {@code intel}, {@code amd}, {@code virtio}, {@code smmuv3}
 * @param addressBits the width of its addresses; empty where the VMM's default holds
 * @param bus the only root bus it serves; empty where it serves all
 * @param bypassed root buses that it leaves out ({@code bypass_iommu})
 * @param nested whether the guest's tables are used by the hardware ({@code x-flts}, {@code accel}): needs iommufd
 */
public record Viommu(String kind, OptionalInt addressBits, Optional<String> bus, Set<String> bypassed, boolean nested) {
    public Viommu {
        bypassed = Set.copyOf(bypassed);
    }

    /** Returns whether it stands between a root bus and the guest's memory. */
    public boolean serves(String rootBus) {
        return bus.map(rootBus::equals).orElse(!bypassed.contains(rootBus));
    }
}
