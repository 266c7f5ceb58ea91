// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.measured.read.Readouts.gpu;
import static org.peerpath.measured.read.Readouts.only;
import static org.peerpath.measured.read.Readouts.read;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tools that copy between memories of one host: nvbandwidth, gdrcopy, NVIDIA's and AMD's samples. */
class MemoryCopyReadersTest {
    @Test
    void nvbandwidth() {
        Readout readout = read(Outputs.NVBANDWIDTH);
        Figure host = readout.figures().getFirst();
        assertEquals(gpu(0, 0x1b), host.requester());
        assertEquals(End.HOST, host.target());
        List<Figure> totals = readout.figures().stream().filter(Figure::both).toList();
        assertEquals(
                List.of(90.20, 90.22),
                totals.stream().map(Figure::gigabytesPerSecond).toList());
        assertEquals(gpu(1, 0x3b), totals.getFirst().target());
        assertTrue(readout.figures().stream().noneMatch(f -> f.gigabytesPerSecond() > 700), "latencies are none");
        assertEquals(
                List.of("multinode_device_to_device_memcpy_read_ce"),
                readout.observations().getFirst().args());
    }

    @Test
    void nvbandwidthFoundWrongData() {
        String text = Outputs.NVBANDWIDTH.replace(
                "SUM host_to_device_memcpy_ce",
                " Invalid value when checking the pattern at 0x7f00\nSUM host_to_device_memcpy_ce");
        assertEquals(DataCheck.FAILED, read(text).figures().getFirst().check());
    }

    @Test
    void nvbandwidthJson() {
        Readout readout = read(Outputs.NVBANDWIDTH_JSON);
        assertEquals(
                List.of(51.5, 51.25, 102.75, 45.0, 46.0, 44.0, 43.0, 89.0, 88.0, 177.0),
                readout.figures().stream().map(Figure::gigabytesPerSecond).toList());
        assertEquals(
                List.of(89.0, 88.0),
                readout.figures().stream()
                        .filter(Figure::both)
                        .map(Figure::gigabytesPerSecond)
                        .toList());
        assertEquals(gpu(0, 0x1b), readout.figures().get(7).requester());
    }

    @Test
    void gdrcopy() {
        Readout readout = read(Outputs.GDRCOPY);
        assertEquals(20480.5 * 1048576 / 1e9, readout.figures().getFirst().gigabytesPerSecond(), 1e-9);
        assertEquals(gpu(1, 0x3b), readout.figures().getFirst().target());
        assertTrue(readout.figures().getLast().is(Trait.BAR_READ));
    }

    @Test
    void p2pBandwidthLatencyTest() {
        Readout readout = read(Outputs.CUDA_P2P);
        List<Figure> enabled = readout.figures().stream()
                .filter(f -> f.test().contains("Enabled") && !f.both() && !f.is(Trait.LOCAL))
                .toList();
        assertEquals(
                List.of(13.60, 26.60),
                enabled.stream().map(Figure::gigabytesPerSecond).toList());
        assertEquals(gpu(0, 0x1b), enabled.getFirst().requester());
        assertFalse(enabled.getFirst().is(Trait.FALLBACK));
        assertTrue(enabled.getLast().is(Trait.FALLBACK), "GPU 1 cannot access GPU 0");
        assertTrue(readout.figures().stream().noneMatch(f -> f.gigabytesPerSecond() < 2), "latencies are none");
    }

    /** Device numbers count the processor. */
    @Test
    void rocmBandwidthTest() {
        Readout readout = read(Outputs.ROCM);
        Figure pair = readout.figures().stream()
                .filter(f -> f.gigabytesPerSecond() == 48.900)
                .findFirst()
                .orElseThrow();
        assertEquals(new End.Gpu(Optional.of(0), BusId.parse("1b:00")), pair.requester());
        assertEquals(new End.Gpu(Optional.of(1), BusId.parse("3b:00")), pair.target());
        assertEquals(End.HOST, readout.figures().getFirst().requester());
        assertTrue(readout.figures().stream().anyMatch(f -> f.both() && f.gigabytesPerSecond() == 96.010));
    }

    @Test
    void transferBench() {
        Readout readout = read(Outputs.TRANSFERBENCH);
        Figure single = readout.figures().getFirst();
        assertEquals(46.400, single.gigabytesPerSecond());
        assertEquals(End.Gpu.numbered(0), single.requester());
        assertEquals(End.Gpu.numbered(1), single.target());
        assertEquals(DataCheck.PASSED, single.check());
        Figure back = readout.figures().stream()
                .filter(f -> f.gigabytesPerSecond() == 54.77)
                .findFirst()
                .orElseThrow();
        assertEquals(End.Gpu.numbered(1), back.requester());
        assertTrue(back.is(Trait.UNDER_BOTH));
        assertEquals(
                Set.of(98.57, 109.31),
                readout.figures().stream()
                        .filter(Figure::both)
                        .map(Figure::gigabytesPerSecond)
                        .collect(Collectors.toSet()));
    }

    @Test
    void hipBusBandwidthGivesItsMedian() {
        Figure figure = only(Outputs.HIP);
        assertEquals(27.0193, figure.gigabytesPerSecond());
        assertEquals(Optional.of(524288L << 10), figure.bytes());
    }

    @Test
    void gdrcopyWithABlankBeforeItsUnit() {
        String text = """
                GPU id:0; name: NVIDIA B300; Bus id: 0000:1b:00
                selecting device 0
                writing test, size=16777216 offset=0 num_iters=10000
                write BW: 14901.9 MB/s
                """;
        assertEquals(14901.9 * 1024 * 1024 / 1e9, only(text).gigabytesPerSecond(), 1e-9);
        assertEquals(
                only(text).gigabytesPerSecond(),
                only(text.replace(" MB/s", "MB/s")).gigabytesPerSecond());
    }
}
