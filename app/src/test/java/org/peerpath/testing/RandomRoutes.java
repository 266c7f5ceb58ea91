// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.Random;

/**
 * Hosts as small as routes allow, so that every pair of every host can be walked: arbitrary ACS bits, egress vectors, ATS
 * states, drivers and unread ports; the same for a seed. {@link RandomHosts} makes the large and wild ones.
 */
public final class RandomRoutes {
    private static final int[] READABLE = {4096, 4096, 4096, 4096, 4096, 4096, 4096, 256, 64};

    private final Random random;
    private final HostBuilder host = HostBuilder.named("random");
    /** Every port implements everything and was read, every NIC has ATS on: only the ACS bits are arbitrary. */
    private final boolean capable;

    private int bus = 1;

    private RandomRoutes(long seed, boolean capable) {
        this.random = new Random(seed);
        this.capable = capable;
    }

    public static HostBuilder of(long seed) {
        return of(seed, false);
    }

    public static HostBuilder capable(long seed) {
        return of(seed, true);
    }

    private static HostBuilder of(long seed, boolean capable) {
        RandomRoutes hosts = new RandomRoutes(seed, capable);
        hosts.build();
        return hosts.host;
    }

    private void build() {
        switch (capable ? 2 : random.nextInt(4)) {
            case 0 -> {}
            case 1 -> host.intelIommu("f020de").groups("identity");
            default -> host.intelIommu("f020de").groups("DMA-FQ");
        }
        int ports = 1 + random.nextInt(2);
        for (int i = 0; i < ports; i++) {
            FunctionBuilder port = host.rootPort(String.format("0000:00:%02x.0", i + 1), 0x8086, 0x0db0);
            acs(port, i);
            below(port, 0);
        }
    }

    private void below(FunctionBuilder port, int depth) {
        if (depth < 3 && bus < 40 && random.nextInt(depth + 3) < 2) {
            FunctionBuilder up = port.upstreamPort(address(bus++, 0), 0x1000, 0xc030);
            int internal = bus++;
            int fan = 1 + random.nextInt(3);
            for (int i = 0; i < fan; i++) {
                FunctionBuilder down = up.downstreamPort(address(internal, i), 0x1000, 0xc030);
                acs(down, i);
                below(down, depth + 1);
            }
        } else if (random.nextInt(5) > 0) {
            endpoint(port);
        }
    }

    private void endpoint(FunctionBuilder port) {
        int own = bus++;
        if (random.nextBoolean()) {
            port.endpoint(address(own, 0), 0x10de, 0x3182, 0x030200)
                    .driver(random.nextBoolean() ? "nvidia" : "vfio-pci");
            return;
        }
        FunctionBuilder nic = port.endpoint(address(own, 0), 0x15b3, 0x1023, 0x020000)
                .relaxedOrdering(random.nextBoolean())
                .driver("mlx5_core");
        ats(nic);
        if (random.nextInt(3) == 0) {
            nic.virtualFunctions(4, 1 + random.nextInt(3), 1, 1, 0x101e).forEach(vf -> {
                ats(vf);
                vf.driver(random.nextBoolean() ? "vfio-pci" : "mlx5_core");
            });
        }
    }

    private void ats(FunctionBuilder function) {
        if (capable) {
            function.ats(0x20, 0x8000);
            return;
        }
        if (random.nextInt(4) > 0) {
            function.ats(0x20, random.nextBoolean() ? 0x8000 : 0);
        }
    }

    private void acs(FunctionBuilder port, int number) {
        if (capable) {
            port.portNumber(number).acs(0x207f, random.nextInt(0x80), random.nextInt());
            return;
        }
        port.portNumber(random.nextInt(8) == 0 ? 200 : number);
        if (random.nextInt(6) > 0) {
            int capability = random.nextInt(0x80) | (random.nextBoolean() ? 0x5d : 0);
            int vectorSize = (capability & 0x20) == 0 ? 0 : random.nextInt(4) == 0 ? 0 : 32;
            port.acs(
                    capability | vectorSize << 8,
                    random.nextInt(0x80) & capability & (random.nextInt(3) > 0 ? ~2 : ~0),
                    random.nextInt(),
                    random.nextInt());
        }
        port.readable(READABLE[random.nextInt(READABLE.length)]);
    }

    private static String address(int bus, int device) {
        return String.format("0000:%02x:%02x.0", bus, device);
    }
}
