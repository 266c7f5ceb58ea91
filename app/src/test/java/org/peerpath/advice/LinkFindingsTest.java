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
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;

/** What links carry and what has to go through them. */
class LinkFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(FindingId.LINK_DOWNGRADED, Severity.WARNING, h -> {
                    h.get(FaultyHost.NIC_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN6, 8);
                }),
                vm(
                        FindingId.LINK_DOWNGRADED,
                        Severity.INFO,
                        h -> h.get(FaultyHost.GPU_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN1, 16)),
                vm(
                        FindingId.BANDWIDTH_SHORT,
                        Severity.INFO,
                        h -> h.get(FaultyHost.NIC_PORT).link(LinkSpeed.GEN5, 16)),
                vm(FindingId.BANDWIDTH_SHORT, Severity.WARNING, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(FaultyHost.ROOT).link(LinkSpeed.GEN5, 16);
                }),
                vm(FindingId.UPLINK_OVERSUBSCRIBED, Severity.INFO, LinkFindingsTest::withASecondNic),
                vm(
                        FindingId.PAYLOAD_MISMATCH,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.GPU).payload(512, 128, 512)),
                vm(FindingId.PAYLOAD_SMALL, Severity.INFO, h -> {
                    h.get(FaultyHost.NIC).payload(512, 128, 4096);
                    h.get(FaultyHost.GPU).payload(512, 128, 512);
                }),
                vm(
                        FindingId.READ_REQUEST_SMALL,
                        Severity.INFO,
                        h -> h.get(FaultyHost.NIC).payload(512, 256, 128)));
    }

    private static void withASecondNic(HostBuilder host) {
        host.get(FaultyHost.SWITCH)
                .downstreamPort("0000:17:02.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint("0000:1a:00.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.50.0464", "ib1")
                .ats(0x0060, 0x8000);
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(FindingId.UPLINK_OVERSUBSCRIBED, h -> {
                    withASecondNic(h);
                    h.get(FaultyHost.ROOT).readable(64);
                }),
                unread(
                        FindingId.BANDWIDTH_SHORT,
                        h -> h.get(FaultyHost.GPU_PORT).readable(64)),
                unread(FindingId.PAYLOAD_SMALL, h -> h.get(FaultyHost.NIC).readable(64)),
                unread(FindingId.PAYLOAD_MISMATCH, h -> {
                    h.get(FaultyHost.GPU).payload(512, 128, 512);
                    h.get(FaultyHost.NIC_PORT).readable(64);
                }),
                unread(FindingId.LINK_DOWNGRADED, h -> h.get(FaultyHost.GPU).readable(64)),
                unread(FindingId.PAYLOAD_MISMATCH, h -> h.get(FaultyHost.GPU).readable(64)),
                unread(FindingId.READ_REQUEST_SMALL, h -> h.get(FaultyHost.NIC).readable(64)));
    }

    @Test
    void aLinkThatTheOtherEndLimitsIsNotDowngraded() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN5, 8);
        host.get(FaultyHost.NIC).link(LinkSpeed.GEN5, 8);
        assertTrue(!made(host, Scenario.VM, FindingId.LINK_DOWNGRADED));
        host.get(FaultyHost.NIC).link(LinkSpeed.GEN6, 8);
        assertTrue(made(host, Scenario.VM, FindingId.LINK_DOWNGRADED));
    }

    @Test
    void itSaysWhatRunsAndWhatCould() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN1, 4);
        String text = said(host, Scenario.VM, FindingId.LINK_DOWNGRADED);
        assertTrue(text.contains("2.5 GT/s x4") && text.contains("64 GT/s x16"), text);
    }

    /** What a device says of a link that is down is of yesterday. */
    @Test
    void endsOfALinkThatIsDownDoNotDisagree() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.GPU_PORT).linkDown();
        assertTrue(!made(host, Scenario.VM, FindingId.LINK_ENDS_DISAGREE));
        assertTrue(made(host, Scenario.VM, FindingId.PATH_UNUSABLE));
    }

    @Test
    void chipsetLinksAreNobodysBusiness() {
        HostBuilder host = FaultyHost.vm();
        host.rootPort("0000:45:01.0", 0x8086, 0x0db0)
                .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN1, 1)
                .endpoint("0000:46:00.0", 0x1234, 0x0001, 0x0c0330)
                .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN1, 1);
        assertTrue(!made(host, Scenario.VM, FindingId.LINK_DOWNGRADED));
    }

    @Test
    void aDetourThatCannotCarryThePortSaysBothNumbers() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
        host.get(FaultyHost.ROOT).link(LinkSpeed.GEN5, 16);
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
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.ROOT).link(speed, width);
        host.get(FaultyHost.SWITCH).link(speed, width);
        withASecondNic(host);
        assertEquals(tooShort, made(host, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED));
        if (tooShort) {
            String text = said(host, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED);
            assertTrue(text.contains("128") && text.contains("200"), text);
        }
    }

    @Test
    void itMattersMoreWhereGpuTrafficTakesThatLink() {
        HostBuilder host = FaultyHost.vm();
        withASecondNic(host);
        FindingId id = FindingId.UPLINK_OVERSUBSCRIBED;
        Finding calm = find(host, Scenario.VM, id).orElseThrow();
        assertEquals(Severity.INFO, calm.severity());
        assertEquals(List.of("LnkSta 64 GT/s x16 (" + FaultyHost.ROOT + ", read from sysfs)"), evidence(calm));
        host.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
        assertEquals(Severity.WARNING, find(host, Scenario.VM, id).orElseThrow().severity());
    }

    @Test
    void aWayThatNothingTakesAndANicOfUnknownSpeedAreNotAskedAbout() {
        HostBuilder refused = FaultyHost.vm();
        refused.get(FaultyHost.ROOT).acs(0x1f, 0x1f);
        assertFalse(unchecked(refused, FindingId.BANDWIDTH_SHORT));
        HostBuilder unknown = FaultyHost.vm();
        unknown.get(FaultyHost.NIC).identity(0x9999, 0x0001, 0x020000);
        unknown.get(FaultyHost.GPU_PORT).readable(64);
        assertFalse(unchecked(unknown, FindingId.BANDWIDTH_SHORT));
    }

    private static boolean unchecked(HostBuilder host, FindingId id) {
        return find(host, Scenario.VM, FindingId.NOT_CHECKED).stream().anyMatch(f -> admits(f, id));
    }

    @Test
    void twoPortsOfOneCardShareWhatItCarries() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC_PORT)
                .endpoint("0000:18:01.0", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_1", "40.50.0464", "ib1");
        host.get(FaultyHost.NIC_PORT)
                .endpoint("0000:18:00.7", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_2", "40.50.0464", "ib2");
        assertTrue(made(host, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED), "another device counts");
        HostBuilder card = FaultyHost.vm();
        card.get(FaultyHost.NIC_PORT)
                .endpoint("0000:18:00.7", 0x15b3, 0x1023, 0x020700)
                .rdma("mlx5_2", "40.50.0464", "ib2");
        assertTrue(!made(card, Scenario.VM, FindingId.UPLINK_OVERSUBSCRIBED));
    }

    // ---- Packets ---------------------------------------------------------------------------------------------------

    private static HostBuilder payloads(int nicCan, int nic, int gpuCan, int gpu) {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).payload(nicCan, nic, 4096);
        host.get(FaultyHost.GPU).payload(gpuCan, gpu, 512);
        return host;
    }

    @Test
    void largerPacketsThanTheGpuTakesMatterOnTheDirectWayOnly() {
        Finding finding = find(payloads(512, 256, 512, 128), Scenario.VM, FindingId.PAYLOAD_MISMATCH)
                .orElseThrow();
        assertEquals(
                List.of(
                        "DevCtl MaxPayload 256, MaxReadReq 4096 (" + FaultyHost.NIC + ", read from sysfs)",
                        "DevCtl MaxPayload 128, MaxReadReq 512 (" + FaultyHost.GPU + ", read from sysfs)"),
                evidence(finding));
        assertEquals(List.of(Address.of(FaultyHost.NIC), Address.of(FaultyHost.GPU)), finding.functions());
        assertTrue(!made(payloads(512, 128, 512, 256), Scenario.VM, FindingId.PAYLOAD_MISMATCH));
        HostBuilder detour = payloads(512, 256, 512, 128);
        detour.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
        assertTrue(!made(detour, Scenario.VM, FindingId.PAYLOAD_MISMATCH), "the root complex repairs it");
    }

    @ParameterizedTest
    @CsvSource({
        "512, 128, 512, 128, true",
        "128, 128, 512, 128, false",
        "512, 128, 128, 128, false",
        "512, 256, 512, 256, false"
    })
    void packetsAreSmallWhereBothEndsCanDoMore(int nicCan, int nic, int gpuCan, int gpu, boolean small) {
        assertEquals(small, made(payloads(nicCan, nic, gpuCan, gpu), Scenario.VM, FindingId.PAYLOAD_SMALL));
    }

    @ParameterizedTest
    @CsvSource({"128, true", "256, true", "512, false", "4096, false"})
    void readRequestsAreSmallUpTo256Bytes(int bytes, boolean small) {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).payload(512, 256, bytes);
        var finding = find(host, Scenario.VM, FindingId.READ_REQUEST_SMALL);
        assertEquals(small, finding.isPresent());
        finding.ifPresent(f -> {
            assertEquals(List.of(Address.of(FaultyHost.NIC)), f.functions());
            assertEquals(
                    List.of("DevCtl MaxPayload 256, MaxReadReq " + bytes + " (" + FaultyHost.NIC
                            + ", read from sysfs)"),
                    evidence(f));
        });
    }
}
