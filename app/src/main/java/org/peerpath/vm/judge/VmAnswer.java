// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;

/**
 * The answer for one VM.
 *
 * @param vm the VM
 * @param name what it is called here
 * @param state its state
 * @param pairs the pairs of its NICs and GPUs
 * @param findings what is worth saying, worst first
 */
public record VmAnswer(JoinedVm vm, String name, VmState state, List<VmPair> pairs, List<VmFinding> findings) {
    public VmAnswer {
        pairs = List.copyOf(pairs);
        findings = List.copyOf(findings);
    }

    /** Returns the pairs that count for the state: each NIC with its nearest GPUs, between GPUs where there is no NIC. */
    public List<VmPair> nearest() {
        return pairs.stream().filter(pair -> VmStates.nearest(pair, pairs)).toList();
    }
}
