// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import org.peerpath.measured.read.Figure;
import org.peerpath.pci.LinkSpeed;

/** Data rates of links and ports after encoding and headers. */
final class Wire {
    private static final double BITS = 8;

    private final Standards standards;

    Wire(Standards standards) {
        this.standards = standards;
    }

    /**
     * Returns the data a PCIe link carries in one direction, in GB/s: full memory writes of the largest payload (PCIe 2.2,
     * 4.2.2). From 64 GT/s on links transfer flits.
     *
     * @param payload Max_Payload_Size in bytes
     */
    double link(LinkSpeed speed, int width, int payload) {
        double raw = speed.gigabytesPerSecond(width);
        if (speed.compareTo(LinkSpeed.GEN6) >= 0) {
            return raw
                    * standards.value("flit-tlp-bytes")
                    / standards.value("flit")
                    * share(payload, standards.value("flit-tlp-overhead"));
        }
        return raw * share(payload, standards.value("tlp-overhead"));
    }

    /** Returns the data that a port of this rate carries in one direction with RDMA, in GB/s. */
    double rdma(double gigabitsPerSecond, Figure.Network network) {
        double mtu = network.mtu().map(Integer::doubleValue).orElseGet(() -> standards.value("assumed-mtu"));
        boolean ethernet = network.linkType().filter("Ethernet"::equals).isPresent();
        return gigabitsPerSecond
                / BITS
                * share(mtu, standards.value(ethernet ? "roce-overhead" : "infiniband-overhead"));
    }

    /** Returns the data that a port of this rate carries in one direction with TCP, in GB/s. */
    double tcp(double gigabitsPerSecond, Figure.Network network) {
        double segment = network.mtu().map(Integer::doubleValue).orElseGet(() -> standards.value("assumed-segment"));
        return gigabitsPerSecond / BITS * share(segment, standards.value("tcp-overhead"));
    }

    private static double share(double data, double overhead) {
        return data / (data + overhead);
    }
}
