// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.testing.HostBuilder;

class ComparisonTest {
    @Test
    void whatWasNotReadIsUnknownAndNotAbsent() {
        List<Difference> differences = Comparison.of(host(4096, true), host(64, true));
        assertTrue(
                differences.contains(
                        new Difference("0000:00:01.0", "acs", Optional.of("0x001d"), Optional.of("unknown"))),
                differences.toString());
    }

    @Test
    void whatIsNotThereIsEmpty() {
        List<Difference> differences = Comparison.of(host(4096, true), host(4096, false));
        assertTrue(
                differences.contains(new Difference("0000:00:01.0", "acs", Optional.of("0x001d"), Optional.empty())),
                differences.toString());
    }

    @Test
    void equalHostsDifferInNothing() {
        assertEquals(List.of(), Comparison.of(host(64, true), host(64, true)));
    }

    private static void differs(HostBuilder changed, String subject, String field, String before, String after) {
        List<Difference> differences = Comparison.of(HostModel.of(Small.host().build()), HostModel.of(changed.build()));
        assertTrue(
                differences.contains(new Difference(subject, field, shown(before), shown(after))),
                differences.toString());
    }

    private static Optional<String> shown(String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    @Test
    void everyFieldThatDecidesIsCompared() {
        differs(Small.host().kernel("6.8.0"), "host", "proc/sys/kernel/osrelease", "6.14.0-37-generic", "6.8.0");
        HostBuilder host = Small.host();
        host.get(Small.NIC_PORT).acs(0x5f, 0x5d);
        host.get(Small.NIC).ats(0x0060, 0).driver("vfio-pci");
        host.get(Small.GPU).link(LinkSpeed.GEN5, 8, LinkSpeed.GEN1, 4).identity(0x10de, 0x2901, 0x030200);
        host.get(Small.FAR_GPU).numa(0);
        differs(host, Small.NIC_PORT, "acs", "0x001d", "0x005d");
        differs(host, Small.NIC, "ats", "0x8000", "0x0000");
        differs(host, Small.NIC, "driver", "mlx5_core", "vfio-pci");
        differs(host, Small.GPU, "link", "Gen5 x8", "Gen1 x4");
        differs(host, Small.GPU, "id", "10de:3182", "10de:2901");
        differs(host, Small.FAR_GPU, "numa_node", "1", "0");
    }

    @Test
    void whatCameAndWhatWentIsNamed() {
        HostBuilder host = Small.host();
        host.rootPort("0000:60:01.0", 0x8086, 0x0db0);
        differs(host, "0000:60:01.0", "presence", "", "8086:0db0");
        List<Difference> back = Comparison.of(
                HostModel.of(host.build()), HostModel.of(Small.host().build()));
        assertEquals(
                List.of(new Difference("0000:60:01.0", "presence", Optional.of("8086:0db0"), Optional.empty())), back);
    }

    @Test
    void verdictsAreComparedInEveryScenario() {
        HostBuilder host = Small.host();
        host.get(Small.NIC_PORT).acs(0x5f, 0x5d);
        for (Scenario scenario : Scenario.values()) {
            differs(host, Small.NIC + ">" + Small.GPU, "verdict." + scenario.id(), "detour", "inside-switch");
        }
    }

    private static HostModel host(int readable, boolean acs) {
        HostBuilder host = HostBuilder.named("diff");
        var port = host.rootPort("0000:00:01.0", 0x8086, 0x0db0);
        if (acs) {
            port.acs(0x1f, 0x1d);
        }
        port.readable(readable);
        return HostModel.of(host.build());
    }
}
