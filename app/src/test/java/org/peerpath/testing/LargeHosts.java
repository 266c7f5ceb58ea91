// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.List;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;

/** Hosts of a wanted size, for measuring. */
public final class LargeHosts {
    private LargeHosts() {}

    /**
     * Every second device below its switch is a NIC, its neighbour a GPU; the rest are VFs, spread over the NICs.
     *
     * @param pairs NICs, and as many GPUs; each pair has its own root port and switch and, from 25 on, domains of 25
     * @param functions in all, with root ports and switch ports; at least seven for each pair
     */
    public static HostBuilder of(int pairs, int functions) {
        HostBuilder host = HostBuilder.named("large")
                .kernel("6.14.0-37-generic")
                .cmdline("ro intel_iommu=on iommu=pt")
                .intelIommu("3ee9e86f050df")
                .groups("DMA-FQ")
                .directory("sys/devices/system/node", "node0", "node1");
        int perPair = 7;
        int vfs = functions - perPair * pairs;
        int done = 0;
        for (int i = 0; i < pairs; i++) {
            int share = vfs * (i + 1) / pairs - done;
            done += share;
            pair(host, i, share);
        }
        return host;
    }

    private static void pair(HostBuilder host, int index, int vfs) {
        int perDomain = 25;
        int domain = index / perDomain;
        int bus = index % perDomain * 10;
        host.conventional(at(domain, bus, 0, 0), 0x8086, 0x09a2, 0x088000).numa(index & 1);
        FunctionBuilder root = host.rootPort(at(domain, bus, 1, 0), 0x8086, 0x0db0)
                .numa(index & 1)
                .acs(0x1f, 0x1d)
                .driver("pcieport");
        FunctionBuilder up = root.upstreamPort(at(domain, bus + 1, 0, 0), 0x15b3, 0x197c)
                .link(LinkSpeed.GEN6, 16)
                .driver("pcieport");
        FunctionBuilder nicPort = port(up, at(domain, bus + 2, 0, 0), 0, 0x5d);
        FunctionBuilder nic = nicPort.endpoint(at(domain, bus + 3, 0, 0), 0x15b3, 0x1023, 0x020700)
                .link(LinkSpeed.GEN6, 16)
                .ats(0x60, 0x8000)
                .rdma("mlx5_" + index, "40.50.0464", "ib" + index)
                .driver("mlx5_core");
        List<FunctionBuilder> made = nic.virtualFunctions(Math.max(vfs, 8), vfs, 1, 1, 0x101e);
        made.forEach(vf -> vf.ats(0x60, 0x8000).driver("vfio-pci"));
        FunctionBuilder gpuPort = port(up, at(domain, bus + 2, 1, 0), 1, 0x1d);
        gpuPort.endpoint(at(domain, bus + 5, 0, 0), 0x10de, 0x3182, 0x030200)
                .link(LinkSpeed.GEN6, 16)
                .driver("vfio-pci");
    }

    private static FunctionBuilder port(FunctionBuilder up, String address, int number, int control) {
        return up.downstreamPort(address, 0x15b3, 0x197c)
                .link(LinkSpeed.GEN6, 16)
                .portNumber(number)
                .acs(0x5f, control)
                .driver("pcieport");
    }

    private static String at(int domain, int bus, int device, int function) {
        return new Address(domain, bus, device, function).toString();
    }
}
