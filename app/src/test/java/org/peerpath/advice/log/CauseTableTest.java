// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.Address;

/** Every kind of event as a cause: of its own device in time, not of another device, not of what comes too late. */
class CauseTableTest {
    private static final String DEVICE = "0000:1b:00.0";
    private static final String OTHER = "0000:c1:00.0";

    /** A line of each kind with a place for the function's address; kinds that name none have none. */
    private static final Map<EventKind, String> LINES = new TreeMap<>(Map.ofEntries(
            Map.entry(EventKind.HARD_LOCKUP, "watchdog: Watchdog detected hard LOCKUP on cpu 3"),
            Map.entry(EventKind.SOFT_LOCKUP, "watchdog: BUG: soft lockup - CPU#3 stuck for 26s! [a:1]"),
            Map.entry(EventKind.RCU_STALL, "rcu: INFO: rcu_preempt self-detected stall on CPU"),
            Map.entry(EventKind.OOPS, "BUG: unable to handle page fault for address: ffffffffabe20660"),
            Map.entry(EventKind.BUG, "kernel BUG at drivers/iommu/iova.c:254!"),
            Map.entry(
                    EventKind.MACHINE_CHECK,
                    "mce: [Hardware Error]: CPU 12: Machine Check Exception: 5 Bank 21: be200000000c110a"),
            Map.entry(EventKind.SERR_NMI, "NMI: PCI system error (SERR) for reason b1 on CPU 0."),
            Map.entry(EventKind.VTD_FAULT, "DMAR: [DMA Write] Request device [%s] fault addr 1000 [fault reason 05] x"),
            Map.entry(
                    EventKind.AMD_PAGE_FAULT,
                    "mlx5_core %s: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x1 address=0x1000 flags=0x0]"),
            Map.entry(
                    EventKind.AMD_BAD_REQUEST,
                    "AMD-Vi: Event logged [INVALID_DEVICE_REQUEST device=%s pasid=0x0 flags=0x0]"),
            Map.entry(
                    EventKind.SMMU_EVENT,
                    "arm-smmu-v3 arm-smmu-v3.0.auto: event: F_TRANSLATION client: %s sid: 0x100 ssid: 0x0 iova: 0xff"),
            Map.entry(
                    EventKind.AER_ERROR,
                    "mlx5_core %s: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer, (Requester ID)"),
            Map.entry(
                    EventKind.AER_MESSAGE,
                    "pcieport 0000:00:01.0: AER: Uncorrectable (Fatal) error message received from %s"),
            Map.entry(EventKind.RECOVERY_FAILED, "pcieport %s: AER: device recovery failed"),
            Map.entry(EventKind.DPC, "pcieport %s: DPC: containment event, status:0x1f01 source:0x0000"),
            Map.entry(EventKind.DEVICE_GONE, "vfio-pci %s: Unable to change power state, device inaccessible"),
            Map.entry(EventKind.LINK_DOWN, "pcieport %s: pciehp: Slot(108): Link Down"),
            Map.entry(EventKind.CARD_REMOVED, "pcieport %s: pciehp: Slot(108): Card not present"),
            Map.entry(EventKind.RESET_FAILED, "vfio-pci %s: not ready 65535ms after FLR; giving up"),
            Map.entry(EventKind.SRIOV_NO_MEMORY, "mlx5_core %s: not enough MMIO resources for SR-IOV"),
            Map.entry(
                    EventKind.SRIOV_NO_BUSES, "mlx5_core %s: can't enable 64 VFs (bus b2 out of range of [bus b0-b1])"),
            Map.entry(
                    EventKind.SRIOV_NO_INTERRUPTS, "ice %s: Only 0 MSI-X interrupts available for SR-IOV. Not enough"),
            Map.entry(EventKind.NO_MEMORY_SPACE, "pci %s: BAR 0 [mem size 0x00040000]: failed to assign"),
            Map.entry(EventKind.GROUP_FAILED, "pci %s: Failed to add to iommu group 52: -16"),
            Map.entry(EventKind.VFIO_DENIED, "vfio-pci %s: 8086:37c8 exists in vfio-pci device denylist, disallowed."),
            Map.entry(EventKind.GPU_LOST, "NVRM: GPU %s: GPU has fallen off the bus."),
            Map.entry(EventKind.GPU_BAR_INVALID, "NVRM: BAR1 is 0M @ 0x0 (PCI:%s)"),
            Map.entry(EventKind.NIC_HOT, "mlx5_core %s: Health issue observed, High temperature, severity(3) ERROR:"),
            Map.entry(EventKind.NIC_HEALTH, "mlx5_core %s: poll_health:829:(pid 0): Fatal error 3 detected"),
            Map.entry(EventKind.NIC_PCI_ERROR, "mlx5_core %s: mlx5_pci_err_detected was called"),
            Map.entry(EventKind.NIC_OFFLINE, "mlx5_core %s: device disappeared"),
            Map.entry(EventKind.NIC_PROBE_FAILED, "mlx5_core: probe of %s failed with error -12"),
            Map.entry(
                    EventKind.NIC_COMMAND_TIMEOUT,
                    "mlx5_core %s: wait_func:1194: 2RST_QP(0x50a) timeout. Will cause a leak of a command resource")));

    /** An effect of another sort, so that two of one sort are not taken for one. */
    private static final String XID = "NVRM: Xid (PCI:%s): 119, pid=1, Timeout waiting for RPC";

    private static String at(double seconds, String line, String function) {
        return String.format(Locale.ROOT, "[%12.6f] ", seconds) + line.replace("%s", function) + "\n";
    }

    private static boolean follows(String log) {
        return Logs.diagnose(log).conclusions().stream()
                .filter(c -> c.signature() == Signature.GPU_ERROR)
                .anyMatch(Conclusion::consequence);
    }

    static Stream<Arguments> kinds() {
        return LINES.entrySet().stream().map(e -> Arguments.of(e.getKey(), e.getValue()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void causesWhatComesInTimeOnItsDevice(EventKind kind, String line) {
        assertEquals(kind, Logs.read(at(100, line, DEVICE)).events().getFirst().kind());
        double inTime = 100 + kind.lasts() - 1;
        double tooLate = 100 + kind.lasts() + 1;
        assertTrue(follows(at(100, line, DEVICE) + at(inTime, XID, DEVICE)), "in time, the same device");
        assertEquals(false, follows(at(100, line, DEVICE) + at(tooLate, XID, DEVICE)), "too late");
        assertEquals(false, follows(at(inTime, XID, DEVICE) + at(inTime + 1, line, DEVICE)), "the other way round");
        if (line.contains("%s")) {
            assertEquals(false, follows(at(100, line, OTHER) + at(inTime, XID, DEVICE)), "another device");
            assertTrue(follows(at(100, line, DEVICE) + at(inTime, XID, "0000:1b:00.1")), "another function of it");
        } else {
            assertEquals(Reach.HOST, kind.reach());
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void causesWhatComesBelowItsPortIfItReachesThere(EventKind kind, String line) {
        if (!line.contains("%s")) {
            return;
        }
        String tree = at(1, "pci %s: PCI bridge to [bus 1b-1f]", "0000:1a:00.0");
        String log = tree + at(100, line, "0000:1a:00.0") + at(101, XID, DEVICE);
        assertEquals(kind.reach() == Reach.BELOW, follows(log), log);
        String other = at(1, "pci %s: PCI bridge to [bus 20-2f]", "0000:1a:00.0")
                + at(100, line, "0000:1a:00.0")
                + at(101, XID, DEVICE);
        assertEquals(false, follows(other), "below another port");
    }

    /** A line of each kind that is of the same sort as the effect above, or names its function in another way. */
    private static final Map<EventKind, String> OTHERS = new TreeMap<>(Map.ofEntries(
            Map.entry(EventKind.VTD_INVALIDATION_TIMEOUT, "DMAR: VT-d detected Invalidation Time-out Error: SID 1b00"),
            Map.entry(EventKind.VTD_QUEUE_ERROR, "DMAR: VT-d detected Invalidation Queue Error: Reason f"),
            Map.entry(EventKind.VTD_COMPLETION_ERROR, "DMAR: VT-d detected Invalidation Completion Error: SID 1b00"),
            Map.entry(EventKind.AMD_WAIT_TIMEOUT, "AMD-Vi: Completion-Wait loop timed out"),
            Map.entry(
                    EventKind.AMD_INVALIDATION_TIMEOUT,
                    "AMD-Vi: Event logged [IOTLB_INV_TIMEOUT device=0000:1b:00.0 address=0x42b5b01a0]"),
            Map.entry(
                    EventKind.SMMU_INVALIDATION_TIMEOUT,
                    "arm-smmu-v3 arm-smmu-v3.0.auto: CMDQ error (cons 0x0100b1b7): ATC invalidate timeout"),
            Map.entry(EventKind.SMMU_SYNC_TIMEOUT, "arm-smmu-v3 arm-smmu-v3.0.auto: CMD_SYNC timeout at 0x0000b1b7"),
            Map.entry(
                    EventKind.SMMU_GLOBAL_ERROR,
                    "arm-smmu-v3 arm-smmu-v3.0.auto: device has entered Service Failure Mode!"),
            Map.entry(EventKind.EEH_FREEZE, "EEH: Frozen PHB#3-PE#fd detected"),
            Map.entry(EventKind.EEH_GONE, "EEH: Unable to recover from failure from PHB#3-PE#fd."),
            Map.entry(EventKind.XID, "NVRM: Xid (PCI:0000:1b:00.0): 119, pid=1, Timeout waiting for RPC"),
            Map.entry(EventKind.AMDGPU_ERROR, "amdgpu 0000:1b:00.0: amdgpu: ring sdma0 timeout, signaled seq=331"),
            Map.entry(
                    EventKind.INTEL_GPU_ERROR,
                    "xe 0000:1b:00.0: [drm] *ERROR* CRITICAL: Xe has declared device 0000:1b:00.0 as wedged.")));

    private static final String PROBE = "vfio-pci: probe of %s failed with error -22";

    static Stream<Arguments> others() {
        return OTHERS.entrySet().stream().map(e -> Arguments.of(e.getKey(), e.getValue()));
    }

    private static boolean probeFollows(String log) {
        return Logs.diagnose(log).conclusions().stream()
                .filter(c -> c.signature() == Signature.VFIO_REFUSED)
                .anyMatch(Conclusion::consequence);
    }

    @ParameterizedTest
    @MethodSource("others")
    void causesAnEffectOfAnotherSortInTimeOnItsDevice(EventKind kind, String line) {
        LogEvent event = Logs.read(at(100, line, "")).events().getFirst();
        assertEquals(kind, event.kind());
        double inTime = 100 + kind.lasts() - 1;
        assertTrue(probeFollows(at(100, line, "") + at(inTime, PROBE, DEVICE)), "in time, the same device");
        assertEquals(false, probeFollows(at(100, line, "") + at(100 + kind.lasts() + 1, PROBE, DEVICE)), "too late");
        assertEquals(
                event.function().isEmpty(),
                probeFollows(at(100, line, "") + at(inTime, PROBE, OTHER)),
                "another device follows only from what names none");
    }

    static Stream<EventLines.Row> causingNothing() {
        return EventLines.all().stream().filter(row -> row.kind().reach() == Reach.NOTHING);
    }

    /** What no event follows from, whatever comes next on its own device. */
    @ParameterizedTest
    @MethodSource("causingNothing")
    void causesNothing(EventLines.Row row) {
        String function = row.function().orElse(DEVICE);
        assertEquals(false, follows(at(100, row.line(), "") + at(101, XID, function)), row.line());
    }

    static Stream<EventLines.Row> leading() {
        return EventLines.all().stream()
                .filter(row -> row.kind().signature().isEmpty() && row.kind().lasts() > 0);
    }

    /** What is no trouble by itself is no cause; before the trouble of its device it is shown as what led to it. */
    @ParameterizedTest
    @MethodSource("leading")
    void leadsToWhatComesInTimeOnItsDevice(EventLines.Row row) {
        String function = row.function().orElse(DEVICE);
        double inTime = 100 + row.kind().lasts() - 1;
        assertEquals(List.of(row.kind()), before(at(100, row.line(), "") + at(inTime, XID, function)), "in time");
        assertEquals(
                List.of(),
                before(at(100, row.line(), "") + at(100 + row.kind().lasts() + 1, XID, function)),
                "too late");
        if (row.function().isPresent()) {
            assertEquals(List.of(), before(at(100, row.line(), "") + at(inTime, XID, OTHER)), "another device");
        }
    }

    private static List<EventKind> before(String log) {
        Diagnosis diagnosis = Logs.diagnose(log);
        assertEquals(1, diagnosis.conclusions().size(), log);
        return diagnosis.conclusions().getFirst().before().stream()
                .map(LogEvent::kind)
                .toList();
    }

    @Test
    void everyKindHasARow() {
        Set<EventKind> missing = EnumSet.allOf(EventKind.class);
        missing.removeIf(kind -> !kind.isEvent() || LINES.containsKey(kind) || OTHERS.containsKey(kind));
        Stream.concat(causingNothing(), leading()).map(EventLines.Row::kind).forEach(missing::remove);
        assertEquals(Set.of(), missing);
    }

    @ParameterizedTest
    @EnumSource(
            value = EventKind.class,
            names = {"LINK_DOWN", "DPC", "AER_ERROR", "GPU_LOST", "DEVICE_GONE", "RESET_FAILED", "NIC_HEALTH"})
    void aDeviceThatFailsCanStopTheHostForSoLong(EventKind kind) {
        String lockup = "watchdog: BUG: soft lockup - CPU#3 stuck for 26s! [a:1]";
        String line = Objects.requireNonNull(LINES.get(kind));
        for (boolean inTime : new boolean[] {true, false}) {
            String log = at(100, line, DEVICE) + at(100 + kind.lasts() + (inTime ? -1 : 1), lockup, "");
            assertEquals(
                    inTime,
                    Logs.diagnose(log).conclusions().stream()
                            .anyMatch(c -> c.signature() == Signature.LOCKUP_ELSEWHERE && c.consequence()),
                    log);
        }
    }

    @Test
    void aTimeOutOfOneDeviceDoesNotExplainAnotherAndMayStopTheHost() {
        String timeout = "DMAR: VT-d detected Invalidation Time-out Error: SID 1b00";
        assertTrue(follows(at(100, timeout, "") + at(101, XID, DEVICE)));
        assertEquals(false, follows(at(100, timeout, "") + at(101, XID, OTHER)));
        String freeze = at(100, "EEH: Frozen PHB#3-PE#fd detected", "");
        assertTrue(follows(freeze + at(109, XID, DEVICE)));
        assertEquals(false, follows(freeze + at(111, XID, DEVICE)));
    }

    @Test
    void aProgramsOwnErrorOnAGpuCausesNothing() {
        String link = Objects.requireNonNull(LINES.get(EventKind.LINK_DOWN));
        String xid = "NVRM: Xid (PCI:%s): 13, pid=1, Graphics Exception";
        Diagnosis diagnosis = Logs.diagnose(at(100, xid, DEVICE) + at(101, link, DEVICE));
        assertTrue(diagnosis.conclusions().stream().noneMatch(Conclusion::consequence));
    }

    @Test
    void kinshipByBusNumbersAloneIsOnlyPossible() {
        String link = Objects.requireNonNull(LINES.get(EventKind.LINK_DOWN));
        String log = at(100, link, "0000:1a:00.0") + at(101, XID, DEVICE);
        Conclusion xid = Logs.diagnose(log).conclusions().get(1);
        assertEquals(Conclusion.Confidence.POSSIBLE, xid.confidence());
        assertTrue(xid.consequence());
        String far = at(100, link, "0000:10:00.0") + at(101, XID, DEVICE);
        assertEquals(false, follows(far));
    }

    @Test
    void aPortReportsWhatADeviceBelowItDid() {
        LogTopology topology = new LogTopology();
        topology.bridge(Optional.of(Address.of("0000:1a:00.0")), Optional.of("1b-1f"));
        Kinship kinship = new Kinship(Optional.empty(), topology);
        assertEquals(Kinship.Kin.ABOVE, kinship.of(Address.of("0000:1a:00.0"), Address.of(DEVICE)));
        assertEquals(Kinship.Kin.BELOW, kinship.of(Address.of(DEVICE), Address.of("0000:1a:00.0")));
        assertEquals(Kinship.Kin.NONE, kinship.of(Address.of(DEVICE), Address.of(OTHER)));
        assertEquals(Kinship.Kin.SAME, kinship.of(Address.of(DEVICE), Address.of("0000:1b:00.7")));
    }
}
