// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topologies;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Snapshot;

/**
 * One host, decoded: the immutable thing that every answer is computed from.
 *
 * @param snapshot as read
 * @param topology its functions and their tree
 * @param iommu what the kernel says about its IOMMUs
 */
public record HostModel(Snapshot snapshot, Topology topology, IommuState iommu) {
    /** Decodes what was read; never fails: what cannot be decoded is unknown, with its reason. */
    public static HostModel of(Snapshot snapshot) {
        return new HostModel(snapshot, Topologies.of(snapshot), IommuState.of(snapshot));
    }

    /** The same host with one function changed, as a what-if does it; what was read stays as read. */
    public HostModel with(PciFunction changed) {
        return new HostModel(snapshot, topology.with(changed), iommu);
    }
}
