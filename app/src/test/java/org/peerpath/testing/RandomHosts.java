// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.List;
import java.util.Random;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;

/** Trees of switches that nobody would build, the same for the same seed. */
public final class RandomHosts {
    private static final int DEEPEST = 4;

    private final Random random;
    private final HostBuilder host;
    private final int domain;
    private int nextBus;

    private RandomHosts(long seed) {
        this.random = new Random(seed);
        this.host = HostBuilder.named("random-" + seed);
        this.domain = random.nextInt(4) == 0 ? random.nextInt(0x20000) : 0;
    }

    /** A host with one to four root ports, random switches, ACS, egress vectors, ATS, VFs and speeds. */
    public static HostBuilder of(long seed) {
        return new RandomHosts(seed).build();
    }

    private HostBuilder build() {
        if (random.nextBoolean()) {
            host.intelIommu(random.nextBoolean() ? "3ee9e86f050df" : "f020de")
                    .groups(random.nextBoolean() ? "DMA-FQ" : "identity");
        }
        int ports = 1 + random.nextInt(4);
        for (int i = 0; i < ports; i++) {
            int root = nextBus;
            nextBus += 1 + random.nextInt(3);
            FunctionBuilder port = host.rootPort(at(root, 1 + i), 0x8086, 0x0db0);
            acs(port);
            below(port, 1);
        }
        return host;
    }

    /** Fills the secondary bus of a root or downstream port. */
    private void below(FunctionBuilder port, int depth) {
        int bus = takeBus();
        if (depth < DEEPEST && nextBus < 200 && random.nextInt(3) > 0) {
            FunctionBuilder up = port.upstreamPort(at(bus, 0), 0x1000, 0xc030);
            int inner = takeBus();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count && nextBus < 220; i++) {
                FunctionBuilder down = up.downstreamPort(at(inner, 4 * i), 0x1000, 0xc030)
                        .portNumber(random.nextInt(4) == 0 ? random.nextInt(256) : i);
                acs(down);
                below(down, depth + 1);
            }
            return;
        }
        FunctionBuilder device = random.nextBoolean()
                ? port.endpoint(at(bus, 0), 0x10de, 0x3182, 0x030200)
                : port.endpoint(at(bus, 0), 0x15b3, 0x1023, 0x020000);
        device.link(List.of(LinkSpeed.values()).get(random.nextInt(6)), 1 << random.nextInt(5))
                .relaxedOrdering(random.nextBoolean());
        if (random.nextBoolean()) {
            device.ats(0x40 | (random.nextInt(2) << 5), random.nextInt(2) << 15);
        }
        if (random.nextInt(3) == 0) {
            int vfs = random.nextInt(6);
            List<FunctionBuilder> made = device.virtualFunctions(8, vfs, 1 + random.nextInt(8), 1, 0x101e);
            for (FunctionBuilder vf : made) {
                if (random.nextBoolean()) {
                    vf.ats(0x60, random.nextInt(2) << 15);
                }
            }
        }
        if (random.nextInt(8) == 0) {
            device.readable(random.nextBoolean() ? 64 : 256);
        }
    }

    private void acs(FunctionBuilder port) {
        if (random.nextInt(6) > 0) {
            int capability = random.nextInt(0x80) | (random.nextInt(4) == 0 ? 0x2000 : 0);
            port.acs(capability, random.nextInt(0x80), random.nextInt());
        }
        if (random.nextInt(10) == 0) {
            port.readable(random.nextBoolean() ? 64 : 256);
        }
    }

    private int takeBus() {
        return nextBus++;
    }

    private String at(int bus, int device) {
        return new Address(domain, bus, device & 0x1f, 0).toString();
    }
}
