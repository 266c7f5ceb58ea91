// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;

/** Who sends to whom in a path. */
public enum PairKind {
    NIC_GPU,
    NIC_NVME,
    NVME_GPU,
    GPU_GPU;

    /** The word of {@code --pairs} and JSON, for example {@code nic-gpu}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind with this word. */
    public static Optional<PairKind> of(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    /** The kind of a pair by the roles of its ends; a sender that is neither GPU nor drive counts as a NIC. */
    static PairKind between(PciFunction requester, PciFunction target) {
        if (Roles.isNvme(target)) {
            return NIC_NVME;
        }
        if (Roles.isNvme(requester)) {
            return NVME_GPU;
        }
        return Roles.isGpu(requester) ? GPU_GPU : NIC_GPU;
    }

    /** The functions that send in paths of this kind, by address. */
    public List<PciFunction> requesters(Topology topology, boolean allNics) {
        return switch (this) {
            case NIC_GPU, NIC_NVME -> Roles.nics(topology, allNics);
            case NVME_GPU -> Roles.targets(topology, Roles.TargetKind.NVME);
            case GPU_GPU -> targets(topology);
        };
    }

    /** The functions whose memory paths of this kind lead to, by address. */
    public List<PciFunction> targets(Topology topology) {
        return Roles.targets(topology, this == NIC_NVME ? Roles.TargetKind.NVME : Roles.TargetKind.GPU);
    }

    /**
     * Whether the closest pairs of this kind decide how a host is: those of NICs, and those of GPUs where there is no
     * network card.
     */
    public boolean counts(Topology topology) {
        return switch (this) {
            case NIC_GPU -> true;
            case NIC_NVME, NVME_GPU -> false;
            case GPU_GPU -> PathSelection.amongGpus(topology);
        };
    }
}
