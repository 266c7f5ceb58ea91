// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.path.Scenario;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** Where findings begin and end: the condition just met, just not met, and what exactly is said and told to type. */
class BordersTest {
    private static Optional<Finding> find(HostBuilder host, Scenario scenario, FindingId id) {
        return Ill.findings(host, scenario).stream().filter(f -> f.id() == id).findFirst();
    }

    private static boolean made(HostBuilder host, Scenario scenario, FindingId id) {
        return find(host, scenario, id).isPresent();
    }

    private static String said(HostBuilder host, Scenario scenario, FindingId id) {
        return Texts.ENGLISH.say(find(host, scenario, id).orElseThrow().message());
    }

    // ---- Isolation -------------------------------------------------------------------------------------------------

    private static HostBuilder open() {
        HostBuilder host = Ill.vm();
        host.get(Ill.GPU_PORT).acs(0x5f, 0x0d);
        return host;
    }

    @Test
    void isolationMattersWhereAGuestHoldsEitherEnd() {
        assertTrue(made(open(), Scenario.AS_IS, FindingId.ISOLATION_OPEN));
        HostBuilder nobody = open();
        nobody.get(Ill.GPU).driver("nvidia");
        assertTrue(!made(nobody, Scenario.AS_IS, FindingId.ISOLATION_OPEN), "the host's own drivers trust each other");
        assertTrue(made(nobody, Scenario.VM, FindingId.ISOLATION_OPEN));
        assertTrue(!made(open(), Scenario.BARE_METAL, FindingId.ISOLATION_OPEN));
        HostBuilder nic = nobody;
        nic.get(Ill.NIC).driver("vfio-pci");
        assertTrue(made(nic, Scenario.AS_IS, FindingId.ISOLATION_OPEN));
    }

    @Test
    void thePortsAndBitsAreNamedAndOnlyPortsWithAcsAreSet() {
        HostBuilder host = open();
        Finding finding = find(host, Scenario.VM, FindingId.ISOLATION_OPEN).orElseThrow();
        assertEquals(List.of(Address.of(Ill.GPU_PORT)), finding.functions());
        assertTrue(said(host, Scenario.VM, FindingId.ISOLATION_OPEN).contains("UF-"));
        assertEquals(List.of("setpci -s 0000:17:01.0 ECAP_ACS+6.w=001d:003d"), finding.commands());
        FunctionBuilder other = host.get(Ill.SWITCH).downstreamPort("0000:17:02.0", 0x15b3, 0x197c);
        other.endpoint("0000:1a:00.0", 0x10de, 0x3182, 0x030200).driver("vfio-pci");
        Finding both = find(host, Scenario.VM, FindingId.ISOLATION_OPEN).orElseThrow();
        assertEquals(List.of(Address.of(Ill.GPU_PORT), Address.of("0000:17:02.0")), both.functions());
        assertEquals(finding.commands(), both.commands(), "what has no ACS cannot be set");
    }

    @Test
    void withoutAnIommuAVmIsNotIsolated() {
        HostBuilder host = Ill.vm();
        host.get(Ill.VF).without("iommu_group");
        Finding finding = find(host, Scenario.VM, FindingId.ISOLATION_OPEN).orElseThrow();
        assertEquals(List.of(Address.of(Ill.VF)), finding.functions());
        assertEquals("finding.isolation-open.no-iommu", finding.message().key());
        assertTrue(!made(host, Scenario.AS_IS, FindingId.ISOLATION_OPEN));
    }

    private static HostBuilder zeroed() {
        HostBuilder host = Ill.vm();
        List.of(Ill.ROOT, Ill.NIC_PORT, Ill.GPU_PORT)
                .forEach(port -> host.get(port).acs(0x5f, 0));
        return host;
    }

    @Test
    void acsIsZeroedOnlyWhereAllOfItIsAndGuestsAreThere() {
        assertTrue(made(zeroed(), Scenario.AS_IS, FindingId.ACS_ZEROED));
        HostBuilder one = zeroed();
        one.get(Ill.ROOT).acs(0x5f, 1);
        assertTrue(!made(one, Scenario.AS_IS, FindingId.ACS_ZEROED));
        HostBuilder noGuest = zeroed();
        noGuest.get(Ill.VF).driver("mlx5_core");
        noGuest.get(Ill.GPU).driver("nvidia");
        assertTrue(!made(noGuest, Scenario.AS_IS, FindingId.ACS_ZEROED));
        HostBuilder noIommu = zeroed();
        List.of(Ill.ROOT, Ill.SWITCH, Ill.NIC_PORT, Ill.GPU_PORT, Ill.NIC, Ill.VF, Ill.GPU)
                .forEach(function -> noIommu.get(function).without("iommu_group"));
        assertTrue(!made(noIommu, Scenario.AS_IS, FindingId.ACS_ZEROED));
        assertTrue(!made(zeroed(), Scenario.VM, FindingId.ACS_ZEROED), "it speaks of what is in force");
    }

    private static HostBuilder everywhere(int ports) {
        HostBuilder host = Ill.vm();
        List.of(Ill.ROOT, Ill.NIC_PORT, Ill.GPU_PORT)
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

    private static HostBuilder withoutAcs(int vendor, boolean redirected) {
        HostBuilder host = Ill.bareMetal();
        FunctionBuilder up = host.rootPort("0000:35:01.0", vendor, 1).upstreamPort("0000:36:00.0", 0x1000, 0xc030);
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
        Finding finding =
                find(withoutAcs(0x1fa0, true), Scenario.BARE_METAL, id).orElseThrow();
        assertEquals(List.of(Address.of("0000:35:01.0")), finding.functions());
        assertTrue(!made(withoutAcs(0x1fa0, false), Scenario.BARE_METAL, id));
        assertTrue(!made(withoutAcs(0x8086, true), Scenario.BARE_METAL, id), "the kernel knows Intel's");
    }

    // ---- Links -----------------------------------------------------------------------------------------------------

    @Test
    void aLinkThatTheOtherEndLimitsIsNotDowngraded() {
        HostBuilder host = Ill.vm();
        host.get(Ill.NIC_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN5, 8);
        host.get(Ill.NIC).link(LinkSpeed.GEN5, 8);
        assertTrue(!made(host, Scenario.VM, FindingId.LINK_DOWNGRADED));
        host.get(Ill.NIC).link(LinkSpeed.GEN6, 8);
        assertTrue(made(host, Scenario.VM, FindingId.LINK_DOWNGRADED));
    }

    @Test
    void itSaysWhatRunsAndWhatCould() {
        HostBuilder host = Ill.vm();
        host.get(Ill.NIC_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN1, 4);
        String text = said(host, Scenario.VM, FindingId.LINK_DOWNGRADED);
        assertTrue(text.contains("2.5 GT/s x4") && text.contains("64 GT/s x16"), text);
    }

    @Test
    void chipsetLinksAreNobodysBusiness() {
        HostBuilder host = Ill.vm();
        host.rootPort("0000:45:01.0", 0x8086, 0x0db0)
                .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN1, 1)
                .endpoint("0000:46:00.0", 0x1234, 0x0001, 0x0c0330)
                .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN1, 1);
        assertTrue(!made(host, Scenario.VM, FindingId.LINK_DOWNGRADED));
    }

    @Test
    void aDetourThatCannotCarryThePortSaysBothNumbers() {
        HostBuilder host = Ill.vm();
        host.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
        host.get(Ill.ROOT).link(LinkSpeed.GEN5, 16);
        String text = said(host, Scenario.VM, FindingId.BANDWIDTH_SHORT);
        assertTrue(text.contains("63") && text.contains("100"), text);
        assertEquals(
                List.of("LnkSta"),
                find(host, Scenario.VM, FindingId.BANDWIDTH_SHORT).orElseThrow().evidence().stream()
                        .map(Evidence::what)
                        .toList());
    }

    /** Two 800 Gb/s cards need 200 GB/s: a Gen6 x16 uplink has 128, a Gen6 x32 would do. */
    @ParameterizedTest
    @CsvSource({"GEN6, 16, true", "GEN6, 32, false"})
    void anUplinkIsShortOnlyBelowTheSumOfItsNics(LinkSpeed speed, int width, boolean tooShort) {
        HostBuilder host = Ill.vm();
        host.get(Ill.ROOT).link(speed, width);
        host.get(Ill.SWITCH).link(speed, width);
        host.get(Ill.SWITCH)
                .downstreamPort("0000:17:02.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint("0000:1a:00.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.50.0464", "ib1")
                .ats(0x0060, 0x8000);
        assertEquals(tooShort, made(host, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED));
        if (tooShort) {
            String text = said(host, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED);
            assertTrue(text.contains("128") && text.contains("200"), text);
        }
    }

    @Test
    void twoPortsOfOneCardShareWhatItCarries() {
        HostBuilder host = Ill.vm();
        host.get(Ill.NIC_PORT)
                .endpoint("0000:18:01.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.50.0464", "ib1");
        host.get(Ill.NIC_PORT)
                .endpoint("0000:18:00.7", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_2", "40.50.0464", "ib2");
        assertTrue(made(host, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED), "another device counts");
        HostBuilder card = Ill.vm();
        card.get(Ill.NIC_PORT)
                .endpoint("0000:18:00.7", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_2", "40.50.0464", "ib2");
        assertTrue(!made(card, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED));
    }
}
