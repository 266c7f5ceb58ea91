// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import org.peerpath.model.HostModel;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;

/** One NIC and one GPU below a switch, another GPU on a socket of its own: isolated, translated, all of it read. */
final class Small {
    static final String ROOT = "0000:00:01.0";
    static final String SWITCH = "0000:01:00.0";
    static final String NIC_PORT = "0000:02:00.0";
    static final String GPU_PORT = "0000:02:01.0";
    static final String NIC = "0000:03:00.0";
    static final String GPU = "0000:04:00.0";
    static final String FAR_ROOT = "0000:40:01.0";
    static final String FAR_GPU = "0000:41:00.0";

    private Small() {}

    static HostBuilder host() {
        HostBuilder host = HostBuilder.named("small").intelIommu("f020de").groups("DMA");
        FunctionBuilder root =
                host.rootPort(ROOT, 0x8086, 0x0db0).acs(0x1f, 0x1d).numa(0);
        FunctionBuilder up = root.upstreamPort(SWITCH, 0x1000, 0xc030);
        up.downstreamPort(NIC_PORT, 0x1000, 0xc030)
                .portNumber(1)
                .acs(0x5f, 0x1d)
                .endpoint(NIC, 0x15b3, 0x1023, 0x020000)
                .ats(0x0060, 0x8000)
                .driver("mlx5_core");
        up.downstreamPort(GPU_PORT, 0x1000, 0xc030)
                .portNumber(2)
                .acs(0x5f, 0x1d)
                .link(LinkSpeed.GEN5, 8)
                .endpoint(GPU, 0x10de, 0x3182, 0x030200)
                .link(LinkSpeed.GEN5, 8)
                .driver("nvidia");
        host.rootPort(FAR_ROOT, 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .numa(1)
                .endpoint(FAR_GPU, 0x10de, 0x3182, 0x030200)
                .driver("nvidia");
        return host;
    }

    static PathReport path(HostBuilder host, Scenario scenario) {
        return path(host, scenario, GPU);
    }

    static PathReport path(HostBuilder host, Scenario scenario, String target) {
        return new PathJudge(HostModel.of(host.build()), scenario).judge(Address.of(NIC), Address.of(target));
    }
}
