// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/** Hosts of well-known shapes. */
public final class HostShapes {
    private HostShapes() {}

    /** All of them, for tests that any host must pass. */
    public static List<Snapshot> all() {
        List<Snapshot> all = new ArrayList<>(SampleHosts.all().values());
        all.add(zoo().build());
        all.add(gb300().build());
        return List.copyOf(all);
    }

    /**
     * One quarter of a GB300: the ConnectX-8 in its own segment, its Data Direct function beside the GPU in another, with
     * the ACS values that rdma_topo asks for. Both functions carry the same V3 in their vital product data.
     */
    public static HostBuilder gb300() {
        HostBuilder host = HostBuilder.named("gb300")
                .kernel("6.14.0-1015-nvidia")
                .smmu()
                .groups("identity")
                .text(HostFiles.CPUINFO_FLAGS, "processor\t: 0\nCPU implementer\t: 0x41\n");
        FunctionBuilder nicRoot = host.rootPort("0000:00:00.0", 0x10de, 0x22b8).acs(0x1f, 0x1d);
        FunctionBuilder nicUp = nicRoot.upstreamPort("0000:01:00.0", 0x15b3, 0x197c);
        nicUp.downstreamPort("0000:02:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x1d)
                .endpoint("0000:03:00.0", 0x15b3, 0x1023, 0x020700)
                .vpd(VpdBytes.of("ConnectX-8", "V3", "card-0", "VU", "MT25S0F0"))
                .rdma("mlx5_0", "40.47.1088", "ibp3s0")
                .driver("mlx5_core");
        FunctionBuilder root = host.rootPort("0009:00:00.0", 0x10de, 0x22b1).acs(0x1f, 0x1c);
        FunctionBuilder up = root.upstreamPort("0009:01:00.0", 0x15b3, 0x197c);
        up.downstreamPort("0009:02:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x19)
                .endpoint("0009:03:00.0", 0x15b3, 0x2100, 0x088000)
                .group(9)
                .vpd(VpdBytes.of("ConnectX-8 Data Direct", "V3", "card-0", "VU", "MT25S0D0"))
                .driver("mlx5_data_direct");
        FunctionBuilder gpuPort =
                up.downstreamPort("0009:02:01.0", 0x15b3, 0x197c).acs(0x5f, 0x15);
        gpuPort.upstreamPort("0009:04:00.0", 0x15b3, 0x197c)
                .downstreamPort("0009:05:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x1d)
                .endpoint("0009:06:00.0", 0x10de, 0x31c2, 0x030200)
                .group(9)
                .driver("nvidia");
        return host;
    }

    /** A function of every kind and a capability of every kind that we decode. */
    public static HostBuilder zoo() {
        HostBuilder host = HostBuilder.named("zoo").intelIommu("f020de").groups("DMA-FQ");
        host.conventional("0000:00:00.0", 0x8086, 0x09a2, 0x060000);
        host.integrated("0000:00:02.0", 0x8086, 0x0b25, 0x088000)
                .pasid(0x1406, 0x0001)
                .ats(0x0020, 0x8000);
        FunctionBuilder port =
                host.rootPort("0000:15:01.0", 0x8086, 0x0db0).acs(0x1f, 0x1d).dpc(0x00d7, 0x0000, 0x1f00);
        FunctionBuilder up = port.upstreamPort("0000:16:00.0", 0x1000, 0xc030);
        FunctionBuilder down = up.downstreamPort("0000:17:00.0", 0x1000, 0xc030)
                .portNumber(3)
                .acs(0x20ff, 0x1d7d, 0x00000018)
                .link(LinkSpeed.GEN6, 16)
                .flit();
        FunctionBuilder nic = down.endpoint("0000:18:00.0", 0x15b3, 0x1023, 0x020000)
                .ari(0)
                .payload(512, 256, 4096)
                .ats(0x0060, 0x8001)
                .serialNumber(0xb83fd20300123456L)
                .pri(1, 0x0100, 0x40, 0x20);
        nic.virtualFunctions(16, 3, 2, 1, 0x101e)
                .forEach(vf -> vf.ats(0x0060, 0).acs(0x00, 0x00));
        FunctionBuilder gpuPort =
                up.downstreamPort("0000:17:01.0", 0x1000, 0xc030).portNumber(4).acs(0x5f, 0x1d);
        gpuPort.endpoint("0000:19:00.0", 0x10de, 0x3182, 0x030200)
                .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN1, 8)
                .resizableBar(2, 17)
                .relaxedOrdering(false);
        FunctionBuilder narrow = host.rootPort("0000:15:02.0", 0x8086, 0xa110).wideAcs(0x0f, 0x0d);
        narrow.pciBridge("0000:1a:00.0", 0x1a03, 0x1150).conventional("0000:1b:00.0", 0x1a03, 0x2000, 0x030000);
        return host;
    }
}
