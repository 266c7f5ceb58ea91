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

/** Whether guests are kept apart, and what only looks like it. */
class IsolationFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.ISOLATION_OPEN,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.GPU_PORT).acs(0x5f, 0x0d)),
                asIs(
                        FindingId.ISOLATION_OPEN,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.ROOT).acs(0x1f, 0x1c)),
                vm(FindingId.ISOLATION_NOT_REAL, Severity.ERROR, h -> h.cmdline("pcie_acs_override=downstream")),
                metal(FindingId.ISOLATION_NOT_REAL, Severity.INFO, h -> h.cmdline("pcie_acs_override=downstream")),
                vm(
                        FindingId.GROUPS_STALE,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.GPU_PORT).acs(0x5f, 0)),
                vm(FindingId.GROUPS_STALE, Severity.INFO, h -> {
                    h.get(FaultyHost.VF).group(90);
                    h.get(FaultyHost.GPU).group(90);
                }),
                asIs(
                        FindingId.ACS_ZEROED,
                        Severity.ERROR,
                        h -> List.of(FaultyHost.ROOT, FaultyHost.NIC_PORT, FaultyHost.GPU_PORT)
                                .forEach(p -> h.get(p).acs(0x5f, 0))),
                vm(FindingId.DIRECT_TRANSLATED_EVERYWHERE, Severity.INFO, h -> {
                    List.of(FaultyHost.ROOT, FaultyHost.NIC_PORT, FaultyHost.GPU_PORT)
                            .forEach(p -> h.get(p).acs(0x5f, 0x5d));
                    h.rootPort("0000:25:01.0", 0x8086, 0x0db0).acs(0x5f, 0x5d);
                }));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unreadAsIs(
                        FindingId.ACS_ZEROED,
                        h -> List.of(FaultyHost.ROOT, FaultyHost.NIC_PORT, FaultyHost.GPU_PORT)
                                .forEach(port -> h.get(port).readable(256))),
                unread(FindingId.DIRECT_TRANSLATED_EVERYWHERE, h -> {
                    h.rootPort("0000:25:01.0", 0x8086, 0x0db0);
                    List.of(FaultyHost.ROOT, FaultyHost.GPU_PORT, "0000:25:01.0")
                            .forEach(port -> h.get(port).readable(256));
                }),
                unread(FindingId.ISOLATION_OPEN, h -> h.get(FaultyHost.ROOT).readable(256)),
                unread(FindingId.ISOLATION_NOT_REAL, h -> h.file(HostFiles.CMDLINE, UNREAD)),
                unreadAsIs(FindingId.ISOLATION_OPEN, h -> {
                    h.get(FaultyHost.VF).driver("mlx5_core");
                    h.get(FaultyHost.GPU).attribute("driver", UNREAD);
                }),
                unread(FindingId.PORT_WITHOUT_ACS, h -> {
                    h.get(FaultyHost.VF).ats(0x0040, 0);
                    h.get(FaultyHost.ROOT).readable(64);
                }),
                unread(FindingId.GROUPS_STALE, h -> h.get(FaultyHost.GPU_PORT).attribute("iommu_group", UNREAD)),
                unread(FindingId.GROUPS_STALE, h -> h.get(FaultyHost.GPU).attribute("iommu_group", UNREAD)),
                unread(FindingId.GROUPS_STALE, h -> {
                    h.get(FaultyHost.VF).group(90);
                    h.get(FaultyHost.GPU).group(90).readable(64);
                }),
                unread(FindingId.GROUPS_STALE, h -> h.get(FaultyHost.GPU_PORT).readable(64)));
    }

    private static HostBuilder open() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.GPU_PORT).acs(0x5f, 0x0d);
        return host;
    }

    @Test
    void isolationMattersWhereAGuestHoldsEitherEnd() {
        assertTrue(made(open(), Scenario.AS_IS, FindingId.ISOLATION_OPEN));
        HostBuilder nobody = open();
        nobody.get(FaultyHost.GPU).driver("nvidia");
        assertTrue(!made(nobody, Scenario.AS_IS, FindingId.ISOLATION_OPEN), "the host's own drivers trust each other");
        assertTrue(made(nobody, Scenario.VM, FindingId.ISOLATION_OPEN));
        assertTrue(!made(open(), Scenario.BARE_METAL, FindingId.ISOLATION_OPEN));
        HostBuilder nic = nobody;
        nic.get(FaultyHost.NIC).driver("vfio-pci");
        assertTrue(made(nic, Scenario.AS_IS, FindingId.ISOLATION_OPEN));
    }

    @Test
    void thePortsAndBitsAreNamedAndOnlyPortsWithAcsAreSet() {
        HostBuilder host = open();
        Finding finding = find(host, Scenario.VM, FindingId.ISOLATION_OPEN).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.GPU_PORT)), finding.functions());
        assertTrue(said(host, Scenario.VM, FindingId.ISOLATION_OPEN).contains("UF-"));
        assertEquals(List.of("setpci -s 0000:17:01.0 ECAP_ACS+6.w=0010:0010"), finding.commands());
        FunctionBuilder other = host.get(FaultyHost.SWITCH).downstreamPort("0000:17:02.0", 0x15b3, 0x197c);
        other.endpoint("0000:1a:00.0", 0x10de, 0x3182, 0x030200).driver("vfio-pci");
        Finding both = find(host, Scenario.VM, FindingId.ISOLATION_OPEN).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.GPU_PORT), Address.of("0000:17:02.0")), both.functions());
        assertEquals(List.of(), both.commands(), "the plan is refused: what has no ACS cannot isolate");
    }

    @Test
    void withoutAnIommuAVmIsNotIsolated() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.VF).without("iommu_group");
        Finding finding = find(host, Scenario.VM, FindingId.ISOLATION_OPEN).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.VF)), finding.functions());
        assertEquals("finding.isolation-open.no-iommu", finding.message().key());
        assertTrue(!made(host, Scenario.AS_IS, FindingId.ISOLATION_OPEN));
    }

    private static HostBuilder zeroed() {
        HostBuilder host = FaultyHost.vm();
        List.of(FaultyHost.ROOT, FaultyHost.NIC_PORT, FaultyHost.GPU_PORT)
                .forEach(port -> host.get(port).acs(0x5f, 0));
        return host;
    }

    @Test
    void acsIsZeroedOnlyWhereAllOfItIsAndGuestsAreThere() {
        assertTrue(made(zeroed(), Scenario.AS_IS, FindingId.ACS_ZEROED));
        HostBuilder one = zeroed();
        one.get(FaultyHost.ROOT).acs(0x5f, 1);
        assertTrue(!made(one, Scenario.AS_IS, FindingId.ACS_ZEROED));
        HostBuilder noGuest = zeroed();
        noGuest.get(FaultyHost.VF).driver("mlx5_core");
        noGuest.get(FaultyHost.GPU).driver("nvidia");
        assertTrue(!made(noGuest, Scenario.AS_IS, FindingId.ACS_ZEROED));
        HostBuilder noIommu = zeroed();
        List.of(
                        FaultyHost.ROOT,
                        FaultyHost.SWITCH,
                        FaultyHost.NIC_PORT,
                        FaultyHost.GPU_PORT,
                        FaultyHost.NIC,
                        FaultyHost.VF,
                        FaultyHost.GPU)
                .forEach(function -> noIommu.get(function).without("iommu_group"));
        assertTrue(!made(noIommu, Scenario.AS_IS, FindingId.ACS_ZEROED));
        assertTrue(!made(zeroed(), Scenario.VM, FindingId.ACS_ZEROED), "it speaks of what is in force");
    }

    private static HostBuilder everywhere(int ports) {
        HostBuilder host = FaultyHost.vm();
        List.of(FaultyHost.ROOT, FaultyHost.NIC_PORT, FaultyHost.GPU_PORT)
                .forEach(port -> host.get(port).acs(0x5f, 0x5d));
        for (int i = 3; i < ports; i++) {
            host.rootPort("0000:25:0" + i + ".0", 0x8086, 0x0db0).acs(0x5f, 0x5d);
        }
        return host;
    }

    @Test
    void directTranslatedEverywhereMeansEveryPortThatCanAndMoreThanThree() {
        FindingId id = FindingId.DIRECT_TRANSLATED_EVERYWHERE;
        assertTrue(!made(everywhere(3), Scenario.VM, id));
        assertTrue(made(everywhere(4), Scenario.VM, id));
        assertTrue(!made(everywhere(4), Scenario.BARE_METAL, id));
        HostBuilder one = everywhere(5);
        one.get("0000:25:04.0").acs(0x5f, 0x1d);
        assertTrue(!made(one, Scenario.VM, id));
        one.get("0000:25:04.0").acs(0x1f, 0x1d);
        assertTrue(made(one, Scenario.VM, id), "a port that cannot do it says nothing");
        Finding finding = find(everywhere(4), Scenario.VM, id).orElseThrow();
        assertEquals(4, finding.functions().size());
    }

    // ---- Promises that the hardware does not keep ------------------------------------------------------------------

    @Test
    void anOverrideIsAsBadAsTheGuestsThatRelyOnIt() {
        FindingId id = FindingId.ISOLATION_NOT_REAL;
        HostBuilder host = FaultyHost.vm().cmdline("quiet pcie_acs_override=downstream,multifunction");
        Finding finding = find(host, Scenario.VM, id).orElseThrow();
        assertEquals(Severity.ERROR, finding.severity());
        assertEquals(
                List.of("/proc/cmdline pcie_acs_override=downstream,multifunction (read from the host)"),
                evidence(finding));
        assertEquals(
                Severity.ERROR, find(host, Scenario.AS_IS, id).orElseThrow().severity());
        host.get(FaultyHost.VF).driver("mlx5_core");
        host.get(FaultyHost.GPU).driver("nvidia");
        assertEquals(
                Severity.WARNING, find(host, Scenario.AS_IS, id).orElseThrow().severity());
        assertEquals(
                Severity.INFO, find(host, Scenario.BARE_METAL, id).orElseThrow().severity());
    }

    @Test
    void groupsApartAboveAnOpenPortNameBoth() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.GPU_PORT).acs(0x5f, 0);
        Finding finding = find(host, Scenario.VM, FindingId.GROUPS_STALE).orElseThrow();
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(List.of(Address.of(FaultyHost.GPU_PORT), Address.of(FaultyHost.GPU)), finding.functions());
        assertEquals(
                "GPU 0: each has an IOMMU group of its own, but the registers no longer keep them apart at port 17:01.0.",
                Texts.ENGLISH.say(finding.message()));
        assertEquals(List.of("ACSCtl 0x0000 (" + FaultyHost.GPU_PORT + ", read from sysfs)"), evidence(finding));
        assertEquals(
                Severity.INFO,
                find(host, Scenario.BARE_METAL, FindingId.GROUPS_STALE)
                        .orElseThrow()
                        .severity());
        assertTrue(
                !made(host.cmdline("pcie_acs_override=downstream"), Scenario.VM, FindingId.GROUPS_STALE),
                "the override has a finding of its own");
    }

    @Test
    void aFunctionInTheGroupOfItsPortIsPromisedNothing() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.GPU_PORT).acs(0x5f, 0).group(70);
        host.get(FaultyHost.GPU).group(70);
        assertTrue(!made(host, Scenario.VM, FindingId.GROUPS_STALE));
    }

    @Test
    void oneGroupOfFunctionsThatEveryPortKeepsApartIsStaleToo() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.VF).group(90);
        host.get(FaultyHost.NIC).group(90);
        host.get(FaultyHost.GPU).group(90);
        Finding finding = find(host, Scenario.VM, FindingId.GROUPS_STALE).orElseThrow();
        assertEquals("finding.groups-stale.together", finding.message().key());
        assertEquals(
                List.of(Address.of(FaultyHost.NIC), Address.of(FaultyHost.VF), Address.of(FaultyHost.GPU)),
                finding.functions());
        host.get(FaultyHost.ROOT).acs(0x1f, 0x0d).group(90);
        assertTrue(
                find(host, Scenario.VM, FindingId.GROUPS_STALE)
                        .filter(f -> f.message().key().endsWith("together"))
                        .isEmpty(),
                "a port above does not keep them apart");
        HostBuilder card = FaultyHost.vm();
        card.get(FaultyHost.VF).group(90);
        card.get(FaultyHost.NIC).group(90);
        assertTrue(!made(card, Scenario.VM, FindingId.GROUPS_STALE), "functions of one bus may talk inside the card");
    }

    private static boolean together(HostBuilder host) {
        return find(host, Scenario.VM, FindingId.GROUPS_STALE)
                .filter(f -> f.message().key().equals("finding.groups-stale.together"))
                .isPresent();
    }

    private static HostBuilder oneGroup() {
        HostBuilder host = FaultyHost.vm();
        List.of(FaultyHost.VF, FaultyHost.NIC, FaultyHost.GPU)
                .forEach(end -> host.get(end).group(90));
        return host;
    }

    @Test
    void whereTheKernelHasReasonsForOneGroupItIsNotStale() {
        assertTrue(together(oneGroup()));
        HostBuilder withAPort = oneGroup();
        withAPort.get(FaultyHost.GPU_PORT).group(90);
        assertFalse(together(withAPort), "ports stay with what is below them");
        HostBuilder severalFunctions = oneGroup();
        severalFunctions.get(FaultyHost.ROOT).endpoint("0000:16:00.1", 0x15b3, 0x1977, 0x088000);
        assertFalse(together(severalFunctions), "the switch is one function of several");
        HostBuilder conventional = oneGroup();
        conventional
                .rootPort("0000:25:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .pciBridge("0000:26:00.0", 0x104c, 0x8240)
                .conventional("0000:27:00.0", 0x1234, 0x0001, 0x020000)
                .group(90);
        assertFalse(together(conventional), "a PCI bus keeps nothing apart");
        HostBuilder integrated = oneGroup();
        integrated.integrated("0000:00:02.0", 0x8086, 0x0b25, 0x088000).group(90);
        assertFalse(together(integrated), "no port is above it");
    }

    @Test
    void zeroesAndOldScriptsAreShownByTheirRegisters() {
        Finding zeroed = find(zeroed(), Scenario.AS_IS, FindingId.ACS_ZEROED).orElseThrow();
        assertEquals(
                List.of(Address.of(FaultyHost.ROOT), Address.of(FaultyHost.NIC_PORT), Address.of(FaultyHost.GPU_PORT)),
                zeroed.functions());
        assertEquals(3, evidence(zeroed).size());
        assertEquals(
                "ACSCtl 0x0000 (" + FaultyHost.ROOT + ", read from sysfs)",
                evidence(zeroed).getFirst());
        assertEquals(
                "All 3 ports with ACS that were read are set to 0 while functions are given to virtual machines.",
                Texts.ENGLISH.say(zeroed.message()));
        Finding every = find(everywhere(5), Scenario.VM, FindingId.DIRECT_TRANSLATED_EVERYWHERE)
                .orElseThrow();
        assertEquals(
                "Direct Translated P2P is on at all 5 ports that were seen to have it; only the NIC-side ports need it.",
                Texts.ENGLISH.say(every.message()));
        assertEquals(4, evidence(every).size());
    }
}
