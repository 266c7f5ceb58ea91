// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;

/** GPUs' windows, counted errors, and what peer memory needs of the drivers. */
class DeviceFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.GPU_WINDOW_SMALL,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.GPU).bar(1, 0x2f000000000L, 0x10000000L)),
                vm(
                        FindingId.GPU_WINDOW_SMALL,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.GPU)
                                .attribute("resource", FaultyHost.regions(0x100c, 0x4000000000L, 0x20200c))),
                vm(
                        FindingId.NUMA_MISMATCH,
                        Severity.INFO,
                        h -> h.get(FaultyHost.GPU).numa(1)),
                vm(
                        FindingId.PORT_CONTAINED,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.NIC_PORT).dpc(0x00d7, 0x0001, 0x1f01)),
                metal(
                        FindingId.DMA_BUF_UNAVAILABLE,
                        Severity.INFO,
                        h -> h.text(
                                "proc/driver/nvidia/version",
                                "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05")),
                metal(FindingId.DMA_BUF_UNAVAILABLE, Severity.INFO, h -> h.kernel("5.11.22")),
                vm(
                        FindingId.ERRORS_COUNTED,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC_PORT)
                                .attribute("aer_dev_nonfatal", "Undefined 0\nACSViol 3\nTOTAL_ERR_NONFATAL 3")),
                metal(
                        FindingId.PEERMEM_MISSING,
                        Severity.INFO,
                        h -> h.file("sys/module/nvidia_peermem/version", new Reading.Missing("sysfs"))));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(FindingId.GPU_WINDOW_SMALL, h -> h.get(FaultyHost.GPU).attribute("resource", UNREAD)),
                unread(FindingId.PORT_CONTAINED, h -> h.get(FaultyHost.GPU_PORT).readable(64)),
                unread(FindingId.ERRORS_COUNTED, h -> h.get(FaultyHost.GPU).attribute("aer_dev_fatal", UNREAD)),
                unreadMetal(FindingId.DMA_BUF_UNAVAILABLE, h -> h.file("proc/driver/nvidia/version", UNREAD)),
                unreadMetal(
                        FindingId.PEERMEM_MISSING,
                        h -> h.file("sys/module/nvidia_peermem", UNREAD)
                                .file("sys/module/nvidia_peermem/version", UNREAD)),
                unread(FindingId.NUMA_MISMATCH, h -> h.get(FaultyHost.GPU).attribute("numa_node", UNREAD)));
    }

    // ---- Windows ---------------------------------------------------------------------------------------------------

    private static final long WIDE = 0x14220cL;
    private static final long NARROW = 0x04220cL;

    @ParameterizedTest
    @CsvSource({
        "0x10000000, 0x14220c, 'BAR1 256 MiB, 64-bit'",
        "0x10000001, 0x14220c, ''",
        "0x4000000000, 0x14220c, ''",
        "0x4000000000, 0x04220c, 'BAR1 262144 MiB, 32-bit'"
    })
    void aWindowIsSmallUpTo256MebibytesOrInThirtyTwoBits(String size, String flags, String said) {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.GPU).attribute("resource", FaultyHost.regions(WIDE, Long.decode(size), Long.decode(flags)));
        var finding = find(host, Scenario.VM, FindingId.GPU_WINDOW_SMALL);
        assertEquals(
                said.isEmpty() ? List.of() : List.of("resource " + said + " (" + FaultyHost.GPU + ", read from sysfs)"),
                finding.map(FindingExamples::evidence).orElse(List.of()));
    }

    @Test
    void theFirstBarAndOtherMakersCardsAreNotAskedAbout() {
        HostBuilder first = FaultyHost.vm();
        first.get(FaultyHost.GPU).attribute("resource", FaultyHost.regions(NARROW, 0x4000000000L, WIDE));
        assertFalse(made(first, Scenario.VM, FindingId.GPU_WINDOW_SMALL));
        HostBuilder other = FaultyHost.vm();
        other.get(FaultyHost.GPU)
                .identity(0x8086, 0x0bd5, 0x038000)
                .attribute("resource", FaultyHost.regions(WIDE, 0x1000000L, WIDE));
        assertFalse(made(other, Scenario.VM, FindingId.GPU_WINDOW_SMALL));
    }

    // ---- NUMA nodes ------------------------------------------------------------------------------------------------

    @Test
    void bothNodesAreShownAndANodeTheFirmwareDoesNotSayIsNone() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).numa(0);
        host.get(FaultyHost.GPU).numa(1);
        Finding finding = find(host, Scenario.VM, FindingId.NUMA_MISMATCH).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.NIC), Address.of(FaultyHost.GPU)), finding.functions());
        assertEquals(
                List.of(
                        "numa_node 0 (" + FaultyHost.NIC + ", read from sysfs)",
                        "numa_node 1 (" + FaultyHost.GPU + ", read from sysfs)"),
                evidence(finding));
        host.get(FaultyHost.GPU).numa(-1);
        assertFalse(made(host, Scenario.VM, FindingId.NUMA_MISMATCH));
        host.get(FaultyHost.GPU).numa(0);
        assertFalse(made(host, Scenario.VM, FindingId.NUMA_MISMATCH));
    }

    // ---- Counters --------------------------------------------------------------------------------------------------

    @Test
    void whatWasCountedIsNamedAndSumsAndZeroesAreNot() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT)
                .attribute("aer_dev_nonfatal", "Undefined 0\nACSViol 3\nUnxCmplt 2\nTOTAL_ERR_NONFATAL 5");
        host.get(FaultyHost.GPU).attribute("aer_dev_fatal", "DLP 00\nMalfTLP 1\nTOTAL_ERR_FATAL 1");
        Finding finding = find(host, Scenario.VM, FindingId.ERRORS_COUNTED).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.NIC_PORT), Address.of(FaultyHost.GPU)), finding.functions());
        assertEquals(
                List.of(
                        "aer_dev_nonfatal ACSViol 3, UnxCmplt 2 (" + FaultyHost.NIC_PORT + ", read from sysfs)",
                        "aer_dev_fatal MalfTLP 1 (" + FaultyHost.GPU + ", read from sysfs)"),
                evidence(finding));
        assertEquals(
                "ACS violations and other errors since boot: port 17:00.0, GPU 0 (ACSViol, MalfTLP, UnxCmplt).",
                said(host, Scenario.VM, FindingId.ERRORS_COUNTED));
        host.get(FaultyHost.NIC_PORT).without("aer_dev_nonfatal");
        assertEquals(
                "Errors since boot on the paths of GPUs and NICs: GPU 0 (MalfTLP).",
                said(host, Scenario.VM, FindingId.ERRORS_COUNTED));
        HostBuilder elsewhere = FaultyHost.vm();
        elsewhere.rootPort("0000:45:01.0", 0x8086, 0x0db0).attribute("aer_dev_nonfatal", "ACSViol 3");
        assertFalse(made(elsewhere, Scenario.VM, FindingId.ERRORS_COUNTED), "on nobody's path");
    }

    @Test
    void aContainedPortIsNamed() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).dpc(0x00d7, 0x0001, 0x1f01);
        host.get(FaultyHost.GPU_PORT).dpc(0x00d7, 0x0001, 0x1f00);
        Finding finding = find(host, Scenario.VM, FindingId.PORT_CONTAINED).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.NIC_PORT)), finding.functions());
        assertEquals(List.of("DPC Status Triggered (" + FaultyHost.NIC_PORT + ", read from sysfs)"), evidence(finding));
    }

    // ---- Peer memory -----------------------------------------------------------------------------------------------

    private static HostBuilder withoutPeermem() {
        return FaultyHost.bareMetal().file("sys/module/nvidia_peermem/version", new Reading.Missing("sysfs"));
    }

    @Test
    void peermemIsMissedWhereTheHostItselfUsesTheGpu() {
        Finding finding = find(withoutPeermem(), Scenario.BARE_METAL, FindingId.PEERMEM_MISSING)
                .orElseThrow();
        assertEquals(List.of("modprobe nvidia-peermem"), finding.commands());
        assertEquals(List.of(Address.of(FaultyHost.GPU)), finding.functions());
        assertEquals(List.of("/sys/module/nvidia_peermem - (read from the host)"), evidence(finding));
        assertTrue(made(withoutPeermem(), Scenario.AS_IS, FindingId.PEERMEM_MISSING));
        assertFalse(made(withoutPeermem(), Scenario.VM, FindingId.PEERMEM_MISSING));
        HostBuilder held = withoutPeermem();
        held.get(FaultyHost.GPU).driver("vfio-pci");
        assertFalse(made(held, Scenario.AS_IS, FindingId.PEERMEM_MISSING));
    }

    @ParameterizedTest
    @CsvSource({"5.11.22, true", "5.12.0, false", "7.1.0, false"})
    void dmaBufCameWithAKernel(String kernel, boolean missing) {
        HostBuilder host = FaultyHost.bareMetal().kernel(kernel);
        assertEquals(missing, made(host, Scenario.BARE_METAL, FindingId.DMA_BUF_UNAVAILABLE));
        assertFalse(made(host, Scenario.VM, FindingId.DMA_BUF_UNAVAILABLE));
        if (missing) {
            Finding finding = find(host, Scenario.BARE_METAL, FindingId.DMA_BUF_UNAVAILABLE)
                    .orElseThrow();
            assertEquals("finding.dma-buf-unavailable.kernel", finding.message().key());
            assertEquals(List.of("/proc/sys/kernel/osrelease 5.11.22 (read from the host)"), evidence(finding));
            assertEquals(List.of(Address.of(FaultyHost.GPU)), finding.functions());
        }
    }

    @Test
    void theClosedModulesAreKnownByWhatTheyCallThemselves() {
        String version = "proc/driver/nvidia/version";
        HostBuilder closed =
                FaultyHost.bareMetal().text(version, "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05\nGCC");
        Finding finding =
                find(closed, Scenario.AS_IS, FindingId.DMA_BUF_UNAVAILABLE).orElseThrow();
        assertEquals(
                List.of("/proc/driver/nvidia/version NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05 "
                        + "(read from the host)"),
                evidence(finding));
        HostBuilder open =
                FaultyHost.bareMetal().text(version, "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64");
        assertFalse(made(open, Scenario.AS_IS, FindingId.DMA_BUF_UNAVAILABLE));
        closed.get(FaultyHost.GPU).driver("vfio-pci");
        assertFalse(made(closed, Scenario.AS_IS, FindingId.DMA_BUF_UNAVAILABLE));
    }
}
