// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Set;

/**
 * Which paths are wanted.
 *
 * @param targets the kinds of function whose memory is asked about
 * @param allNics every network function, not only those that do RDMA
 * @param allFunctions list each VF of a row even where all are alike
 */
public record PathSelection(Set<Roles.TargetKind> targets, boolean allNics, boolean allFunctions) {
    /** RDMA NICs to GPUs. */
    public static final PathSelection DEFAULT = new PathSelection(Set.of(Roles.TargetKind.GPU), false, false);

    public PathSelection {
        targets = Set.copyOf(targets);
    }
}
