// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.advice.log.Conclusion.Confidence;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** The log that started it all, in every dress a log wears. */
class FreezeTest {
    private static void assertFreeze(Diagnosis diagnosis, Confidence confidence) {
        Conclusion first = diagnosis.conclusions().getFirst();
        assertEquals(Signature.DEVICE_TLB_HANG, first.signature());
        assertEquals(confidence, first.confidence());
        assertEquals(EventKind.HARD_LOCKUP, first.evidence().getLast().kind());
        assertEquals(
                List.of(EventKind.SOFT_LOCKUP, EventKind.SOFT_LOCKUP),
                first.followers().stream().map(LogEvent::kind).toList());
        assertEquals(
                "It happened while VFIO mapped or unmapped memory of a function, or let it go.",
                Texts.ENGLISH.say(first.circumstance().orElseThrow()));
        assertEquals(
                1,
                diagnosis.conclusions().size(),
                () -> Logs.signatures(diagnosis).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[ 1234.567890] ",
                "[ 1234.567890][  T607] ",
                "<4>[ 1234.567890] ",
                "[Sun Feb 23 16:24:18 2025] ",
                "Nov 29 10:50:00 host01 kernel: ",
                "Nov 29 10:50:00 host01 kernel: [ 1234.567890] ",
                "2026-10-02T03:04:05.123456+09:00 host01 kernel: ",
                "2026-10-02T03:04:05,123456+09:00 ",
                "2026-10-02T03:04:05+02:00\tOct  2 03:04:05 192.0.2.1 [ 2993.151247] ",
                "kernel: [ 1234.567890][    C0] ",
                "kern  :warn  : [ 1234.567890] ",
                "4,3964,1234567890,-;",
                "4,3964,1234567890,-,caller=C0;",
                "> [ 1234.567890] ",
                "    | "
            })
    void inEveryPrefix(String prefix) {
        assertFreeze(Logs.diagnose(Logs.lines(Logs.FREEZE, prefix)), Confidence.CERTAIN);
    }

    @Test
    void withCarriageReturnsAndWithoutALastLineBreak() {
        String log = Logs.lines(Logs.FREEZE, "[ 1.000000] ").replace("\n", "\r\n");
        assertFreeze(Logs.diagnose(log.substring(0, log.length() - 2)), Confidence.CERTAIN);
    }

    /** Newer kernels: other names on the stack, and time-outs that name the function. */
    @Test
    void withTimeOutsAndTheNamesOfLaterKernels() {
        List<String> lines = new ArrayList<>(Logs.FREEZE);
        lines.replaceAll(line -> line.replace("qi_flush_dev_iotlb", "qi_flush_dev_iotlb_pasid")
                .replace("iommu_flush_dev_iotlb.part.0", "cache_tag_flush_devtlb_psi")
                .replace("iommu_flush_iotlb_psi", "cache_tag_flush_range"));
        lines.addAll(
                4,
                List.of(
                        "DMAR: VT-d detected Invalidation Time-out Error: SID b801",
                        "DMAR: QI HEAD: Invalidation Wait qw0 = 0x200000025, qw1 = 0x1003a07fc",
                        "DMAR: QI PRIOR: Device-TLB Invalidation qw0 = 0xb80100000003, qw1 = 0x7ffffffffffff001",
                        "DMAR: Invalidation Time-out Error (ITE) cleared"));
        Diagnosis diagnosis = Logs.diagnose(Logs.lines(lines, "[ 1234.567890] "));
        assertFreeze(diagnosis, Confidence.CERTAIN);
        assertEquals(
                List.of(Address.of("0000:b8:00.1")),
                diagnosis.conclusions().getFirst().suspects().stream()
                        .map(Conclusion.Suspect::function)
                        .toList());
    }

    /** Two CPUs print at once; the kernel's caller column or the header keeps their stacks apart. */
    @Test
    void interleavedCpus() {
        List<String> lines = List.of(
                "[ 10.000000][    C0] watchdog: Watchdog detected hard LOCKUP on cpu 0",
                "[ 10.000000][    C1] watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [a:1]",
                "[ 10.000001][    C1] CPU: 1 PID: 1 Comm: a Not tainted 6.8.0",
                "[ 10.000001][    C0] CPU: 0 PID: 2 Comm: qemu Not tainted 6.8.0",
                "[ 10.000002][    C1] RIP: 0010:smp_call_function_many_cond+0x131/0x500",
                "[ 10.000002][    C0] RIP: 0010:qi_submit_sync+0x2d6/0x7b0",
                "[ 10.000003][    C1]  flush_tlb_mm_range+0x10/0x20",
                "[ 10.000003][    C0]  qi_flush_dev_iotlb+0xb1/0xd0",
                "[ 10.000003][    C0]  vfio_iommu_type1_unmap_dma+0x1fa/0x5d0 [vfio_iommu_type1]");
        Diagnosis diagnosis = Logs.diagnose(Logs.lines(lines, ""));
        Conclusion first = diagnosis.conclusions().getFirst();
        assertEquals(Confidence.CERTAIN, first.confidence());
        assertEquals(
                List.of("qi_submit_sync", "qi_flush_dev_iotlb", "vfio_iommu_type1_unmap_dma"),
                first.evidence().getFirst().stack());
        assertEquals(
                List.of("smp_call_function_many_cond", "flush_tlb_mm_range"),
                first.followers().getFirst().stack());
    }

    /** A host that hangs takes its last lines with it: less is left, and less is claimed. */
    @Test
    void cutShort() {
        String whole = Logs.lines(Logs.FREEZE, "[ 1234.567890] ");
        String onlyTop = whole.substring(0, whole.indexOf(" qi_flush_dev_iotlb"));
        Conclusion top = Logs.diagnose(onlyTop).conclusions().getFirst();
        assertEquals(Signature.DEVICE_TLB_HANG, top.signature());
        assertEquals(Confidence.LIKELY, top.confidence());

        String noStack = whole.substring(0, whole.indexOf("Modules linked"));
        Conclusion bare = Logs.diagnose(noStack).conclusions().getFirst();
        assertEquals(Signature.LOCKUP_ELSEWHERE, bare.signature());
        assertEquals(Confidence.POSSIBLE, bare.confidence());

        Conclusion withTimeOut = Logs.diagnose(
                        "[ 1190.000000] DMAR: VT-d detected Invalidation Time-out Error: SID 0\n" + noStack)
                .conclusions()
                .getFirst();
        assertEquals(Signature.DEVICE_TLB_HANG, withTimeOut.signature());
        assertEquals(Confidence.POSSIBLE, withTimeOut.confidence());
    }

    @Test
    void severalBootsInOneFile() {
        String quiet = "[    0.000000] Linux version 6.8.0-60-generic (buildd@host) #63\n[   40.000000] all is well\n";
        String log = "[ 9000.000000] NVRM: Xid (PCI:0000:1b:00): 31, pid=1, name=a\n"
                + quiet
                + Logs.lines(Logs.FREEZE, "[ 1234.567890] ")
                + quiet;
        Diagnosis diagnosis = Logs.diagnose(log);
        assertEquals(3, diagnosis.facts().boots());
        assertEquals(List.of(Signature.GPU_ERROR, Signature.DEVICE_TLB_HANG), Logs.signatures(diagnosis));
        assertEquals(1, diagnosis.conclusions().get(1).first().boot());
    }

    /** Without a source id in the log the host tells who could have done it, known bad firmware first. */
    @Test
    void suspectsOfTheHost() {
        HostBuilder builder = HostBuilder.named("b300").intelIommu("f020de").groups("DMA-FQ");
        FunctionBuilder up =
                builder.rootPort("0000:b5:01.0", 0x8086, 0x0db0).upstreamPort("0000:b6:00.0", 0x15b3, 0x197c);
        FunctionBuilder good = up.downstreamPort("0000:b7:00.0", 0x15b3, 0x197c)
                .endpoint("0000:b8:00.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_0", "40.50.0464", "ib0")
                .ats(0x0060, 0x8000);
        good.virtualFunctions(2, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.ats(0x0060, 0x8000).driver("vfio-pci"));
        FunctionBuilder bad = up.downstreamPort("0000:b7:01.0", 0x15b3, 0x197c)
                .endpoint("0000:c8:00.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.47.2526", "ib1")
                .ats(0x0060, 0x8000);
        bad.virtualFunctions(2, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.ats(0x0060, 0x8000).driver("vfio-pci"));
        HostModel host = HostModel.of(builder.build());
        Conclusion hang =
                Logs.diagnose(Logs.lines(Logs.FREEZE, ""), host).conclusions().getFirst();
        assertEquals(
                List.of(Address.of("0000:c8:00.1"), Address.of("0000:b8:00.1")),
                hang.suspects().stream().map(Conclusion.Suspect::function).toList());
        String why = Texts.ENGLISH.say(hang.suspects().getFirst().why());
        assertTrue(why.contains("ConnectX-8 firmware is known to freeze hosts"), why);
    }
}
