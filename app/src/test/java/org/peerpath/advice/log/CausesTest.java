// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What makes a lockup the device-TLB hang, how sure that is, and what followed from what. */
class CausesTest {
    private static final String HARD =
            "[  100.0] watchdog: Watchdog detected hard LOCKUP on cpu 1\n[  100.1] CPU: 1 PID: 1 Comm: a\n";
    private static final String SOFT = "[  100.0] watchdog: BUG: soft lockup - CPU#1 stuck for 26s! [a:1]\n";
    private static final String STALL = "[  100.0] rcu: INFO: rcu_preempt self-detected stall on CPU\n";
    private static final String WAIT = "[  100.2]  qi_submit_sync+0x1/0x2\n";
    private static final String DEVICE = "[  100.3]  qi_flush_dev_iotlb+0x1/0x2\n";
    private static final String TIMEOUT = "[   99.0] DMAR: VT-d detected Invalidation Time-out Error: SID 1801\n";
    private static final String LINK_DOWN = "pcieport 0000:17:00.0: pciehp: Slot(1): Link Down\n";

    private static Conclusion first(String log) {
        return Logs.diagnose(log).conclusions().getFirst();
    }

    private static void is(Signature signature, Conclusion.Confidence confidence, String log) {
        assertEquals(signature, first(log).signature(), log);
        assertEquals(confidence, first(log).confidence(), log);
    }

    @Test
    void theMoreIsSeenTheSurerItIs() {
        is(Signature.DEVICE_TLB_HANG, Conclusion.Confidence.CERTAIN, HARD + WAIT + DEVICE);
        is(Signature.DEVICE_TLB_HANG, Conclusion.Confidence.LIKELY, HARD + WAIT);
        is(Signature.DEVICE_TLB_HANG, Conclusion.Confidence.LIKELY, SOFT + WAIT + DEVICE);
        is(Signature.DEVICE_TLB_HANG, Conclusion.Confidence.LIKELY, TIMEOUT + SOFT + WAIT);
        is(Signature.DEVICE_TLB_HANG, Conclusion.Confidence.LIKELY, STALL + WAIT + DEVICE);
        is(Signature.DEVICE_TLB_HANG, Conclusion.Confidence.POSSIBLE, TIMEOUT + HARD);
    }

    @Test
    void tooLittleIsNoHang() {
        is(Signature.LOCKUP_ELSEWHERE, Conclusion.Confidence.CERTAIN, SOFT + WAIT);
        is(Signature.LOCKUP_ELSEWHERE, Conclusion.Confidence.POSSIBLE, HARD);
        is(Signature.INVALIDATION_TIMEOUT, Conclusion.Confidence.CERTAIN, TIMEOUT + SOFT);
        is(Signature.LOCKUP_ELSEWHERE, Conclusion.Confidence.CERTAIN, HARD + "[  100.2]  other+0x1/0x2\n");
    }

    @Test
    void whatTheHostWasDoingIsToldByTheStack() {
        assertEquals(
                "log.while.vfio",
                first(HARD + WAIT + DEVICE + "[  100.4]  vfio_iommu_type1_unmap_dma+0x1/0x2\n")
                        .circumstance()
                        .orElseThrow()
                        .key());
        assertEquals(
                "log.while.removed",
                first(HARD + WAIT + DEVICE + "[  100.4]  pciehp_ist+0x1/0x2\n")
                        .circumstance()
                        .orElseThrow()
                        .key());
        assertTrue(first(HARD + WAIT + DEVICE).circumstance().isEmpty());
    }

    @Test
    void aLinkThatWentDownBeforeIsTheCauseAndOneAfterIsNot() {
        List<Conclusion> before =
                Logs.diagnose("[   98.0] " + LINK_DOWN + HARD + WAIT + DEVICE).conclusions();
        assertEquals(
                List.of(Signature.LINK_DOWN, Signature.DEVICE_TLB_HANG),
                before.stream().map(Conclusion::signature).toList());
        assertTrue(before.get(1).consequence());
        assertEquals("log.device-tlb-hang.after", before.get(1).advice().key());
        List<Conclusion> after =
                Logs.diagnose(HARD + WAIT + DEVICE + "[  110.0] " + LINK_DOWN).conclusions();
        assertEquals(
                List.of(EventKind.HARD_LOCKUP),
                after.getFirst().evidence().stream().map(LogEvent::kind).toList());
        assertEquals(Signature.LINK_DOWN, after.get(1).signature());
        assertTrue(after.get(1).consequence());
    }

    @Test
    void lockupsElsewhereFollowTheHang() {
        Conclusion hang =
                first(HARD + WAIT + DEVICE + "[  120.0] watchdog: BUG: soft lockup - CPU#9 stuck for 26s! [b:2]\n");
        assertEquals(
                List.of(EventKind.HARD_LOCKUP),
                hang.evidence().stream().map(LogEvent::kind).toList());
        assertEquals(
                List.of(EventKind.SOFT_LOCKUP),
                hang.followers().stream().map(LogEvent::kind).toList());
    }

    @Test
    void eachBootHasItsOwnCauses() {
        String two = "[    0.0] Linux version 6.8.0\n" + TIMEOUT + "[    0.0] Linux version 6.8.0\n" + HARD;
        Diagnosis diagnosis = Logs.diagnose(two);
        assertEquals(2, diagnosis.facts().boots());
        assertEquals(List.of(Signature.INVALIDATION_TIMEOUT, Signature.LOCKUP_ELSEWHERE), Logs.signatures(diagnosis));
    }
}
