// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import org.peerpath.pci.Resources;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/**
 * The 64-bit window that the guest's firmware must keep for BARs: the next power of two above their sum, since a BAR lies at
 * a multiple of its size (method of vladikr/iommu-pci-checker).
 */
final class MemoryWindow {
    private static final int GIBI = 30;

    private MemoryWindow() {}

    /** Returns its size in GiB; empty where the sizes of a function's BARs were not read. */
    static OptionalLong gibibytes(Topology topology, Collection<Address> functions) {
        long sum = 0;
        for (Address function : functions) {
            Optional<Resources> resources =
                    topology.find(function).flatMap(f -> Resources.of(f.facts()).asOptional());
            if (resources.isEmpty()) {
                return OptionalLong.empty();
            }
            for (Resources.Region bar : resources.get().bars()) {
                sum += bar.wide() && bar.size() > 0 && bar.size() < 1L << 50 ? bar.size() : 0;
            }
        }
        long gibibytes = (sum >> GIBI) + 1;
        return OptionalLong.of(Long.highestOneBit(gibibytes) << 1);
    }
}
