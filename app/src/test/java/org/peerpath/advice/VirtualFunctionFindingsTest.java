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
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** How many VFs there can be, and what they lack. */
class VirtualFunctionFindingsTest extends FindingExamples {
    private static final String NO_MEMORY =
            "[   12.345678] mlx5_core 0000:18:00.0: not enough MMIO resources for SR-IOV";
    private static final String NO_BUSES =
            "[   12.345678] mlx5_core 0000:18:00.0: can't enable 16 VFs (bus 19 out of range of [bus 18])";
    private static final String NO_INTERRUPTS =
            "[   12.345678] ice 0000:18:00.0: Only 0 MSI-X interrupts available for "
                    + "SR-IOV. Not enough to support minimum of 2 MSI-X interrupts per VF for 8 VFs";
    /** A ring buffer that has lost the boot. */
    private static final Reading LATE = new Reading.Text("[99999.0] usb 1-1: new device", "collector");

    private static FunctionBuilder second(HostBuilder host, int total) {
        FunctionBuilder nic = host.get(FaultyHost.SWITCH)
                .downstreamPort("0000:17:02.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint("0000:1a:00.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.50.0464", "ib1")
                .ats(0x0060, 0x8000);
        nic.virtualFunctions(total, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.ats(0x0060, 0x8000).driver("vfio-pci"));
        return nic;
    }

    private static void withoutLog(HostBuilder host, Reading log) {
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "0").without("resource");
        host.file(HostFiles.KERNEL_LOG, log);
    }

    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.VF_LIMIT,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC).attribute("sriov_numvfs", "200")),
                vm(
                        FindingId.VF_LIMIT,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC)
                                .attribute("sriov_totalvfs", "0")
                                .config(c -> c.put16(c.findExtended(0x0010) + 0x0e, 0))),
                vm(FindingId.VF_LIMIT, Severity.INFO, h -> h.get(FaultyHost.NIC).attribute("sriov_numvfs", "16")),
                vm(
                        FindingId.VF_INTERRUPTS_SHORT,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC)
                                .attribute("sriov_numvfs", "16")
                                .attribute("sriov_vf_total_msix", "31")),
                vm(
                        FindingId.VF_MEMORY_SHORT,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC)
                                .attribute("sriov_numvfs", "0")
                                .attribute("resource", FaultyHost.regions(0x14220c, 0x2000000, 0x14220c))),
                vm(FindingId.VF_MEMORY_SHORT, Severity.WARNING, h -> {
                    h.get(FaultyHost.NIC).attribute("resource", UNREAD).attribute("sriov_numvfs", "0");
                    h.kernelLog(NO_MEMORY);
                }),
                vm(FindingId.VF_BUSES_SHORT, Severity.WARNING, h -> second(h, 300)),
                vm(FindingId.VF_BUSES_SHORT, Severity.WARNING, h -> {
                    h.get(FaultyHost.NIC).attribute("sriov_numvfs", "0").readable(256);
                    h.kernelLog(NO_BUSES);
                }),
                vm(FindingId.VF_INTERRUPTS_SHORT, Severity.WARNING, h -> {
                    h.get(FaultyHost.NIC).attribute("sriov_numvfs", "0").driver("ice");
                    h.kernelLog(NO_INTERRUPTS);
                }));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(
                        FindingId.VF_INTERRUPTS_SHORT,
                        h -> h.get(FaultyHost.NIC).attribute("sriov_vf_total_msix", UNREAD)),
                unread(FindingId.VF_INTERRUPTS_SHORT, h -> h.get(FaultyHost.NIC).attribute("sriov_numvfs", UNREAD)),
                unread(
                        FindingId.VF_MEMORY_SHORT,
                        h -> h.get(FaultyHost.NIC).attribute("resource", UNREAD).attribute("sriov_numvfs", "0")),
                unread(FindingId.VF_MEMORY_SHORT, h -> withoutLog(h, LATE)),
                unread(FindingId.VF_MEMORY_SHORT, h -> withoutLog(h, UNREAD)),
                unread(FindingId.VF_BUSES_SHORT, h -> {
                    withoutLog(h, UNREAD);
                    h.get(FaultyHost.NIC).readable(256);
                }),
                unread(FindingId.VF_BUSES_SHORT, h -> {
                    h.get(FaultyHost.NIC).attribute("sriov_numvfs", "0");
                    h.get(FaultyHost.NIC_PORT).readable(16);
                    h.file(HostFiles.KERNEL_LOG, LATE);
                }),
                unread(FindingId.VF_INTERRUPTS_SHORT, h -> {
                    withoutLog(h, UNREAD);
                    h.get(FaultyHost.NIC).driver("ice");
                }),
                unread(
                        FindingId.VF_MEMORY_SHORT,
                        h -> h.get(FaultyHost.NIC)
                                .attribute("sriov_totalvfs", UNREAD)
                                .attribute("sriov_numvfs", "0")
                                .readable(256)),
                unread(
                        FindingId.VF_LIMIT,
                        h -> h.get(FaultyHost.NIC)
                                .attribute("sriov_totalvfs", UNREAD)
                                .readable(256)));
    }

    // ---- What the kernel said --------------------------------------------------------------------------------------

    @Test
    void theLineIsTheEvidence() {
        HostBuilder host = FaultyHost.vm();
        withoutLog(host, new Reading.Text(NO_MEMORY, "collector"));
        Finding finding = find(host, Scenario.VM, FindingId.VF_MEMORY_SHORT).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.NIC)), finding.functions());
        assertEquals(List.of("dmesg " + NO_MEMORY + " (read from the host)"), evidence(finding));
    }

    @Test
    void whereTheWindowsLieNowCountsForMoreThanWhatWasOnceSaid() {
        HostBuilder host = FaultyHost.vm().kernelLog(NO_MEMORY);
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "0");
        String none = "0x0000000000000000 0x0000000000000000 0x0000000000000000\n";
        String window = "0x0000006000000000 0x0000006001ffffff 0x000000000014220c\n";
        host.get(FaultyHost.NIC).attribute("resource", none.repeat(7) + window + none.repeat(5));
        assertFalse(made(host, Scenario.VM, FindingId.VF_MEMORY_SHORT));
        host.get(FaultyHost.NIC).attribute("resource", none.repeat(7));
        assertTrue(made(host, Scenario.VM, FindingId.VF_MEMORY_SHORT), "a kernel that lists no VF windows");
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "1");
        assertFalse(made(host, Scenario.VM, FindingId.VF_MEMORY_SHORT), "VFs that are there had room");
    }

    @Test
    void onlyTheLastBootAndTheNamedFunctionCount() {
        HostBuilder host = FaultyHost.vm();
        withoutLog(host, new Reading.Text(NO_MEMORY + "\n[    0.000000] Linux version 7.1.0", "collector"));
        assertFalse(made(host, Scenario.VM, FindingId.VF_MEMORY_SHORT));
        HostBuilder other = FaultyHost.vm();
        withoutLog(other, new Reading.Text(NO_MEMORY.replace("18:00.0", "28:00.0"), "collector"));
        assertFalse(made(other, Scenario.VM, FindingId.VF_MEMORY_SHORT));
    }

    @Test
    void onBareMetalNobodyAsksForVfs() {
        HostBuilder host = FaultyHost.bareMetal().kernelLog(NO_MEMORY, NO_BUSES, NO_INTERRUPTS);
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "0").without("resource");
        assertEquals(
                List.of(),
                FaultyHost.findings(host, Scenario.BARE_METAL).stream()
                        .map(f -> f.id().id())
                        .toList());
        assertEquals(
                List.of("vf-buses-short", "vf-interrupts-short", "vf-memory-short"),
                FaultyHost.findings(host, Scenario.AS_IS).stream()
                        .map(f -> f.id().id())
                        .filter(id -> id.startsWith("vf-"))
                        .toList());
    }

    // ---- Bus numbers -----------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({"255, false", "256, true"})
    void theLastVfMustLieOnTheLastBusBelowThePort(int total, boolean tooMany) {
        HostBuilder host = FaultyHost.vm();
        second(host, total);
        assertEquals(tooMany, made(host, Scenario.VM, FindingId.VF_BUSES_SHORT));
        if (tooMany) {
            assertEquals(
                    "Of the 256 VFs that mlx5_1 may have, the bus numbers below its port are enough for 255.",
                    said(host, Scenario.VM, FindingId.VF_BUSES_SHORT));
            assertEquals(
                    List.of("Subordinate Bus Number 0x1a (0000:17:02.0, read from sysfs)"),
                    evidence(find(host, Scenario.VM, FindingId.VF_BUSES_SHORT).orElseThrow()));
        }
    }

    /** Bus 1a has 255 routing ids after the PF's own. */
    @ParameterizedTest
    @CsvSource({
        "255, 1, 1, 255",
        "256, 1, 1, 255",
        "127, 2, 2, 127",
        "128, 2, 2, 127",
        "4, 254, 1, 2",
        "1, 255, 0, 1",
        "1, 256, 0, 0",
        "4, 256, 1, 0"
    })
    void offsetAndStrideSayWhereTheVfsLie(int total, int offset, int stride, int fitting) {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.SWITCH)
                .downstreamPort("0000:17:02.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint("0000:1a:00.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.50.0464", "ib1")
                .virtualFunctions(total, 0, offset, stride, 0x101e);
        assertEquals(fitting < total, made(host, Scenario.AS_IS, FindingId.VF_BUSES_SHORT));
        if (fitting < total) {
            String text = said(host, Scenario.AS_IS, FindingId.VF_BUSES_SHORT);
            assertTrue(text.endsWith("are enough for " + fitting + "."), text);
        }
    }

    @Test
    void whatTheKernelSaidOfBusesAndInterruptsIsShown() {
        HostBuilder host = FaultyHost.vm().kernelLog(NO_BUSES, NO_INTERRUPTS);
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "0");
        assertEquals(
                List.of("dmesg " + NO_BUSES + " (read from the host)"),
                evidence(find(host, Scenario.VM, FindingId.VF_BUSES_SHORT).orElseThrow()));
        assertEquals(
                "The kernel found too few bus numbers for the VFs of mlx5_0.",
                said(host, Scenario.VM, FindingId.VF_BUSES_SHORT));
        assertEquals(
                List.of("dmesg " + NO_INTERRUPTS + " (read from the host)"),
                evidence(find(host, Scenario.VM, FindingId.VF_INTERRUPTS_SHORT).orElseThrow()));
    }

    // ---- Numbers ---------------------------------------------------------------------------------------------------

    @Test
    void aLimitIsShownWithWhatWouldMoveIt() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "200");
        Finding over = find(host, Scenario.VM, FindingId.VF_LIMIT).orElseThrow();
        assertEquals("mlx5_0 has more VFs than one of its PFs can have (127).", Texts.ENGLISH.say(over.message()));
        assertEquals(List.of("sriov_numvfs 200 (" + FaultyHost.NIC + ", read from sysfs)"), evidence(over));
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "127").attribute("sriov_totalvfs", "200");
        assertFalse(made(host, Scenario.VM, FindingId.VF_LIMIT));
        host.get(FaultyHost.NIC).attribute("sriov_numvfs", "0").attribute("sriov_totalvfs", "0");
        Finding none = find(host, Scenario.VM, FindingId.VF_LIMIT).orElseThrow();
        assertEquals("finding.vf-limit.none.remedy", none.remedy().key());
        assertEquals(List.of("sriov_totalvfs 0 (" + FaultyHost.NIC + ", read from sysfs)"), evidence(none));
        assertFalse(made(host, Scenario.AS_IS, FindingId.VF_LIMIT), "nobody asks for VFs, none are there");
        assertFalse(made(host, Scenario.BARE_METAL, FindingId.VF_LIMIT));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, true", "1, 2, false", "16, 31, true", "16, 32, false"})
    void aVfNeedsTwoVectors(int enabled, int vectors, boolean tooFew) {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC)
                .attribute("sriov_numvfs", Integer.toString(enabled))
                .attribute("sriov_vf_total_msix", Integer.toString(vectors));
        var finding = find(host, Scenario.VM, FindingId.VF_INTERRUPTS_SHORT);
        assertEquals(tooFew, finding.isPresent());
        finding.ifPresent(f -> assertEquals(
                List.of("sriov_vf_total_msix " + vectors + " (" + FaultyHost.NIC + ", read from sysfs)"), evidence(f)));
    }

    @Test
    void windowsWithoutAPlaceAreShownByTheirRegions() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).attribute("resource", FaultyHost.regions(0x14220c, 0x2000000, 0x14220c));
        Finding finding = find(host, Scenario.VM, FindingId.VF_MEMORY_SHORT).orElseThrow();
        assertEquals(List.of("resource VF BAR 0 (" + FaultyHost.NIC + ", read from sysfs)"), evidence(finding));
        host.get(FaultyHost.NIC).attribute("sriov_totalvfs", "0");
        assertFalse(made(host, Scenario.VM, FindingId.VF_MEMORY_SHORT), "there are none to place");
    }
}
