// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.peerpath.pci.LinkSpeed;

/** What every server has besides GPUs and NICs, so that there is something to fold away. */
final class SampleParts {
    private static final int INTEL = 0x8086;
    private static final int AMD = 0x1022;
    private static final int ASPEED = 0x1a03;
    private static final int SAMSUNG = 0x144d;
    private static final int PERIPHERAL = 0x088000;

    private SampleParts() {}

    /** Memory map and error reporting units, which sit on every root bus. */
    static void intelRootBus(HostBuilder host, int bus, int numa) {
        host.conventional(SampleHosts.at(bus, "00.0"), INTEL, 0x09a2, PERIPHERAL)
                .numa(numa);
        host.conventional(SampleHosts.at(bus, "00.1"), INTEL, 0x09a4, PERIPHERAL)
                .numa(numa);
        host.conventional(SampleHosts.at(bus, "00.2"), INTEL, 0x09a3, PERIPHERAL)
                .numa(numa);
    }

    /** A platform controller hub with the usual devices, a BMC and a data streaming accelerator. */
    static void intelChipset(HostBuilder host) {
        intelRootBus(host, 0x00, 0);
        host.conventional("0000:00:14.0", INTEL, 0x1bcd, 0x0c0330).numa(0).driver("xhci_hcd");
        host.conventional("0000:00:16.0", INTEL, 0x1be0, 0x078000).numa(0).driver("mei_me");
        host.conventional("0000:00:17.0", INTEL, 0x1ba2, 0x010601).numa(0).driver("ahci");
        bmc(host.rootPort("0000:00:1c.0", INTEL, 0x1bbf).acs(0x000f, 0x000d), 0x01);
        host.conventional("0000:00:1f.0", INTEL, 0x1b81, 0x060100).numa(0);
        host.conventional("0000:00:1f.4", INTEL, 0x1bc9, 0x0c0500).numa(0).driver("i801_smbus");
        host.conventional("0000:00:1f.5", INTEL, 0x1bca, 0x0c8000).numa(0).driver("intel-spi");
        intelRootBus(host, 0x6a, 0);
        host.integrated("0000:6a:01.0", INTEL, 0x0b25, PERIPHERAL)
                .numa(0)
                .pasid(0x1406, 0x0001)
                .ats(0x0020, 0x8000)
                .pri(0x0001, 0x0000, 0x200, 0x200)
                .driver("idxd");
        FunctionBuilder management = host.rootPort("0000:6a:05.0", INTEL, 0x352b)
                .numa(0)
                .link(LinkSpeed.GEN3, 4)
                .acs(0x001f, 0x001d)
                .driver("pcieport");
        for (int port = 0; port < 2; port++) {
            management
                    .endpoint("0000:6b:00." + port, INTEL, 0x1563, 0x020000)
                    .link(LinkSpeed.GEN3, 4)
                    .acs(0x0000, 0x0000)
                    .ari(port == 0 ? 1 : 0)
                    .directory("net", "eno" + (port + 1))
                    .driver("ixgbe");
        }
    }

    private static void bmc(FunctionBuilder port, int bus) {
        FunctionBuilder bridge = port.numa(0)
                .link(LinkSpeed.GEN2, 1)
                .driver("pcieport")
                .pciBridge(SampleHosts.at(bus, "00.0"), ASPEED, 0x1150)
                .link(LinkSpeed.GEN2, 1);
        bridge.conventional(SampleHosts.at(bus + 1, "00.0"), ASPEED, 0x2000, 0x030000)
                .groupedWith(bridge)
                .directory("drm", "card0")
                .driver("ast");
    }

    /** NVMe drives, each below its own root port, on a root bus of their own. */
    static void intelStorage(HostBuilder host, int bus, int numa, int drives) {
        intelRootBus(host, bus, numa);
        for (int i = 0; i < drives; i++) {
            host.rootPort(SampleHosts.at(bus, "%02x.0".formatted(2 * i + 1)), INTEL, 0x352a)
                    .numa(numa)
                    .link(LinkSpeed.GEN5, 4)
                    .acs(0x001f, 0x001d)
                    .driver("pcieport")
                    .endpoint(SampleHosts.at(bus + 1 + i, "00.0"), SAMSUNG, 0xa826, 0x010802)
                    .link(LinkSpeed.GEN5, 4)
                    .payload(512, 256, 512)
                    .directory("nvme", "nvme" + (2 * numa + i))
                    .driver("nvme");
        }
    }

    static void amdRootBus(HostBuilder host, int bus) {
        host.conventional(SampleHosts.at(bus, "00.0"), AMD, 0x14a4, 0x060000).numa(0);
        host.conventional(SampleHosts.at(bus, "01.0"), AMD, 0x149f, 0x060000).numa(0);
        host.conventional(SampleHosts.at(bus, "03.0"), AMD, 0x149f, 0x060000).numa(0);
    }

    static void amdChipset(HostBuilder host) {
        host.conventional("0000:00:00.0", AMD, 0x14a4, 0x060000).numa(0);
        host.conventional("0000:00:00.2", AMD, 0x149e, 0x080600).numa(0);
        bmc(host.rootPort("0000:00:05.2", AMD, 0x14aa).acs(0x000f, 0x000d), 0x01);
        host.conventional("0000:00:14.0", AMD, 0x790b, 0x0c0500).numa(0).driver("piix4_smbus");
        host.conventional("0000:00:14.3", AMD, 0x790e, 0x060100).numa(0);
        host.rootPort("0000:00:01.1", AMD, 0x14ab)
                .numa(0)
                .link(LinkSpeed.GEN4, 4)
                .acs(0x005f, 0x001d)
                .driver("pcieport")
                .endpoint("0000:03:00.0", SAMSUNG, 0xa80a, 0x010802)
                .link(LinkSpeed.GEN4, 4)
                .directory("nvme", "nvme0")
                .driver("nvme");
    }

    /** The lines of pci.ids for all ids in the samples. */
    static String names() {
        try (InputStream in = SampleParts.class.getResourceAsStream("sample-pci.ids")) {
            if (in == null) {
                throw new IllegalStateException("sample-pci.ids is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
