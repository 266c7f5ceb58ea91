// SPDX-License-Identifier: Apache-2.0
package org.peerpath.model;

import org.peerpath.hardware.Knowledge;
import org.peerpath.iommu.IommuState;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topologies;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
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
        return of(snapshot, Knowledge.inUse());
    }

    /** The same with what is known about devices. */
    public static HostModel of(Snapshot snapshot, Knowledge knowledge) {
        return new HostModel(snapshot, Topologies.of(snapshot, knowledge), IommuState.of(snapshot));
    }

    /** The same host with one function changed, as a what-if does it; what was read stays as read. */
    public HostModel with(PciFunction changed) {
        return new HostModel(snapshot, topology.with(changed), iommu);
    }

    /**
     * The same host as if another kernel ran on it. Only what rules derive from the release changes; what the kernel at hand
     * has set, its registers, groups and domains, stays as read.
     *
     * @param release as {@code uname -r} would say it
     */
    public HostModel withKernel(String release) {
        Snapshot changed = snapshot.withHost(HostFiles.KERNEL_RELEASE, new Reading.Text(release, "what-if"));
        return new HostModel(changed, topology, IommuState.of(changed));
    }
}
