// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** Why ATS is off, as the administrator reads it. */
class AtsFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(FindingId.ATS_OFF, Severity.ERROR, h -> h.get(FaultyHost.VF).ats(0x0040, 0)),
                vm(FindingId.ATS_NOT_YET_ON, Severity.INFO, h -> {
                    h.groups("identity").cmdline("iommu=pt");
                    h.get(FaultyHost.NIC).ats(0x0060, 0);
                    h.get(FaultyHost.VF).ats(0x0060, 0);
                }),
                new Example(FindingId.ATS_IS_PER_KEY, Severity.INFO, Scenario.BARE_METAL, true, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x5d);
                    h.get(FaultyHost.NIC).ats(0x0060, 0x8000);
                }),
                vm(
                        FindingId.ATS_CHANGES_AT_BOOT,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC).attribute(FaultyHost.ATS_NEXT, "False(0)")),
                metal(
                        FindingId.ATS_CHANGES_AT_BOOT,
                        Severity.INFO,
                        h -> h.get(FaultyHost.NIC).attribute(FaultyHost.ATS_NEXT, "False(0)")),
                vm(FindingId.ATS_WITHOUT_REASON, Severity.WARNING, h -> h.cmdline("pci=noats")),
                metal(
                        FindingId.ATS_WITHOUT_REASON,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC).ats(0x0060, 0x8000)));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(FindingId.ATS_OFF, h -> h.get(FaultyHost.VF).readable(256)),
                unread(FindingId.ATS_WITHOUT_REASON, h -> h.file(HostFiles.CMDLINE, UNREAD)));
    }

    private static final String NOW = "mlxconfig/ATS_ENABLED/current";

    /** The healthy host with NICs that began without ATS. */
    private static HostBuilder without(int vendor) {
        HostBuilder host = HostBuilder.named("without")
                .kernel("7.1.0")
                .intelIommu("f020de")
                .groups("DMA-FQ");
        FunctionBuilder up = host.rootPort(FaultyHost.ROOT, 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .upstreamPort(FaultyHost.SWITCH, 0x15b3, 0x197c);
        up.downstreamPort(FaultyHost.NIC_PORT, 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint(FaultyHost.NIC, vendor, 0x1023, 0x020000)
                .rdma("mlx5_0", "40.50.0464", "ib0");
        up.downstreamPort(FaultyHost.GPU_PORT, 0x15b3, 0x197c)
                .acs(0x5f, 0x1d)
                .endpoint(FaultyHost.GPU, 0x10de, 0x3182, 0x030200);
        return host;
    }

    private static Finding off(HostBuilder host) {
        return FaultyHost.findings(host, Scenario.VM).stream()
                .filter(f -> f.id() == FindingId.ATS_OFF)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSettingNobodyMadeIsToBeMade() {
        Finding finding = off(without(0x15b3));
        assertEquals(List.of("mlxconfig -d " + FaultyHost.NIC + " -y set ATS_ENABLED=1"), finding.commands());
        assertTrue(
                Texts.ENGLISH.say(finding.remedy()).contains("firmware settings"), Texts.ENGLISH.say(finding.remedy()));
    }

    @Test
    void aSettingThatWaitsForTheNextBootAsksForABootAndNotForTheSettingAgain() {
        HostBuilder host = without(0x15b3);
        host.get(FaultyHost.NIC).attribute(NOW, "False(0)").attribute(FaultyHost.ATS_NEXT, "True(1)");
        Finding finding = off(host);
        assertEquals(List.of(), finding.commands());
        assertTrue(Texts.ENGLISH.say(finding.message()).contains("waits for the next boot"));
        assertTrue(Texts.ENGLISH.say(finding.remedy()).contains("reboot the host"));
        List<String> evidence = finding.evidence().stream()
                .map(e -> Texts.ENGLISH.say(e.text()))
                .toList();
        assertTrue(
                evidence.stream().anyMatch(e -> e.startsWith(FaultyHost.ATS_NEXT + " True(1)")), evidence.toString());
        assertTrue(evidence.stream().anyMatch(e -> e.startsWith(NOW + " False(0)")), evidence.toString());
    }

    @Test
    void aSettingThatChangesAtTheNextBootIsToldWithWhatRunsNow() {
        HostBuilder going = FaultyHost.vm();
        going.get(FaultyHost.NIC).attribute(FaultyHost.ATS_NEXT, "False(0)");
        for (Scenario scenario : List.of(Scenario.VM, Scenario.AS_IS)) {
            Finding finding =
                    find(going, scenario, FindingId.ATS_CHANGES_AT_BOOT).orElseThrow();
            assertEquals(Severity.WARNING, finding.severity(), "paths lean on it");
            assertEquals(List.of(Address.of(FaultyHost.NIC)), finding.functions());
            assertEquals(
                    List.of(
                            "ATSCtl 0x8000 (" + FaultyHost.NIC + ", read from sysfs)",
                            FaultyHost.ATS_NEXT + " False(0) (" + FaultyHost.NIC + ", read from sysfs)"),
                    evidence(finding));
        }
        HostBuilder coming = without(0x15b3);
        coming.get(FaultyHost.NIC).attribute(FaultyHost.ATS_NEXT, "True(1)");
        Finding on =
                find(coming, Scenario.BARE_METAL, FindingId.ATS_CHANGES_AT_BOOT).orElseThrow();
        assertEquals(Severity.INFO, on.severity());
        assertEquals("finding.ats-changes-at-boot.on.remedy", on.remedy().key());
        assertFalse(made(without(0x14e4), Scenario.VM, FindingId.ATS_CHANGES_AT_BOOT));
    }

    @Test
    void whereTheCapabilityWasNotReadTheToolTellsWhatRunsNow() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).readable(256).attribute(NOW, "True(1)").attribute(FaultyHost.ATS_NEXT, "False(0)");
        assertTrue(made(host, Scenario.BARE_METAL, FindingId.ATS_CHANGES_AT_BOOT));
        host.get(FaultyHost.NIC).attribute(NOW, "False(0)");
        assertFalse(made(host, Scenario.BARE_METAL, FindingId.ATS_CHANGES_AT_BOOT));
    }

    @Test
    void belowAPortThatLeadsOutOfTheMachineTheKernelTrustsNothing() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.VF).ats(0x0060, 0).attribute("removable", "removable");
        assertEquals("finding.ats-off.remedy.untrusted", off(host).remedy().key());
        for (String inside : List.of("fixed", "unknown")) {
            host.get(FaultyHost.VF).attribute("removable", inside);
            assertEquals(
                    "finding.ats-off.remedy.not-enabled", off(host).remedy().key());
        }
    }

    @Test
    void nobodyIsToldToTurnItOnWhereTheFirmwareFreezesTheHost() {
        HostBuilder host = without(0x15b3);
        host.get(FaultyHost.NIC).rdma("mlx5_0", "40.46.5500", "ib0");
        for (String next : List.of("False(0)", "True(1)")) {
            host.get(FaultyHost.NIC).attribute(FaultyHost.ATS_NEXT, next);
            Finding finding = off(host);
            assertEquals(List.of(), finding.commands());
            assertEquals(
                    "finding.ats-off.remedy.absent.freezes", finding.remedy().key());
        }
        HostBuilder going = FaultyHost.vm();
        going.get(FaultyHost.NIC).rdma("mlx5_0", "40.46.5500", "ib0").attribute(FaultyHost.ATS_NEXT, "False(0)");
        assertEquals(
                Severity.INFO,
                find(going, Scenario.VM, FindingId.ATS_CHANGES_AT_BOOT)
                        .orElseThrow()
                        .severity(),
                "it is what helps");
    }

    @Test
    void anotherMakersCardIsNotSetWithNvidiasTool() {
        assertEquals(List.of(), off(without(0x14e4)).commands());
    }

    @Test
    void whatTheKernelTurnedOffForAFaultItKnowsIsNotToBeForced() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.VF).ats(0x0060, 0);
        host.kernelLog("[    2.5] pci 0000:28:00.0: disabling ATS");
        assertEquals("finding.ats-off.remedy.not-enabled", off(host).remedy().key(), "another function's ATS");
        for (String function : List.of(FaultyHost.VF, FaultyHost.NIC)) {
            String line = "[    2.5] pci " + function + ": disabling ATS";
            Finding finding = off(host.kernelLog(line));
            assertTrue(said(host, Scenario.VM, FindingId.ATS_OFF).contains("faulty"));
            assertEquals("finding.ats-off.remedy.quirk", finding.remedy().key());
            assertTrue(evidence(finding).contains("dmesg " + line + " (read from the host)"));
        }
        host.get(FaultyHost.VF).ats(0x0040, 0);
        assertEquals(
                "finding.ats-off.remedy.not-page-aligned", off(host).remedy().key(), "what registers show");
    }
}
