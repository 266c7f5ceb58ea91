// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.List;
import java.util.Random;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;

/**
 * Hosts that nobody would build, the same for the same seed: arbitrary trees of switches, ACS bits, egress vectors, ATS
 * states, drivers, VFs, speeds, and functions that were not read.
 */
public final class RandomHosts {
    /** How many addresses every bus has to itself. */
    private static final long REACH = 0x20_0000_0000L;

    private static final int[] READABLE = {4096, 4096, 4096, 4096, 4096, 4096, 4096, 256, 64};

    /**
     * How large.
     *
     * @param roots as many root ports at most
     * @param deepest as many switches above one another at most
     * @param buses where no more switches are begun
     * @param fan as many downstream ports of a switch at most
     * @param thinning how much rarer switches get with every level
     */
    private record Shape(int roots, int deepest, int buses, int fan, int thinning) {
        static final Shape WILD = new Shape(4, 3, 200, 4, 0);
        /** So small that every pair of every host can be walked. */
        static final Shape SMALL = new Shape(2, 3, 40, 3, 1);
    }

    private final Random random;
    private final HostBuilder host;
    private final Shape shape;
    /** Every port implements everything and was read, every NIC has ATS on: only the ACS controls are arbitrary. */
    private final boolean capable;
    /** Drives and accelerators below the same switches, and an IOMMU that may let host drivers be. */
    private final boolean crowded;

    /** Every device's memory has an address, and the bridges above pass it down. */
    private final boolean placed;

    private final int domain;
    private int nextBus;

    private RandomHosts(long seed, Shape shape, boolean capable, boolean crowded) {
        this(seed, shape, capable, crowded, false);
    }

    private RandomHosts(long seed, Shape shape, boolean capable, boolean crowded, boolean placed) {
        this.crowded = crowded;
        this.placed = placed;
        this.random = new Random(seed);
        this.host = HostBuilder.named("random-" + seed);
        this.shape = shape;
        this.capable = capable;
        this.domain = random.nextInt(4) == 0 ? random.nextInt(0x20000) : 0;
    }

    /** Large and wild. */
    public static HostBuilder of(long seed) {
        return new RandomHosts(seed, Shape.WILD, false, false).build();
    }

    /** Small, for what looks at every pair of functions. */
    public static HostBuilder small(long seed) {
        return new RandomHosts(seed, Shape.SMALL, false, false).build();
    }

    /** The same with addresses as firmware gives them. */
    public static HostBuilder placed(long seed) {
        return new RandomHosts(seed, Shape.SMALL, false, false, true).build();
    }

    /** Small, and able to do all that may be asked of it. */
    public static HostBuilder capable(long seed) {
        return new RandomHosts(seed, Shape.SMALL, true, false).build();
    }

    /** The same with drives and accelerators among the NICs and GPUs, which no goal is for. */
    public static HostBuilder crowded(long seed) {
        return new RandomHosts(seed, Shape.SMALL, true, true).build();
    }

    private HostBuilder build() {
        switch (capable ? 2 : random.nextInt(4)) {
            case 0 -> {}
            case 1 -> host.intelIommu(ecap()).groups("identity");
            default -> host.intelIommu(ecap()).groups(crowded && random.nextBoolean() ? "identity" : "DMA-FQ");
        }
        int ports = 1 + random.nextInt(shape.roots());
        for (int i = 0; i < ports; i++) {
            int root = nextBus;
            nextBus += 1 + random.nextInt(3);
            FunctionBuilder port = host.rootPort(at(root, 1 + i), 0x8086, 0x0db0);
            acs(port, i);
            below(port, 0);
        }
        return host;
    }

    /** Scalable or legacy mode. */
    private String ecap() {
        return !capable && random.nextBoolean() ? "3ee9e86f050df" : "f020de";
    }

    /** Fills the secondary bus of a root or downstream port. */
    private void below(FunctionBuilder port, int depth) {
        int bus = nextBus++;
        boolean more = depth < shape.deepest() && nextBus < shape.buses();
        if (more && random.nextInt(depth * shape.thinning() + 3) < 2) {
            FunctionBuilder up = port.upstreamPort(at(bus, 0), 0x1000, 0xc030);
            int inner = nextBus++;
            int count = 1 + random.nextInt(shape.fan());
            for (int i = 0; i < count; i++) {
                FunctionBuilder down = up.downstreamPort(at(inner, 4 * i), 0x1000, 0xc030);
                acs(down, i);
                below(down, depth + 1);
            }
        } else if (random.nextInt(5) > 0) {
            endpoint(port, bus);
        }
    }

    private void endpoint(FunctionBuilder port, int bus) {
        if (crowded && random.nextInt(3) == 0) {
            boolean drive = random.nextInt(3) > 0;
            port.endpoint(at(bus, 0), drive ? 0x144d : 0x1da3, drive ? 0xa824 : 0x1020, drive ? 0x010802 : 0x120000)
                    .driver(random.nextInt(3) > 0 ? drive ? "nvme" : "habanalabs" : "vfio-pci");
            return;
        }
        boolean gpu = random.nextBoolean();
        FunctionBuilder device = gpu
                ? port.endpoint(at(bus, 0), 0x10de, 0x3182, 0x030200)
                        .driver(random.nextBoolean() ? "nvidia" : "vfio-pci")
                : port.endpoint(at(bus, 0), 0x15b3, 0x1023, 0x020000).driver("mlx5_core");
        device.link(List.of(LinkSpeed.values()).get(random.nextInt(6)), 1 << random.nextInt(5))
                .relaxedOrdering(random.nextBoolean());
        if (placed) {
            long base = REACH * (bus + 1);
            device.bar(0, base, 0x200_0000L);
            if (gpu) {
                device.bar(2, base + REACH / 2, REACH / 2);
            }
        }
        if (gpu) {
            return;
        }
        ats(device);
        if (random.nextInt(3) == 0) {
            device.virtualFunctions(8, random.nextInt(6), 1 + random.nextInt(8), 1, 0x101e)
                    .forEach(vf -> {
                        ats(vf);
                        vf.driver(random.nextBoolean() ? "vfio-pci" : "mlx5_core");
                    });
        }
        if (!capable) {
            device.readable(readable());
        }
    }

    private void ats(FunctionBuilder function) {
        if (capable) {
            function.ats(0x20, 0x8000);
        } else if (random.nextInt(4) > 0) {
            function.ats(0x40 | (random.nextInt(4) > 0 ? 0x20 : 0), random.nextBoolean() ? 0x8000 : 0);
        }
    }

    private void acs(FunctionBuilder port, int number) {
        if (capable) {
            port.portNumber(number).acs(0x207f, random.nextInt(0x80), random.nextInt());
            return;
        }
        port.portNumber(random.nextInt(8) == 0 ? random.nextInt(256) : number);
        if (random.nextInt(6) > 0) {
            int capability = random.nextInt(0x80) | (random.nextBoolean() ? 0x5d : 0);
            int vectorSize = (capability & 0x20) == 0 ? 0 : random.nextInt(4) == 0 ? 0 : 32;
            port.acs(
                    capability | vectorSize << 8,
                    random.nextInt(0x80) & capability & (random.nextInt(3) > 0 ? ~2 : ~0),
                    random.nextInt(),
                    random.nextInt());
        }
        port.readable(readable());
    }

    private int readable() {
        return READABLE[random.nextInt(READABLE.length)];
    }

    private String at(int bus, int device) {
        return new Address(domain, bus, device, 0).toString();
    }
}
