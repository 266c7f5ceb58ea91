// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** Why ATS is off, as the administrator reads it. */
class AtsFindingsTest {
    private static final String NEXT = "mlxconfig/ATS_ENABLED/next-boot";
    private static final String NOW = "mlxconfig/ATS_ENABLED/current";

    /** The healthy host with NICs that began without ATS. */
    private static HostBuilder without(int vendor) {
        HostBuilder host = HostBuilder.named("without")
                .kernel("7.1.0")
                .intelIommu("f020de")
                .groups("DMA-FQ");
        FunctionBuilder up =
                host.rootPort(Ill.ROOT, 0x8086, 0x0db0).acs(0x1f, 0x1d).upstreamPort(Ill.SWITCH, 0x15b3, 0x197c);
        up.downstreamPort(Ill.NIC_PORT, 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint(Ill.NIC, vendor, 0x1023, 0x020000)
                .rdma("mlx5_0", "40.50.0464", "ib0");
        up.downstreamPort(Ill.GPU_PORT, 0x15b3, 0x197c).acs(0x5f, 0x1d).endpoint(Ill.GPU, 0x10de, 0x3182, 0x030200);
        return host;
    }

    private static Finding off(HostBuilder host) {
        return Ill.findings(host, Scenario.VM).stream()
                .filter(f -> f.id() == FindingId.ATS_OFF)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSettingNobodyMadeIsToBeMade() {
        Finding finding = off(without(0x15b3));
        assertEquals(List.of("mlxconfig -d " + Ill.NIC + " -y set ATS_ENABLED=1"), finding.commands());
        assertTrue(
                Texts.ENGLISH.say(finding.remedy()).contains("firmware settings"), Texts.ENGLISH.say(finding.remedy()));
    }

    @Test
    void aSettingThatWaitsForTheNextBootAsksForABootAndNotForTheSettingAgain() {
        HostBuilder host = without(0x15b3);
        host.get(Ill.NIC).attribute(NOW, "False(0)").attribute(NEXT, "True(1)");
        Finding finding = off(host);
        assertEquals(List.of(), finding.commands());
        assertTrue(Texts.ENGLISH.say(finding.message()).contains("waits for the next boot"));
        assertTrue(Texts.ENGLISH.say(finding.remedy()).contains("reboot the host"));
        List<String> evidence = finding.evidence().stream()
                .map(e -> Texts.ENGLISH.say(e.text()))
                .toList();
        assertTrue(evidence.stream().anyMatch(e -> e.startsWith(NEXT + " True(1)")), evidence.toString());
        assertTrue(evidence.stream().anyMatch(e -> e.startsWith(NOW + " False(0)")), evidence.toString());
    }

    @Test
    void anotherMakersCardIsNotSetWithNvidiasTool() {
        assertEquals(List.of(), off(without(0x14e4)).commands());
    }
}
