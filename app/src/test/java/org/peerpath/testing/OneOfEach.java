// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import static org.peerpath.testing.SampleHosts.at;

import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;

/**
 * A bare-metal server nobody would build: each of its pairs has another verdict, so that the picture's signs can be seen
 * side by side.
 */
final class OneOfEach {
    private static final int INTEL = 0x8086;
    private static final int IMPLEMENTED = 0x005f;
    private static final int REDIRECTING = 0x001d;
    /** P2P Egress Control with a vector of 32 ports, beside the other controls. */
    private static final int WITH_EGRESS = 0x207f;

    static final Address UNREAD_PORT = Address.of("0000:42:00.0");

    private OneOfEach() {}

    static HostBuilder build() {
        HostBuilder host = SampleHosts.sample("one-of-each", "5-GPU server", 1)
                .kernel("6.8.0-60-generic")
                .kernelLog()
                .cmdline("BOOT_IMAGE=/vmlinuz-6.8.0-60-generic root=/dev/sda2 ro intel_iommu=on iommu=pt")
                .intelIommu("3ee9e86f050df")
                .groups("identity");
        SampleParts.intelChipset(host);
        SampleHosts.nvidiaDriver(host);
        pair(host, 0, 0).acs(IMPLEMENTED, 0);
        pair(host, 1, REDIRECTING).acs(IMPLEMENTED, REDIRECTING);
        pair(host, 2, 0).acs(WITH_EGRESS, 0x0020, 1 << 4);
        pair(host, 3, 0).acs(IMPLEMENTED, REDIRECTING).unreadable(Message.of("unknown.timed-out", Attributes.CONFIG));
        SampleParts.intelRootBus(host, bus(4), 0);
        SampleHosts.nic400(root(host, at(bus(4), "01.0")), bus(4) + 1, 4);
        SampleHosts.gpuH100(root(host, at(bus(4), "03.0")), bus(4) + 2, 4);
        return host;
    }

    /** A switch with a NIC and a GPU below it; the NIC's port is left to be set. */
    private static FunctionBuilder pair(HostBuilder host, int index, int gpuSide) {
        int bus = bus(index);
        SampleParts.intelRootBus(host, bus, 0);
        FunctionBuilder top = SampleHosts.pexUp(root(host, at(bus, "01.0")), bus + 1);
        FunctionBuilder port = SampleHosts.pexPort(top, bus + 2, 0);
        SampleHosts.nic400(port, bus + 3, index);
        SampleHosts.gpuH100(SampleHosts.pexPort(top, bus + 2, 4).acs(IMPLEMENTED, gpuSide), bus + 4, index);
        return port;
    }

    private static FunctionBuilder root(HostBuilder host, String address) {
        return host.rootPort(address, INTEL, 0x352a)
                .numa(0)
                .link(LinkSpeed.GEN5, 16)
                .acs(IMPLEMENTED, REDIRECTING)
                .driver("pcieport");
    }

    private static int bus(int index) {
        return 0x10 * (index + 1);
    }
}
