// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.measured.read.Readouts.read;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.text.Texts;

/** What nccl-tests and NCCL's own log print. */
class NcclReadersTest {
    @Test
    void ncclTests() {
        Readout readout = read(Outputs.NCCL);
        assertEquals(
                List.of(274.70, 480.72, 274.58, 480.51, 480.615),
                readout.figures().stream().map(Figure::gigabytesPerSecond).toList());
        assertTrue(readout.figures().stream().allMatch(f -> f.check() == DataCheck.PASSED));
        assertEquals(
                new Ranks(8, 1, "NVIDIA H100 80GB HBM3"),
                readout.ranks().get(readout.figures().getFirst().printed().run()));
    }

    /** The line "0 OK" says nothing where the column of wrong values says N/A. */
    @Test
    void okWithoutACheckIsSaid() {
        Readout readout = read(
                Outputs.NCCL.replace("480.72       0", "480.72     N/A").replace("480.51       0", "480.51     N/A"));
        assertTrue(readout.figures().stream().allMatch(f -> f.check() == DataCheck.NOT_MADE));
        assertTrue(readout.observations().stream().anyMatch(o -> o.kind() == Observation.Kind.UNCHECKED_OK));
    }

    @Test
    void ncclTestsJson() {
        Readout readout = read(Outputs.NCCL_JSON);
        assertEquals(
                List.of(DataCheck.PASSED, DataCheck.PASSED, DataCheck.NOT_MADE, DataCheck.NOT_MADE, DataCheck.UNSAID),
                readout.figures().stream().map(Figure::check).toList());
        assertEquals(Optional.of("1,0"), readout.visible());
    }

    @Test
    void theCommunicatorIsNoPartOfTheTransport() {
        Readout readout = read(
                "gpu-node-07:777:790 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC comm 0x55d4c0 nRanks 02\n");
        assertTrue(
                readout.observations().stream()
                        .anyMatch(it -> Texts.ENGLISH.say(it.message()).endsWith("P2P/IPC.")),
                () -> readout.observations().toString());
    }

    /** alltoall leaves the reduction out, and checks out of place only. */
    @Test
    void anEmptyReductionIsNoColumn() {
        Readout readout = read("""
                # Collective test starting: alltoall_perf
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                  8589934592    1073741824     float              -1   237164   36.22   18.11       0   235450   36.48   18.24     N/A
                # Out of bounds values : 0 OK
                """);
        assertEquals(
                List.of(36.22, 18.11, 36.48, 18.24),
                readout.figures().stream().map(Figure::gigabytesPerSecond).toList());
        assertEquals(DataCheck.PASSED, readout.figures().getFirst().check());
        assertEquals(DataCheck.NOT_MADE, readout.figures().getLast().check());
    }

    @Test
    void ncclSaysHowItConnects() {
        List<String> said = read(Outputs.NCCL_LOG).observations().stream()
                .map(o -> o.kind().id() + " " + String.join(" ", o.args()))
                .toList();
        assertTrue(said.contains("rdma-devices node01 mlx5_0, mlx5_1"), said.toString());
        assertTrue(
                said.contains("gpudirect node01 0[0] (GPU 0 0000:1b:00) 1[1] [send] NET/IB/0/GDRDMA"), said.toString());
        assertTrue(said.stream().anyMatch(s -> s.startsWith("staged node01 1[1]")), said.toString());
        assertTrue(
                said.stream().anyMatch(s -> s.contains("0[0000:1b:00]") && s.contains("P2P/IPC/read")),
                said.toString());
        assertTrue(said.stream().anyMatch(s -> s.startsWith("gdr-off node01")), said.toString());
        assertEquals(1, said.stream().filter(s -> s.startsWith("gpudirect")).count(), "channels are one");
    }

    @Test
    void ncclsBusNumberIsAnAddressWithoutItsPunctuation() {
        assertEquals(Optional.of("000f:01:00"), BusId.ofNccl("f01000").map(BusId::toString));
        assertEquals(Optional.of("0000:1b:00"), BusId.ofNccl("1b000").map(BusId::toString));
        assertEquals(Optional.empty(), BusId.ofNccl("XXXX"));
    }
}
