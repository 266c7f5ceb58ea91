// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.peerpath.text.Severity;
import org.peerpath.vm.shape.NcclDistance;

/** The state of a VM follows from its pairs and findings alone. */
final class VmStates {
    private VmStates() {}

    static VmState of(JoinedVm vm, List<VmPair> pairs, List<VmFinding> findings, Optional<Mapping> start) {
        boolean error = findings.stream().anyMatch(f -> f.severity() == Severity.ERROR);
        boolean broken = start.isPresent()
                || pairs.stream()
                        .anyMatch(p -> p.verdict() == VmVerdict.NOT_MAPPED || p.verdict() == VmVerdict.WILL_NOT_START)
                || pairs.stream().anyMatch(p -> nearest(p, pairs) && failsOnHost(p));
        if (error || broken) {
            return VmState.BROKEN;
        }
        boolean unknown = pairs.stream().anyMatch(p -> nearest(p, pairs) && p.verdict() == VmVerdict.UNKNOWN)
                || vm.shown().stream().anyMatch(f -> f.role() == VmRole.UNKNOWN)
                || (vm.functions().isEmpty()
                        && (vm.isUnlisted() || !vm.description().requests().isEmpty()));
        if (unknown) {
            return VmState.UNKNOWN;
        }
        return findings.stream().anyMatch(f -> f.severity() == Severity.WARNING) ? VmState.ATTENTION : VmState.OK;
    }

    /** Data do not arrive, or leave a switch that both share. */
    private static boolean failsOnHost(VmPair pair) {
        return pair.verdict().fails() || pair.verdict() == VmVerdict.DETOUR;
    }

    /**
     * Whether a pair counts for the state: a NIC with the nearest GPUs that its VM has; between GPUs only in a VM that has
     * no NIC.
     */
    static boolean nearest(VmPair pair, List<VmPair> pairs) {
        boolean anyNic = pairs.stream().anyMatch(VmPair::isNicToGpu);
        if (!anyNic) {
            return true;
        }
        return pair.isNicToGpu()
                && pairs.stream()
                        .filter(p -> p.isNicToGpu() && p.requester().equals(pair.requester()))
                        .map(VmStates::label)
                        .min(Comparator.naturalOrder())
                        .filter(best -> best.equals(label(pair)))
                        .isPresent();
    }

    /** Where the host's labels are not known, all are equally near. */
    private static NcclDistance label(VmPair pair) {
        return pair.ncclWithKit().orElse(NcclDistance.SYS);
    }
}
