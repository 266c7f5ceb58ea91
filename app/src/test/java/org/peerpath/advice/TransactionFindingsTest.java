// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;

/** Requests that the other end, a port, the kernel or half of a link does not take. */
class TransactionFindingsTest extends FindingExamples {
    private static final int DEVICE_CONTROL_2 = 0x88;
    private static final int TEN_BIT = 0x1000;
    private static final int ATOMIC = 0x0040;
    private static final int EGRESS_BLOCKING = 0x0080;

    static Stream<Example> examples() {
        return Stream.of(
                vm(FindingId.TEN_BIT_TAGS, Severity.WARNING, h -> control2(h.get(FaultyHost.NIC), TEN_BIT)),
                vm(FindingId.ATOMICS_BLOCKED, Severity.WARNING, h -> {
                    control2(h.get(FaultyHost.NIC), ATOMIC);
                    control2(h.get(FaultyHost.GPU_PORT), EGRESS_BLOCKING);
                }),
                vm(FindingId.UNCLAIMED_REFUSED, Severity.WARNING, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x00df, 0x0040);
                    h.get(FaultyHost.VF).ats(0x0060, 0);
                }),
                vm(FindingId.READS_BLOCKED, Severity.ERROR, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(FaultyHost.ROOT).acs(0x1f, 0x0d);
                    h.get(FaultyHost.VF).ats(0x0060, 0);
                }),
                vm(
                        FindingId.LINK_ENDS_DISAGREE,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.GPU).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN6, 8)),
                metal(FindingId.KERNEL_REFUSES_PEERS, Severity.WARNING, h -> {
                    refusing(h);
                    h.get(FaultyHost.GPU_PORT).acs(0x5f, 0x1d);
                    h.get(FaultyHost.GPU).identity(0x1002, 0x74a1, 0x120000).driver("amdgpu");
                }),
                vm(
                        FindingId.NETWORK_LEFT_OUT,
                        Severity.INFO,
                        h -> h.rootPort("0000:25:01.0", 0x8086, 0x0db0)
                                .acs(0x1f, 0x1d)
                                .endpoint("0000:26:00.0", 0x8086, 0x1521, 0x020000)));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(FindingId.TEN_BIT_TAGS, h -> h.get(FaultyHost.NIC).readable(64)),
                unread(FindingId.ATOMICS_BLOCKED, h -> h.get(FaultyHost.NIC).readable(64)),
                unread(
                        FindingId.UNCLAIMED_REFUSED,
                        h -> h.get(FaultyHost.NIC_PORT).readable(0)),
                unread(FindingId.READS_BLOCKED, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(FaultyHost.GPU_PORT).readable(64);
                }),
                unread(FindingId.NETWORK_LEFT_OUT, h -> h.get(FaultyHost.NIC).attribute("infiniband", UNREAD)),
                unread(FindingId.LINK_ENDS_DISAGREE, h -> h.get(FaultyHost.GPU).readable(64)),
                unreadMetal(
                        FindingId.KERNEL_REFUSES_PEERS,
                        h -> h.get(FaultyHost.GPU).attribute("driver", UNREAD)));
    }

    /** A kernel and a host bridge that let no two functions talk that are redirected. */
    private static HostBuilder refusing(HostBuilder host) {
        host.conventional("0000:15:00.0", 0x8086, 0x1234, 0x060000);
        return host.kernel("6.14.0").text(HostFiles.CPUINFO_FLAGS, "vendor_id\t: GenuineIntel\ncpu family\t: 6\n");
    }

    private static void control2(FunctionBuilder function, int bits) {
        function.config(config -> config.change16(DEVICE_CONTROL_2, bits, bits));
    }

    /** nvidia-peermem asks nobody; without it NVIDIA's driver asks the kernel. */
    @Test
    void nvidiaObeysTheKernelOnlyWithoutPeermem() {
        HostBuilder with = refusing(FaultyHost.bareMetal());
        with.get(FaultyHost.GPU_PORT).acs(0x5f, 0x1d);
        assertFalse(made(with, Scenario.BARE_METAL, FindingId.KERNEL_REFUSES_PEERS));
        HostBuilder without = refusing(FaultyHost.vm().groups("identity"));
        without.get(FaultyHost.GPU).driver("nvidia");
        without.get(FaultyHost.NIC).driver("mlx5_core");
        assertTrue(made(without, Scenario.BARE_METAL, FindingId.KERNEL_REFUSES_PEERS));
    }

    /** Zero interrupt vectors mean that the driver does not let them be counted. */
    @Test
    void zeroVectorsAreNoShortage() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).attribute("sriov_vf_total_msix", "0");
        assertFalse(made(host, Scenario.VM, FindingId.VF_INTERRUPTS_SHORT));
    }

    /** AMD's driver wants all memory in its first BAR. */
    @Test
    void aSmallWindowOfAnAmdGpuIsSaid() {
        HostBuilder host = FaultyHost.bareMetal();
        host.get(FaultyHost.GPU)
                .identity(0x1002, 0x74a1, 0x120000)
                .driver("amdgpu")
                .attribute("resource", FaultyHost.regions(0x14220cL, 0x1000000L, 0x14220cL));
        assertTrue(made(host, Scenario.BARE_METAL, FindingId.GPU_WINDOW_SMALL));
    }
}
