// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;

/** Which way requests and answers go, and what that says of a path. */
class RouteFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.P2P_REDIRECTED,
                        Severity.ERROR,
                        h -> h.get(Ill.NIC_PORT).acs(0x5f, 0x1d)),
                metal(FindingId.P2P_REDIRECTED, Severity.ERROR, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(Ill.ROOT).acs(0x1f, 0x10);
                }),
                vm(
                        FindingId.TRANSLATION_BLOCKED,
                        Severity.ERROR,
                        h -> h.get(Ill.ROOT).acs(0x1f, 0x1f)),
                vm(FindingId.TRANSLATION_BLOCKED, Severity.WARNING, h -> {
                    h.get(Ill.ROOT).acs(0x1f, 0x1f);
                    h.get(Ill.VF).ats(0x0040, 0);
                }),
                metal(
                        FindingId.EGRESS_BLOCKED,
                        Severity.ERROR,
                        h -> h.get(Ill.NIC_PORT).acs(0x087f, 0x20, 0xffff)),
                metal(FindingId.FORWARDING_OFF, Severity.ERROR, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(Ill.ROOT).acs(0x1f, 0x0d);
                }),
                vm(
                        FindingId.PATH_UNKNOWN,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC_PORT).readable(64)),
                vm(
                        FindingId.NO_SHARED_SWITCH,
                        Severity.INFO,
                        h -> h.rootPort("0000:25:01.0", 0x8086, 0x0db0)
                                .acs(0x1f, 0x1d)
                                .endpoint("0000:26:00.0", 0x15b3, 0x1021, 0x020000)
                                .rdma("mlx5_9", "28.40.1000", "ib9")),
                metal(FindingId.PORT_WITHOUT_ACS, Severity.WARNING, h -> {
                    FunctionBuilder up =
                            h.rootPort("0000:35:01.0", 0x1fa0, 1).upstreamPort("0000:36:00.0", 0x1000, 0xc030);
                    up.downstreamPort("0000:37:00.0", 0x1000, 0xc030)
                            .acs(0x5f, 0x1d)
                            .endpoint("0000:38:00.0", 0x15b3, 0x1021, 0x020000);
                    up.downstreamPort("0000:37:01.0", 0x1000, 0xc030)
                            .acs(0x5f, 0x1d)
                            .endpoint("0000:39:00.0", 0x10de, 0x2330, 0x030200);
                }),
                metal(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        Severity.INFO,
                        h -> h.get(Ill.GPU_PORT).acs(0x5f, 0x08)),
                vm(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC).relaxedOrdering(false)),
                vm(
                        FindingId.READS_NEED_STRICT_ORDERING,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC_PORT).acs(0x5f, 0x1d)),
                metal(FindingId.MIXED_REDIRECT, Severity.ERROR, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x04);
                    h.get(Ill.ROOT).acs(0x1f, 0x10);
                }));
    }

    static Stream<Unread> unread() {
        return Stream.of(
                unread(FindingId.P2P_REDIRECTED, h -> h.get(Ill.NIC_PORT).readable(64)),
                unread(FindingId.TRANSLATION_BLOCKED, h -> h.get(Ill.ROOT).readable(256)),
                unreadMetal(FindingId.EGRESS_BLOCKED, h -> h.get(Ill.NIC_PORT).readable(64)),
                unreadMetal(FindingId.FORWARDING_OFF, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(Ill.ROOT).readable(256);
                }),
                unread(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        h -> h.get(Ill.GPU_PORT).readable(64)),
                unreadMetal(FindingId.MIXED_REDIRECT, h -> h.get(Ill.NIC_PORT).readable(64)));
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
}
