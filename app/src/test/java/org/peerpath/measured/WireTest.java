// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.measured.read.Figure;
import org.peerpath.pci.LinkSpeed;

/** What links and ports carry, against published figures (docs/measured.md has their sources). */
class WireTest {
    private static final Wire WIRE = new Wire(Standards.SHIPPED);

    private static Figure.Network network(String type, int mtu) {
        return new Figure.Network(Optional.of(type), Optional.of(mtu), Optional.empty());
    }

    /** Gb/s as printed. */
    @ParameterizedTest
    @CsvSource({
        "381.41, 400, Ethernet, 4096, 0.97",
        "92.39,  100, Ethernet, 1024, 1.00",
        "197.48, 200, IB,       4096, 0.99",
        "196.55, 200, IB,       4096, 0.99",
        "98.01,  100, Ethernet, 4096, 1.00",
        "395.08, 400, IB,       4096, 0.99"
    })
    void publishedFiguresOverPorts(double measured, int port, String type, int mtu, double share) {
        double expected = WIRE.rdma(port, network(type, mtu));
        assertEquals(share, measured / 8 / expected, 0.006);
        assertEquals(Pace.REACHED, Pace.of(measured / 8 / expected, Standards.SHIPPED));
    }

    /** GB/s as printed. */
    @ParameterizedTest
    @CsvSource({
        "57.00,   GEN5, 16, 256, 0.99",
        "26.34,   GEN4, 16, 256, 0.91",
        "28.0193, GEN4, 16, 256, 0.97",
        "6.60,    GEN4, 4,  256, 0.92",
        "52,      GEN5, 16, 256, 0.90"
    })
    void publishedFiguresOverLinks(double measured, LinkSpeed speed, int width, int payload, double share) {
        double expected = WIRE.link(speed, width, payload);
        assertEquals(share, measured / expected, 0.006);
        assertEquals(Pace.REACHED, Pace.of(measured / expected, Standards.SHIPPED));
    }

    /** A 27 GB/s figure where 50 were to be had (NVIDIA/nccl#949) is told apart. */
    @ParameterizedTest
    @CsvSource({"27, GEN5, 16, 256", "10.5, GEN3, 16, 256"})
    void figuresThatCrossedTheRootComplexFallShort(double measured, LinkSpeed speed, int width, int payload) {
        assertTrue(measured / WIRE.link(speed, width, payload) < 0.9);
    }

    @ParameterizedTest
    @CsvSource({"933, 1000, 1448, 0.99", "2340, 2500, 1448, 0.99"})
    void tcp(double megabits, int port, int segment, double share) {
        assertEquals(share, megabits / 8000 / WIRE.tcp(port / 1000.0, network("Ethernet", segment)), 0.006);
    }

    /** From 64 GT/s on headers are paid in flits. */
    @ParameterizedTest
    @CsvSource({"GEN6, 16, 256, 111.059", "GEN6, 16, 512, 114.424", "GEN5, 16, 128, 53.053", "GEN5, 16, 512, 60.190"})
    void formulas(LinkSpeed speed, int width, int payload, double expected) {
        assertEquals(expected, WIRE.link(speed, width, payload), 0.05);
    }
}
