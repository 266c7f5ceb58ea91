// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Optional;
import org.peerpath.path.PathReport;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.shape.NcclDistance;

/**
 * The answer for one ordered pair of a VM's functions.
 *
 * @param requester who sends
 * @param target whose memory
 * @param verdict whether data arrive, and on which way
 * @param cause what decides, the first one from the hardware up; empty where everything is as it should be
 * @param certainty how sure that is
 * @param message the sentence about it
 * @param remedy what to do; empty where nothing is to be done
 * @param evidence the lines that settle it
 * @param host the host's verdict; empty where a function is not in what was read of the host
 * @param mapped what the hypervisor does with the target's BAR
 * @param ncclNow what NCCL calls the pair in the guest as it is; empty where the tree is not known
 * @param ncclWithKit what it will call the pair when the guest sees the host's tree
 */
public record VmPair(
        VmFunction requester,
        VmFunction target,
        VmVerdict verdict,
        Optional<VmCause> cause,
        Certainty certainty,
        Message message,
        Optional<Message> remedy,
        List<VmEvent> evidence,
        Optional<PathReport> host,
        Mapping.State mapped,
        Optional<NcclDistance> ncclNow,
        Optional<NcclDistance> ncclWithKit) {
    public VmPair {
        evidence = List.copyOf(evidence);
    }

    /** Returns whether it goes from a NIC to a GPU. */
    public boolean isNicToGpu() {
        return requester.role() == VmRole.NIC && target.role() == VmRole.GPU;
    }

    /** Returns whether both ends are GPUs. */
    public boolean isGpuToGpu() {
        return requester.role() == VmRole.GPU && target.role() == VmRole.GPU;
    }
}
