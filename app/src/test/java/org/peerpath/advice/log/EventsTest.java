// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.text.Texts;

/** Every kind of event, from a line built by the kernel's own format string. */
class EventsTest {
    static Stream<EventLines.Row> lines() {
        return EventLines.all().stream();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void isRecognised(EventLines.Row row) {
        List<LogEvent> events = Logs.read("[    5.000000] nothing here\n[  100.000000] " + row.line() + "\n")
                .events();
        assertEquals(List.of(row.kind()), events.stream().map(LogEvent::kind).toList());
        LogEvent event = events.getFirst();
        assertEquals(row.function(), event.function().map(Object::toString));
        assertEquals(2, event.line());
        assertEquals(100, event.seconds().orElseThrow());
    }

    private static boolean isEvent(EventKind kind) {
        return kind.isEvent();
    }

    @Test
    void everyKindHasALine() {
        Set<EventKind> seen = lines().map(EventLines.Row::kind).collect(Collectors.toSet());
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
        InterestFilter filter = Wordings.filter(kind -> true);
        for (int i = 0; i < Wordings.ALL.size(); i++) {
            Wording wording = Wordings.ALL.get(i);
            assertTrue(wording.needle().length() >= InterestFilter.SHORTEST, wording + " cannot be found fast");
            for (int at = 0; at < 9; at++) {
                for (String needle : List.of(wording.needle(), wording.needle().toUpperCase(Locale.ROOT))) {
                    byte[] line = ("x".repeat(at) + needle).getBytes(StandardCharsets.US_ASCII);
                    assertTrue((filter.found(line, 0, line.length) & Wordings.bit(i)) != 0, needle + " at " + at);
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
        assertEquals(-1, new InterestFilter(Collections.nCopies(64, "hard lockup")).found(line, 0, line.length));
        List<String> many = new ArrayList<>(Collections.nCopies(64, "something else"));
        many.addAll(List.of("nothing here", "hard lockup"));
        assertEquals(0b10, new InterestFilter(many).found(line, 0, line.length), "bits are shared beyond the 64th");
    }

    @Test
    void theFilterThrowsMostAway() {
        InterestFilter filter = Wordings.filter(kind -> true);
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

    /** However many faults come before: the freeze at the end is what matters. */
    @Test
    void aFloodOfDifferentEventsDoesNotHideTheFreeze() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 6000; i++) {
            log.append("[    1.000000] NVRM: Xid (PCI:0000:1b:00): ").append(i).append(", pid=1\n");
        }
        String freeze = Logs.lines(Logs.FREEZE, "[ 9000.000000] ");
        assertEquals(
                List.of(Signature.DEVICE_TLB_HANG),
                Logs.signatures(Logs.diagnose(freeze)).subList(0, 1),
                "alone");
        Diagnosis both = Logs.diagnose(log + freeze);
        assertTrue(
                Logs.signatures(both).contains(Signature.DEVICE_TLB_HANG),
                () -> Logs.signatures(both).toString());
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

    /** Lines are quoted in cases and reports. */
    @Test
    void secretsInALineAreMasked() {
        String line = "[   99.000000] DMAR: VT-d detected Invalidation Time-out Error: SID 401 password=S3cr3t\n";
        List<LogEvent> events = Logs.read(line).events();
        assertEquals(1, events.size());
        assertTrue(
                events.getFirst().text().endsWith("password=***"),
                events.getFirst().text());
    }
}
