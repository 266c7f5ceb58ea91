// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.text.Texts;

/** Every kind of event, from a line built by the kernel's own format string. */
class EventsTest {
    static Stream<Arguments> lines() {
        return Stream.of(
                line(EventKind.HARD_LOCKUP, "watchdog: CPU5: Watchdog detected hard LOCKUP on cpu 0", ""),
                line(EventKind.HARD_LOCKUP, "NMI watchdog: Watchdog detected hard LOCKUP on cpu 144", ""),
                line(EventKind.SOFT_LOCKUP, "watchdog: BUG: soft lockup - CPU#213 stuck for 26s! [a:1]", ""),
                line(EventKind.RCU_STALL, "rcu: INFO: rcu_preempt self-detected stall on CPU", ""),
                line(EventKind.HUNG_TASK, "INFO: task kmcheck:72 blocked for more than 122 seconds.", ""),
                line(EventKind.OOPS, "BUG: unable to handle page fault for address: ffffffffabe20660", ""),
                line(EventKind.BUG, "kernel BUG at drivers/iommu/iova.c:254!", ""),
                line(EventKind.PANIC, "Kernel panic - not syncing: Hard LOCKUP", ""),
                line(
                        EventKind.VTD_INVALIDATION_TIMEOUT,
                        "DMAR: VT-d detected Invalidation Time-out Error: SID 1702",
                        "0000:17:00.2"),
                line(EventKind.VTD_INVALIDATION_TIMEOUT, "DMAR: VT-d detected Invalidation Time-out Error: SID 0", ""),
                line(EventKind.VTD_QUEUE_ERROR, "DMAR: VT-d detected Invalidation Queue Error: Reason f", ""),
                line(EventKind.VTD_COMPLETION_ERROR, "DMAR: VT-d detected Invalidation Completion Error: SID ffff", ""),
                line(
                        EventKind.VTD_FAULT,
                        "DMAR: [DMA Read NO_PASID] Request device [17:00.2] fault addr 0x7f0000 [fault reason 0x06] PTE "
                                + "Read access is not set",
                        "0000:17:00.2"),
                line(
                        EventKind.VTD_FAULT,
                        "DMAR: [DMA Write] Request device [0000:05:00.0] PASID ffffffff fault addr 69974000 [fault "
                                + "reason 05] PTE Write access is not set",
                        "0000:05:00.0"),
                line(
                        EventKind.AMD_WAIT_TIMEOUT,
                        "AMD-Vi: IOMMU 0000:c0:00.2: Completion-Wait loop timed out",
                        "0000:c0:00.2"),
                line(EventKind.AMD_WAIT_TIMEOUT, "AMD-Vi: Completion-Wait loop timed out", ""),
                line(
                        EventKind.AMD_INVALIDATION_TIMEOUT,
                        "iommu ivhd0: AMD-Vi: Event logged [IOTLB_INV_TIMEOUT device=0000:17:00.0 address=0x42b5b01a0]",
                        "0000:17:00.0"),
                line(
                        EventKind.AMD_PAGE_FAULT,
                        "mlx5_core 0000:c1:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x002f address=0x24d08000 "
                                + "flags=0x0000]",
                        "0000:c1:00.0"),
                line(
                        EventKind.AMD_BAD_REQUEST,
                        "AMD-Vi: Event logged [INVALID_DEVICE_REQUEST device=0000:01:00.0 pasid=0x00000 address=0x0 "
                                + "flags=0x0a00]",
                        "0000:01:00.0"),
                line(
                        EventKind.SMMU_INVALIDATION_TIMEOUT,
                        "arm-smmu-v3 arm-smmu-v3.0.auto: CMDQ error (cons 0x0100b1b7): ATC invalidate timeout",
                        ""),
                line(
                        EventKind.SMMU_SYNC_TIMEOUT,
                        "arm-smmu-v3 arm-smmu-v3.0.auto: CMD_SYNC timeout at 0x0000b1b7 [hwprod 0x0000b1c0, hwcons "
                                + "0x0000b1b7]",
                        ""),
                line(EventKind.SMMU_EVENT, "arm-smmu-v3 arm-smmu-v3.0.auto: event 0x10 received:", ""),
                line(
                        EventKind.SMMU_EVENT,
                        "arm-smmu-v3 arm-smmu-v3.0.auto: event: F_TRANSLATION client: 0000:01:00.0 sid: 0x100 ssid: 0x0 "
                                + "iova: 0xff ipa: 0x0",
                        "0000:01:00.0"),
                line(
                        EventKind.SMMU_GLOBAL_ERROR,
                        "arm-smmu-v3 arm-smmu-v3.0.auto: device has entered Service Failure Mode!",
                        ""),
                line(
                        EventKind.AER_ERROR,
                        "pcieport 0000:17:00.0: PCIe Bus Error: severity=Uncorrectable (Non-Fatal), type=Transaction "
                                + "Layer, (Requester ID)",
                        "0000:17:00.0"),
                line(
                        EventKind.AER_MESSAGE,
                        "pcieport 0004:00:00.0: AER: Multiple Uncorrectable (Fatal) error message received from "
                                + "0004:01:00.0",
                        "0004:01:00.0"),
                line(
                        EventKind.DPC,
                        "pcieport 0000:00:1b.0: DPC: containment event, status:0x1f01 source:0x0000",
                        "0000:00:1b.0"),
                line(
                        EventKind.DEVICE_GONE,
                        "vfio-pci 0000:3f:00.0: Unable to change power state from D0 to D3hot, device inaccessible",
                        "0000:3f:00.0"),
                line(EventKind.LINK_DOWN, "pcieport 0000:17:01.0: pciehp: Slot(108): Link Down", "0000:17:01.0"),
                line(EventKind.ATS_DISABLED, "pci 0000:0b:00.0: disabling ATS", "0000:0b:00.0"),
                line(
                        EventKind.RESET_FAILED,
                        "vfio-pci 0000:05:00.3: not ready 65535ms after FLR; giving up",
                        "0000:05:00.3"),
                line(
                        EventKind.SRIOV_NO_MEMORY,
                        "mlx5_core 0000:b0:00.0: not enough MMIO resources for SR-IOV",
                        "0000:b0:00.0"),
                line(
                        EventKind.SRIOV_NO_BUSES,
                        "mlx5_core 0000:b0:00.0: can't enable 64 VFs (bus b2 out of range of [bus b0-b1])",
                        "0000:b0:00.0"),
                line(
                        EventKind.SRIOV_NO_INTERRUPTS,
                        "ice 0000:b0:00.0: Only 0 MSI-X interrupts available for SR-IOV. Not enough to support minimum "
                                + "of 2 MSI-X interrupts per VF for 8 VFs",
                        "0000:b0:00.0"),
                line(
                        EventKind.NO_MEMORY_SPACE,
                        "pci 0000:0a:00.0: BAR 0 [mem size 0x00040000]: failed to assign",
                        "0000:0a:00.0"),
                line(EventKind.GROUP_FAILED, "pci 0000:81:00.2: Failed to add to iommu group 52: -16", "0000:81:00.2"),
                line(
                        EventKind.SRIOV_BUSY,
                        "mlx5_core 0000:b0:00.0: 4 VFs already enabled. Disable before enabling 8 VFs",
                        "0000:b0:00.0"),
                line(
                        EventKind.VFIO_RMRR,
                        "vfio-pci 0000:03:00.0: Device is ineligible for IOMMU domain attach due to platform RMRR "
                                + "requirement.  Contact your platform vendor.",
                        "0000:03:00.0"),
                line(
                        EventKind.VFIO_DIRECT_MAPPING,
                        "vfio-pci 0000:03:00.0: Firmware has requested this device have a 1:1 IOMMU mapping, rejecting "
                                + "configuring the device without a 1:1 mapping. Contact your platform vendor.",
                        "0000:03:00.0"),
                line(
                        EventKind.VFIO_DENIED,
                        "vfio-pci 0000:3d:00.0: 8086:37c8 exists in vfio-pci device denylist, driver probing disallowed.",
                        "0000:3d:00.0"),
                line(
                        EventKind.XID,
                        "NVRM: Xid (PCI:0000:1b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
                        "0000:1b:00.0"),
                line(
                        EventKind.NIC_HEALTH,
                        "mlx5_core 0000:17:00.0: poll_health:839:(pid 0): device's health compromised - reached miss count",
                        "0000:17:00.0"),
                line(
                        EventKind.NIC_OFFLINE,
                        "mlx5_core 0004:01:00.0: mlx5_error_sw_reset:252:(pid 1618): PCI channel offline, stop waiting for NIC IFC",
                        "0004:01:00.0"),
                line(
                        EventKind.NIC_PROBE_FAILED,
                        "mlx5_core: probe of 0000:81:00.2 failed with error -12",
                        "0000:81:00.2"),
                line(
                        EventKind.NIC_COMMAND_TIMEOUT,
                        "mlx5_core 0000:17:00.0: wait_func:1194:(pid 1): MANAGE_PAGES(0x108) timeout. Will cause a leak of a command resource",
                        "0000:17:00.0"),
                line(
                        EventKind.RDMA_ERROR,
                        "infiniband mlx5_0: mlx5_handle_error_cqe:332:(pid 0): WC error: 4, Message: local protection error",
                        ""),
                line(
                        EventKind.PEERMEM,
                        "nvidia-peermem nv_get_p2p_free_callback:127 ERROR detected invalid context, skipping further processing",
                        ""));
    }

    private static Arguments line(EventKind kind, String line, String function) {
        return Arguments.of(kind, line, function);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void isRecognised(EventKind kind, String line, String function) {
        List<LogEvent> events = Logs.read("[    5.000000] nothing here\n[  100.000000] " + line + "\n")
                .events();
        assertEquals(List.of(kind), events.stream().map(LogEvent::kind).toList());
        LogEvent event = events.getFirst();
        assertEquals(function, event.function().map(Object::toString).orElse(""));
        assertEquals(2, event.line());
        assertEquals(100, event.seconds().orElseThrow());
    }

    /** The others only show the reader its way, or are parts of an event. */
    private static boolean isEvent(EventKind kind) {
        return kind.compareTo(EventKind.BOOT) < 0 && kind != EventKind.AER_BIT && kind != EventKind.AER_STATUS;
    }

    @Test
    void everyKindHasALine() {
        Set<EventKind> seen = lines().map(a -> (EventKind) a.get()[0]).collect(Collectors.toSet());
        Set<EventKind> missing = EnumSet.allOf(EventKind.class);
        missing.removeIf(kind -> !isEvent(kind) || seen.contains(kind));
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyKindHasAName() {
        for (EventKind kind : EventKind.values()) {
            if (isEvent(kind)) {
                for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
                    assertFalse(texts.say("log.event." + kind.id()).contains("log.event."), kind.id());
                }
            }
        }
    }

    /** The fast filter must let every needle pass, at every place of a line. */
    @Test
    void theFilterLosesNothing() {
        InterestFilter filter = new InterestFilter(
                Stream.of(EventKind.values()).map(EventKind::needle).toList());
        List<EventKind> kinds = List.of(EventKind.values());
        for (int i = 0; i < kinds.size(); i++) {
            EventKind kind = kinds.get(i);
            long bit = 1L << i;
            assertTrue(kind.needle().length() >= InterestFilter.SHORTEST, kind + " cannot be found fast");
            for (int at = 0; at < 9; at++) {
                for (String needle : List.of(kind.needle(), kind.needle().toUpperCase(Locale.ROOT))) {
                    byte[] line = ("x".repeat(at) + needle).getBytes(StandardCharsets.US_ASCII);
                    assertTrue((filter.found(line, 0, line.length) & bit) != 0, needle + " at " + at);
                }
            }
        }
    }

    @Test
    void aNeedleIsFoundWholeAndWithinItsBoundsOnly() {
        InterestFilter filter = new InterestFilter(List.of("hard lockup on cpu", "short", "link down"));
        byte[] line = "xxhard lockup on cpuxx".getBytes(StandardCharsets.US_ASCII);
        assertEquals(1, filter.found(line, 0, line.length));
        assertEquals(1, filter.found(line, 2, 20));
        assertEquals(0, filter.found(line, 3, 22));
        assertEquals(0, filter.found(line, 2, 19));
        for (String near :
                List.of("hard lockup on cpx", "hard lockup of cpu", "xard lockup on cpu", "HARD@LOCKUP on cpu")) {
            byte[] bytes = near.getBytes(StandardCharsets.US_ASCII);
            assertEquals(0, filter.found(bytes, 0, bytes.length), near);
        }
        byte[] both = "HARD LOCKUP ON CPU, LINK DOWN, short".getBytes(StandardCharsets.US_ASCII);
        assertEquals(0b101, filter.found(both, 0, both.length), "what is too short is not looked for");
        assertThrows(IllegalArgumentException.class, () -> new InterestFilter(Collections.nCopies(65, "hard lockup")));
        assertEquals(-1, new InterestFilter(Collections.nCopies(64, "hard lockup")).found(line, 0, line.length));
    }

    @Test
    void theFilterThrowsMostAway() {
        InterestFilter filter = new InterestFilter(
                Stream.of(EventKind.values()).map(EventKind::needle).toList());
        byte[] line = "[ 1.0] systemd[1]: Started Session 4 of User alice.".getBytes(StandardCharsets.US_ASCII);
        assertEquals(0, filter.found(line, 0, line.length));
    }

    /** Lines that look like trouble and are none, or none of ours. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "xe 0000:03:00.0: [drm] GT0: TLB invalidation response timed out for seqno 1234",
                "i915 0000:00:02.0: [drm] *ERROR* GT0: GUC: TLB invalidation response timed out for seqno 31",
                "pcieport 0000:00:00.0: AER: enabled with IRQ 329",
                "pcieport 0000:00:00.0: AER: Corrected error message received from 0000:01:00.1",
                "pcieport 0003:00:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)",
                "DMAR: IOMMU enabled",
                "DMAR: ATSR flags: 0x0",
                "DMAR: Invalidation Time-out Error (ITE) cleared",
                "pci 0000:0a:00.0: BAR 6: failed to assign [mem size 0x00080000 pref]",
                "pci 0000:0a:00.0: BAR 13: failed to assign [io  size 0x1000]",
                "vfio-pci 0000:05:00.3: not ready 1023ms after FLR; waiting",
                "mlx5_core 0000:17:00.0: firmware version: 40.47.2526",
                "iommu: Default domain type: Passthrough"
            })
    void looksLikeTroubleAndIsNone(String line) {
        assertEquals(List.of(), Logs.diagnose("[ 1.000000] " + line + "\n").conclusions());
    }

    /** Stuck CPUs alone say nothing about the IOMMU. */
    @Test
    void anOrdinarySoftLockupIsNotTheFreeze() {
        Diagnosis diagnosis = Logs.diagnose("""
                [  100.000000] watchdog: BUG: soft lockup - CPU#3 stuck for 22s! [qemu-system-x86:7487]
                [  100.000001] CPU: 3 PID: 7487 Comm: qemu-system-x86 Not tainted 6.8.0
                [  100.000002] RIP: 0010:smp_call_function_many_cond+0x131/0x500
                [  100.000003]  ? qi_submit_sync+0x2d6/0x7b0
                [  100.000004]  flush_tlb_mm_range+0x10/0x20
                """);
        assertEquals(List.of(Signature.LOCKUP_ELSEWHERE), Logs.signatures(diagnosis));
    }

    @Test
    void anAcsViolationByItsBit() {
        Diagnosis diagnosis = Logs.diagnose("""
                [  1.000000] pcieport 0000:17:00.0: PCIe Bus Error: severity=Uncorrectable (Non-Fatal), type=Transaction Layer, (Receiver ID)
                [  1.000001] pcieport 0000:17:00.0:   device [15b3:197c] error status/mask=00200000/00000000
                [  1.000002] pcieport 0000:17:00.0:    [21] ACSViol                (First)
                """);
        assertTrue(Logs.signatures(diagnosis).contains(Signature.ACS_VIOLATION));
    }

    @Test
    void lostCompletionsAndBlockedTranslations() {
        assertTrue(Logs.signatures(Logs.diagnose(aer("00010000"))).contains(Signature.COMPLETION_LOST));
        assertTrue(Logs.signatures(Logs.diagnose(aer("00004000"))).contains(Signature.COMPLETION_LOST));
        assertTrue(Logs.signatures(Logs.diagnose(aer("80000000"))).contains(Signature.TRANSLATION_BLOCKED));
        assertEquals(List.of(Signature.PCIE_ERROR), Logs.signatures(Logs.diagnose(aer("00040000"))));
    }

    private static String aer(String status) {
        return "pcieport 0000:17:00.0: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer, (Requester "
                + "ID)\npcieport 0000:17:00.0:   device [15b3:197c] error status/mask=" + status + "/00000000\n";
    }

    /** A NIC that fails after its link reported an error is a consequence. */
    @Test
    void causeBeforeConsequence() {
        Diagnosis diagnosis = Logs.diagnose("""
                pcieport 0000:17:00.0: DPC: containment event, status:0x1f01 source:0x0000
                mlx5_core 0000:18:00.0: mlx5_error_sw_reset:252:(pid 1): PCI channel offline, stop waiting
                """);
        assertEquals(List.of(Signature.PCIE_ERROR, Signature.NIC_FAILED), Logs.signatures(diagnosis));
        assertFalse(diagnosis.conclusions().get(0).consequence());
        assertTrue(diagnosis.conclusions().get(1).consequence());
    }

    @Test
    void aFloodIsCounted() {
        String line =
                "DMAR: [DMA Write NO_PASID] Request device [05:00.0] fault addr 0x69974000 [fault reason 0x05] x\n";
        LogFacts facts = Logs.read(line.repeat(5000));
        assertEquals(1, facts.events().size());
        assertEquals(5000, facts.events().getFirst().count());
        assertEquals(5000, facts.lines());
    }

    @Test
    void differentEventsHaveAnEnd() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 6000; i++) {
            log.append("NVRM: Xid (PCI:0000:1b:00): ").append(i).append(", pid=1\n");
        }
        LogFacts facts = Logs.read(log.toString());
        assertTrue(facts.more());
        assertTrue(facts.events().size() <= 4000);
    }

    @Test
    void hostileInput() {
        assertEquals(List.of(), Logs.read("").events());
        assertEquals(1, Logs.read("x".repeat(3_000_000)).lines());
        Logs.read("\u0000\u001b[31mwatchdog: Watchdog detected hard LOCKUP on cpu 99999999999999999\n");
        String shown = Logs.read("\u001b[31mNVRM: Xid (PCI:0000:1b:00): 79, \u0007\n")
                .events()
                .getFirst()
                .text();
        assertFalse(shown.chars().anyMatch(c -> c < 0x20), shown);
    }
}
