// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.EnumSet;
import java.util.Set;
import org.peerpath.pci.Topology;

/**
 * Which paths are judged.
 *
 * @param pairs who sends to whom; empty for what a host is asked for by itself, see {@link #on}
 * @param allNics whether network functions without RDMA count as NICs even where others have it
 * @param allFunctions whether every row lists the NIC's virtual functions, not only those that differ
 */
public record PathSelection(Set<PairKind> pairs, boolean allNics, boolean allFunctions) {
    /** RDMA NICs to GPUs; where there is no network card at all, GPUs to GPUs. */
    public static final PathSelection DEFAULT = new PathSelection(Set.of(), false, false);

    public PathSelection {
        pairs = Set.copyOf(pairs);
    }

    /** The kinds of pairs asked for on a host: unless told, NICs and GPUs, and GPUs among themselves where no NIC is. */
    public Set<PairKind> on(Topology topology) {
        if (!pairs.isEmpty()) {
            return pairs;
        }
        return EnumSet.of(amongGpus(topology) ? PairKind.GPU_GPU : PairKind.NIC_GPU);
    }

    /** The same with the pairs that decide how a host is, should they not be asked for. */
    public PathSelection withDefault(Topology topology) {
        Set<PairKind> all = EnumSet.copyOf(on(topology));
        all.addAll(DEFAULT.on(topology));
        return new PathSelection(all, allNics, allFunctions);
    }

    /** Whether a host has several GPUs and no network card: its question is whether GPUs reach each other. */
    public static boolean amongGpus(Topology topology) {
        return Roles.nics(topology, true).isEmpty()
                && Roles.targets(topology, Roles.TargetKind.GPU).size() > 1;
    }
}
