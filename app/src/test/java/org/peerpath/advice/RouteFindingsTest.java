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

/** Which way requests go, and what that says of a path. */
class RouteFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.P2P_REDIRECTED,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d)),
                metal(FindingId.P2P_REDIRECTED, Severity.ERROR, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(FaultyHost.ROOT).acs(0x1f, 0x10);
                }),
                vm(
                        FindingId.TRANSLATION_BLOCKED,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.ROOT).acs(0x1f, 0x1f)),
                vm(FindingId.TRANSLATION_BLOCKED, Severity.WARNING, h -> {
                    h.get(FaultyHost.ROOT).acs(0x1f, 0x1f);
                    h.get(FaultyHost.VF).ats(0x0040, 0);
                }),
                metal(
                        FindingId.EGRESS_BLOCKED,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.NIC_PORT).acs(0x087f, 0x20, 0xffff)),
                metal(FindingId.FORWARDING_OFF, Severity.ERROR, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(FaultyHost.ROOT).acs(0x1f, 0x0d);
                }),
                vm(
                        FindingId.PATH_UNKNOWN,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC_PORT).readable(64)),
                vm(
                        FindingId.NO_SHARED_SWITCH,
                        Severity.INFO,
                        h -> h.rootPort("0000:25:01.0", 0x8086, 0x0db0)
                                .acs(0x1f, 0x1d)
                                .endpoint("0000:26:00.0", 0x15b3, 0x1021, 0x020000)
                                .rdma("mlx5_9", "28.40.1000", "ib9")),
                metal(FindingId.PORT_WITHOUT_ACS, Severity.WARNING, h -> withoutAcs(h, 0x1fa0, 1, true)));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(FindingId.NO_SHARED_SWITCH, h -> {
                    h.get(FaultyHost.NIC).attribute("realpath", UNREAD);
                    List.of(FaultyHost.ROOT, FaultyHost.SWITCH, FaultyHost.NIC_PORT, FaultyHost.GPU_PORT)
                            .forEach(bridge -> h.get(bridge).readable(0));
                }),
                unread(FindingId.PORT_WITHOUT_ACS, h -> {
                    h.get(FaultyHost.VF).ats(0x0040, 0);
                    h.get(FaultyHost.ROOT).readable(256);
                }),
                unread(FindingId.P2P_REDIRECTED, h -> h.get(FaultyHost.NIC_PORT).readable(64)),
                unread(
                        FindingId.TRANSLATION_BLOCKED,
                        h -> h.get(FaultyHost.ROOT).readable(256)),
                unreadMetal(
                        FindingId.EGRESS_BLOCKED,
                        h -> h.get(FaultyHost.NIC_PORT).readable(64)),
                unreadMetal(FindingId.FORWARDING_OFF, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(FaultyHost.ROOT).readable(256);
                }));
    }

    private static HostBuilder withoutAcs(HostBuilder host, int vendor, int device, boolean redirected) {
        FunctionBuilder up = host.rootPort("0000:35:01.0", vendor, device).upstreamPort("0000:36:00.0", 0x1000, 0xc030);
        up.downstreamPort("0000:37:00.0", 0x1000, 0xc030)
                .acs(0x5f, redirected ? 0x1d : 0)
                .endpoint("0000:38:00.0", 0x15b3, 0x1021, 0x020000);
        up.downstreamPort("0000:37:01.0", 0x1000, 0xc030)
                .acs(0x5f, redirected ? 0x1d : 0)
                .endpoint("0000:39:00.0", 0x10de, 0x2330, 0x030200);
        return host;
    }

    @Test
    void aRootPortWithoutAcsMattersToRedirectedTrafficOnly() {
        FindingId id = FindingId.PORT_WITHOUT_ACS;
        Finding finding = find(withoutAcs(FaultyHost.bareMetal(), 0x1fa0, 1, true), Scenario.BARE_METAL, id)
                .orElseThrow();
        assertEquals(List.of(Address.of("0000:35:01.0")), finding.functions());
        assertEquals(List.of("ACS no capability (0000:35:01.0)"), evidence(finding));
        assertTrue(!made(withoutAcs(FaultyHost.bareMetal(), 0x1fa0, 1, false), Scenario.BARE_METAL, id));
        assertTrue(
                !made(withoutAcs(FaultyHost.bareMetal(), 0x8086, 0x8c10, true), Scenario.BARE_METAL, id),
                "the kernel knows this port of Intel's");
        assertTrue(made(withoutAcs(FaultyHost.bareMetal(), 0x8086, 1, true), Scenario.BARE_METAL, id), "but not all");
    }

    @Test
    void aPortOfTheSwitchWithoutAcsIsAnotherMatter() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
        host.get(FaultyHost.SWITCH)
                .downstreamPort("0000:17:02.0", 0x15b3, 0x197c)
                .portNumber(3)
                .endpoint("0000:1a:00.0", 0x10de, 0x3182, 0x030200);
        assertFalse(made(host, Scenario.VM, FindingId.PORT_WITHOUT_ACS));
    }

    // ---- Redirected ------------------------------------------------------------------------------------------------

    private static final String PAIR = "mlx5_0 → GPU 0";

    /** A host that keeps everything to itself, behind a translating IOMMU. */
    private static HostBuilder ownDrivers(int nicPort, int atsControl) {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).acs(0x5f, nicPort);
        host.get(FaultyHost.NIC).ats(0x0060, atsControl);
        host.get(FaultyHost.VF).driver("mlx5_core");
        host.get(FaultyHost.GPU).driver("nvidia");
        return host;
    }

    private static Finding redirected(HostBuilder host, Scenario scenario) {
        return find(host, scenario, FindingId.P2P_REDIRECTED).orElseThrow();
    }

    @Test
    void translatedRequestsNeedTheBitAtTheNicsPortAndNothingElse() {
        for (Scenario scenario : List.of(Scenario.VM, Scenario.AS_IS)) {
            HostBuilder host = FaultyHost.vm();
            host.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
            host.get(FaultyHost.NIC).driver("vfio-pci");
            Finding finding = redirected(host, scenario);
            assertEquals(List.of("setpci -s 0000:17:00.0 ECAP_ACS+6.w=0040:0040"), finding.commands());
            assertEquals(
                    List.of(Address.of(FaultyHost.NIC_PORT), Address.of(FaultyHost.NIC), Address.of(FaultyHost.GPU)),
                    finding.functions());
            assertEquals(List.of("ACSCtl 0x001d (0000:17:00.0, read from sysfs)"), evidence(finding));
            assertEquals("finding.p2p-redirected.remedy", finding.remedy().key());
        }
        Finding own = redirected(ownDrivers(0x1d, 0x8000), Scenario.AS_IS);
        assertEquals(
                List.of("setpci -s 0000:17:00.0 ECAP_ACS+6.w=0040:0040"), own.commands(), "the kernel turned ATS on");
    }

    @Test
    void ofTheHostsOwnRequestsTheRedirectIsTheMatter() {
        Finding finding = redirected(ownDrivers(0x1d, 0), Scenario.AS_IS);
        assertEquals(List.of(), finding.commands(), "the IOMMU translates: open ports gain nothing");
        assertEquals(
                "finding.iommu-translates-host-dma.remedy", finding.remedy().key());
        Finding physical = redirected(ownDrivers(0x1d, 0).groups("identity"), Scenario.AS_IS);
        assertEquals(
                List.of(
                        "setpci -s 0000:17:01.0 ECAP_ACS+6.w=0000:000c",
                        "setpci -s 0000:17:00.0 ECAP_ACS+6.w=0000:000c"),
                physical.commands(),
                "requests and their answers");
        HostBuilder answered = ownDrivers(0x1d, 0).groups("identity");
        answered.get(FaultyHost.GPU_PORT).acs(0x5f, 0);
        assertEquals(
                List.of("setpci -s 0000:17:00.0 ECAP_ACS+6.w=0000:000c"),
                redirected(answered, Scenario.AS_IS).commands());
        assertEquals("finding.p2p-redirected.physical.remedy", physical.remedy().key());
        assertEquals("finding.p2p-redirected.physical", finding.message().key());
    }

    @Test
    void aRedirectThatKeepsGuestsApartIsNotToldToBeSwitchedOff() {
        HostBuilder held = ownDrivers(0x1d, 0);
        held.get(FaultyHost.VF).driver("vfio-pci");
        HostBuilder unread = ownDrivers(0x1d, 0);
        unread.get(FaultyHost.VF).attribute("driver", UNREAD);
        HostBuilder gpu = ownDrivers(0x1d, 0);
        gpu.get(FaultyHost.GPU).driver("vfio-pci");
        for (HostBuilder host : List.of(held, unread, gpu)) {
            Finding finding = redirected(host, Scenario.AS_IS);
            assertEquals(List.of(), finding.commands());
            assertEquals(
                    "finding.p2p-redirected.guests.remedy", finding.remedy().key());
        }
        HostBuilder elsewhere = ownDrivers(0x1d, 0).groups("identity");
        elsewhere
                .get(FaultyHost.SWITCH)
                .downstreamPort("0000:17:02.0", 0x15b3, 0x197c)
                .endpoint("0000:1a:00.0", 0x144d, 0xa826, 0x010802)
                .driver("vfio-pci");
        assertEquals(2, redirected(elsewhere, Scenario.AS_IS).commands().size(), "below another port");
    }

    @Test
    void aSwitchThatCannotPassThemIsNotToldTo() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).acs(0x1f, 0x1d);
        Finding finding = redirected(host, Scenario.VM);
        assertEquals("finding.p2p-redirected.no-dt", finding.message().key());
        assertEquals("finding.p2p-redirected.no-dt.remedy", finding.remedy().key());
        assertEquals(List.of(), finding.commands());
    }

    @Test
    void whereThePortWouldPassThemItIsNotThePort() {
        HostBuilder off = FaultyHost.vm();
        off.get(FaultyHost.VF).ats(0x0040, 0);
        assertFalse(made(off, Scenario.VM, FindingId.P2P_REDIRECTED), "ATS is off: that is the cause");
        assertFalse(
                made(ownDrivers(0, 0), Scenario.AS_IS, FindingId.P2P_REDIRECTED),
                "nothing is redirected, the IOMMU's addresses go up by themselves");
        HostBuilder past = FaultyHost.bareMetal();
        past.get(FaultyHost.NIC_PORT).acs(0x5f, 0x5d);
        past.get(FaultyHost.ROOT).acs(0x1f, 0x10);
        past.get(FaultyHost.NIC).ats(0x0060, 0x8000);
        assertFalse(made(past, Scenario.BARE_METAL, FindingId.P2P_REDIRECTED), "ATS takes it past");
    }

    // ---- Refused ---------------------------------------------------------------------------------------------------

    /** The healthy host with another NIC whose way is free. */
    private static HostBuilder withSecond(HostBuilder host) {
        host.rootPort("0000:35:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .upstreamPort("0000:36:00.0", 0x15b3, 0x197c)
                .downstreamPort("0000:37:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint("0000:38:00.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.50.0464", "ib1")
                .ats(0x0060, 0x8000)
                .driver("mlx5_core");
        host.get("0000:36:00.0")
                .downstreamPort("0000:37:01.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x1d)
                .endpoint("0000:39:00.0", 0x10de, 0x3182, 0x030200)
                .driver("vfio-pci");
        return host;
    }

    @Test
    void aBlockedPathIsNamedWithItsPortAndTheOthersAreNot() {
        HostBuilder host = withSecond(FaultyHost.vm());
        host.get(FaultyHost.ROOT).acs(0x1f, 0x1f);
        List<Finding> blocked = FaultyHost.findings(host, Scenario.VM).stream()
                .filter(f -> f.id() == FindingId.TRANSLATION_BLOCKED)
                .toList();
        assertEquals(1, blocked.size());
        Finding finding = blocked.getFirst();
        assertEquals(Severity.ERROR, finding.severity());
        assertEquals(
                PAIR + ": requests are refused, because Translation Blocking is on at root port 15:01.0.",
                Texts.ENGLISH.say(finding.message()));
        assertEquals(List.of("setpci -s 0000:15:01.0 ECAP_ACS+6.w=0000:0002"), finding.commands());
        assertEquals(
                List.of(Address.of(FaultyHost.ROOT), Address.of(FaultyHost.NIC), Address.of(FaultyHost.GPU)),
                finding.functions());
    }

    @Test
    void whatWillBeRefusedOnceAtsIsOnIsAWarningWithItsPort() {
        HostBuilder host = withSecond(FaultyHost.vm());
        host.get(FaultyHost.ROOT).acs(0x1f, 0x1f);
        host.get(FaultyHost.VF).ats(0x0040, 0);
        Finding finding = find(host, Scenario.VM, FindingId.TRANSLATION_BLOCKED).orElseThrow();
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(
                PAIR
                        + ": once ATS is on, requests will be refused, because Translation Blocking is on at root port 15:01.0.",
                Texts.ENGLISH.say(finding.message()));
        assertEquals(
                List.of(Address.of(FaultyHost.ROOT), Address.of(FaultyHost.NIC), Address.of(FaultyHost.GPU)),
                finding.functions());
    }

    @Test
    void anEgressVectorIsNoTranslationBlocking() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).acs(0x087f, 0x21, 0xffff);
        host.get(FaultyHost.VF).ats(0x0040, 0);
        assertFalse(made(host, Scenario.VM, FindingId.TRANSLATION_BLOCKED));
        HostBuilder metal = FaultyHost.bareMetal().cmdline("iommu=pt pci=noats");
        metal.get(FaultyHost.NIC_PORT).acs(0x087f, 0x20, 0xffff);
        Finding finding =
                find(metal, Scenario.BARE_METAL, FindingId.EGRESS_BLOCKED).orElseThrow();
        assertEquals(List.of(), finding.commands(), "whoever set it is asked first");
        assertEquals("finding.egress-blocked.remedy", finding.remedy().key());
    }

    @Test
    void blockingThatNoatsSetEndsWithNoatsAndNotWithSetpci() {
        HostBuilder host = FaultyHost.vm().cmdline("pci=noats");
        host.get(FaultyHost.ROOT).acs(0x1f, 0x1f);
        Finding finding = find(host, Scenario.VM, FindingId.TRANSLATION_BLOCKED).orElseThrow();
        assertEquals(List.of(), finding.commands());
        assertEquals("finding.ats-off.remedy.noats", finding.remedy().key());
    }

    @Test
    void forwardingIsTurnedOnWhereItIsOff() {
        HostBuilder host = FaultyHost.bareMetal();
        host.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
        host.get(FaultyHost.ROOT).acs(0x1f, 0x0d);
        Finding finding =
                find(host, Scenario.BARE_METAL, FindingId.FORWARDING_OFF).orElseThrow();
        assertEquals(List.of(), finding.commands(), "the plan for bare metal has no use for the port");
        assertFalse(made(host, Scenario.BARE_METAL, FindingId.EGRESS_BLOCKED));
    }

    /** A port without ACS does not pass them on either; there is nothing to turn on. */
    @Test
    void aPortWithoutAcsHasNothingToTurnOn() {
        HostBuilder host = HostBuilder.named("cascade").intelIommu("f020de").groups("identity");
        FunctionBuilder upper = host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .upstreamPort("0000:16:00.0", 0x1000, 0xc030)
                .downstreamPort("0000:17:00.0", 0x1000, 0xc030);
        FunctionBuilder lower = upper.upstreamPort("0000:18:00.0", 0x1000, 0xc030);
        lower.downstreamPort("0000:19:00.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:1a:00.0", 0x15b3, 0x1023, 0x020000)
                .driver("mlx5_core");
        lower.downstreamPort("0000:19:01.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:1b:00.0", 0x10de, 0x3182, 0x030200)
                .driver("nvidia");
        Finding finding =
                find(host, Scenario.BARE_METAL, FindingId.FORWARDING_OFF).orElseThrow();
        assertTrue(finding.functions().contains(Address.of("0000:17:00.0")), finding.toString());
        assertEquals(List.of(), finding.commands());
    }

    // ---- Unknown, and apart ----------------------------------------------------------------------------------------

    @Test
    void theMissingFactIsNamedTheRouteFirst() {
        HostBuilder port = FaultyHost.vm();
        port.get(FaultyHost.NIC_PORT).readable(64);
        port.get(FaultyHost.VF).readable(64);
        assertTrue(
                said(port, Scenario.VM, FindingId.PATH_UNKNOWN).contains("0000:17:00.0"),
                said(port, Scenario.VM, FindingId.PATH_UNKNOWN));
        HostBuilder ats = FaultyHost.vm();
        ats.get(FaultyHost.VF).readable(64);
        String text = said(ats, Scenario.VM, FindingId.PATH_UNKNOWN);
        assertTrue(text.startsWith(PAIR + ": not known: ATS of 0000:18:00.1: "), text);
        HostBuilder kind = FaultyHost.vm().file(HostFiles.groupType("1"), UNREAD);
        kind.get(FaultyHost.NIC).group(60).ats(0x0060, 0);
        kind.file(HostFiles.groupType("60"), UNREAD);
        kind.get(FaultyHost.NIC_PORT).acs(0x5f, 0);
        assertEquals(
                PAIR + ": not known: whether its addresses are physical or the IOMMU's was not read "
                        + "(driver and IOMMU group type).",
                said(kind, Scenario.AS_IS, FindingId.PATH_UNKNOWN));
    }

    @Test
    void aNicWithoutASwitchIsNamed() {
        HostBuilder host = FaultyHost.vm();
        host.rootPort("0000:25:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .endpoint("0000:26:00.0", 0x15b3, 0x1021, 0x020000)
                .rdma("mlx5_9", "28.40.1000", "ib9");
        String text = said(host, Scenario.VM, FindingId.NO_SHARED_SWITCH);
        assertTrue(text.contains("mlx5_9") && !text.contains("mlx5_0"), text);
    }
}
