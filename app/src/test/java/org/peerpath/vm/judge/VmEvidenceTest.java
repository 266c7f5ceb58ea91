// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;

/** How sure an answer is where a VM is known in part, and what it quotes. */
class VmEvidenceTest {
    /** A program that holds groups may map BARs for peers or not; it is no QEMU of which that is known. */
    @Test
    void whatAnUnknownVmmMapsIsOnlyPossible() throws Exception {
        VmDescription.Builder vm = new VmDescription.Builder().name("crosvm").kind("process");
        for (String function : List.of(VmHosts.NIC, VmHosts.GPU)) {
            vm.function(AssignedFunction.of(Optional.of(Address.of(function)), function, Backend.TYPE1));
        }
        VmAnswer answer = VmJudge.judge(new VmHosts().kernel("6.14.0").model(), List.of(vm.build()), Optional.empty())
                .vms()
                .getFirst();
        VmPair pair = VmHosts.pair(answer, VmHosts.NIC, VmHosts.GPU);
        assertEquals(
                "inside-switch possible",
                pair.verdict().id() + " " + pair.certainty().id());
    }

    /** A log alone lists no function: a VM of which only that was read is not fine. */
    @Test
    void aLogAloneIsNotFine() throws Exception {
        VmAnswer answer = new VmHosts()
                .answer(List.of("0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported.\n"));
        assertEquals(VmState.UNKNOWN, answer.state());
        assertEquals("vm.doubt.unlisted", answer.vm().doubts().getFirst().key());
    }

    /** The finding quotes the line that is certain, not the first of all. */
    @Test
    void theSurestLineIsQuoted() throws Exception {
        VmAnswer answer = new VmHosts()
                .kernel("7.0.0-14-generic")
                .answer(List.of(VmJudgeTableTest.started(
                        "10.0.2",
                        "7.0.0",
                        "qemu-system-x86_64: warning: IOMMU_IOAS_MAP failed: No such file or directory, PCI BAR?",
                        "qemu-system-x86_64: warning: vfio_container_dma_map(0x5b, 0xfea00000, 0x4000, 0x77) = -14 (Bad address)",
                        "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported.")));
        VmFinding finding = answer.findings().stream()
                .filter(f -> f.cause() == VmCause.IOMMUFD_WITHOUT_DMA_BUF)
                .findFirst()
                .orElseThrow();
        assertTrue(finding.evidence().getLast().args().toString().contains("0000:1b:00.0"), finding::toString);
    }
}
