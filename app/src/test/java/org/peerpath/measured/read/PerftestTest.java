// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.measured.read.Readouts.only;
import static org.peerpath.measured.read.Readouts.read;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Outputs of perftest in each unit and version that its source documents. */
class PerftestTest {
    /** 65536 bytes a message; the message rate tells that the units are what they are. */
    @ParameterizedTest
    @CsvSource({
        "Gb/sec, 390.50, 0.744820, 48.8125",
        "MB/sec, 46551.25, 0.744820, 48.812",
        "MiB/sec, 46551.25, 0.744820, 48.812"
    })
    void perftestInEachUnit(String unit, String average, String rate, double gigabytes) {
        String head = Outputs.GBITS.replace("Gb/sec", unit);
        String row = " 65536      5000             " + average + "             " + average + "\t\t   " + rate + "\n";
        Figure figure = only(Outputs.perftest(head, row, ""));
        assertEquals(gigabytes, figure.gigabytesPerSecond(), 0.01);
        assertEquals("ib_write_bw", figure.test());
        assertEquals(new End.RdmaDevice("mlx5_1"), figure.requester());
        assertEquals(new End.Gpu(Optional.of(1), BusId.parse("3B:00")), figure.target());
        assertEquals(DataCheck.NOT_MADE, figure.check());
        assertEquals(Optional.of(4096), figure.network().mtu());
        assertFalse(figure.is(Trait.INCONSISTENT));
    }

    @Test
    void aFigureThatDoesNotFitItsMessageRateIsMarked() {
        String row = " 65536      5000             390.50             390.50\t\t   0.074482\n";
        assertTrue(only(Outputs.perftest(Outputs.GBITS, row, "")).is(Trait.INCONSISTENT));
    }

    /** A run with {@code --data_validation} prints its verdict on the side that receives. */
    @ParameterizedTest
    @CsvSource({
        "'VALIDATION: PASSED (server) - 12500 chunks, 102400000 bytes [races=3, retries=7, skips=42]', PASSED",
        "'VALIDATION: FAILED (server) - 12 error(s), first at QP 0, Chunk 3, Offset 64 (expected 0x01, got 0x00)', FAILED",
        "'VALIDATION: WARNING - no data validated', NOT_MADE",
        "'VALIDATION: ERROR - not initialized', NOT_MADE"
    })
    void dataValidation(String line, DataCheck check) {
        String row = " 65536      5000             390.50             390.50\t\t   0.744820\n";
        assertEquals(
                check, only(Outputs.perftest(Outputs.GBITS, row, line + "\n")).check());
    }

    /** The client asked for the check, but only the server can say what came of it. */
    @Test
    void theClientCannotTellWhetherDataWasRight() {
        String text = "$ ib_write_bw -d mlx5_1 --data_validation -t 128 --report_gbits 192.0.2.1\n"
                + Outputs.header("RDMA_Write BW Test", "mlx5_1", "IB")
                + Outputs.GBITS + "\n 65536      5000             390.50             390.50\t\t   0.744820\n";
        Figure figure = only(text);
        assertEquals(DataCheck.UNSAID, figure.check());
        assertEquals(End.HOST, figure.target());
    }

    @ParameterizedTest
    @CsvSource({
        "RDMA_Write Bidirectional BW Test, ib_write_bw, true",
        "RDMA_Read BW Test, ib_read_bw, false",
        "Send BW Test, ib_send_bw, false",
        "Send_imm BW Test, ib_send_bw, false",
        "RDMA_Write_imm Post List BW Test, ib_write_bw, false",
        "RDMA_Read Bidirectional Post List BW Test, ib_read_bw, true",
        "Atomic FETCH_AND_ADD BW Test, ib_atomic_bw, false"
    })
    void everyTest(String title, String test, boolean both) {
        String text = Outputs.header(title, "mlx5_1", "IB") + Outputs.GBITS
                + "\n 65536      5000             390.50             390.50\t\t   0.744820\n";
        Figure figure = only(text);
        assertEquals(test, figure.test());
        assertEquals(both, figure.both());
        assertEquals(End.UNSAID, figure.target(), "no line says whose memory it was");
    }

    @Test
    void latencyIsNoBandwidth() {
        String text = Outputs.header("RDMA_Write Latency Test", "mlx5_1", "IB")
                + " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]\n"
                + " 2       1000          1.05           4.39         1.08                1.09\n";
        assertEquals(List.of(), read(text).figures());
        assertEquals(
                Observation.Kind.LATENCY_ONLY,
                read(text).observations().getFirst().kind());
    }

    /** What a run asked for with {@code --run_infinitely} and per-port and quality-of-service tables looks like. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#bytes    #sl      #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]| 65536    3           5000           391.00            390.50                  0.744820",
                "#bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]   BW Port1[Gb/sec]   MsgRate Port1[Mpps]   BW Port2[Gb/sec]   MsgRate Port2[Mpps]| 65536      5000     391.00            390.50   0.744820        195.25            0.372410              195.25            0.372410",
                "#bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]    CPU_Util[%]| 65536      5000     0.00            390.50   0.744820        12.25"
            })
    void everyTable(String head, String row) {
        Figure figure = only(Outputs.header("RDMA_Write BW Test", "mlx5_1", "IB") + head + "\n" + row + "\n");
        assertEquals(48.8125, figure.gigabytesPerSecond(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({
        "ib_write_bw -d mlx5_3 --use_cuda=5 -F, mlx5_3, 5",
        "CUDA_VISIBLE_DEVICES=2 /usr/bin/ib_read_bw --ib-dev=mlx5_3 --use_cuda 5 192.0.2.7, mlx5_3, 5",
        "numactl -N 1 ib_write_bw -dmlx5_3 --use_rocm=5 --use_rocm_dmabuf, mlx5_3, 5"
    })
    void commandLines(String line, String device, int gpu) {
        Invocation invocation = Invocation.of(line).orElseThrow();
        assertEquals(Optional.of(device), invocation.device());
        assertEquals(End.Gpu.numbered(gpu), invocation.memory());
    }

    @Test
    void aCommandLineMayNameTheGpuByItsBus() {
        Invocation invocation = Invocation.of("ib_write_bw -d mlx5_3 --use_cuda_bus_id=0000:1b:00.0")
                .orElseThrow();
        assertEquals(new End.Gpu(Optional.empty(), BusId.of(0, 0x1b, 0)), invocation.memory());
    }

    @Test
    void perftestJsonTellsItsUnitByTheMessageRate() {
        Figure figure = only(Outputs.PERFTEST_JSON);
        assertEquals(391.95 / 8, figure.gigabytesPerSecond(), 1e-9);
        assertEquals(End.Gpu.numbered(1), figure.target());
        Figure mib = only(Outputs.PERFTEST_JSON.replace("391.95", "46724.1"));
        assertEquals(48.994, mib.gigabytesPerSecond(), 0.001);
        Readout open = read(Outputs.PERFTEST_JSON.replace("0.747585", "0.5"));
        assertEquals(List.of(), open.figures());
        assertEquals(
                Observation.Kind.UNIT_UNSAID, open.observations().getFirst().kind());
    }

    /** perftest's own reports with an unquoted name and a comma too many. */
    @Test
    void damagedJsonOfPerftestIsRead() {
        String text = Outputs.PERFTEST_JSON
                .replace("\"MsgSize\": 65536,", "\"MsgSize\": 65536,\nsl: 3,")
                .replace("\"MsgRate\": 0.747585", "\"MsgRate\": 0.747585,");
        assertEquals(1, read(text).figures().size());
    }

    /** What one command asked for says nothing of a run of another test or another device after it. */
    @Test
    void aCommandLineDoesNotSpeakForAnotherRun() {
        String first = """
                $ ib_read_bw -d mlx5_1 --report_gbits node2
                                    RDMA_Read BW Test
                 Dual-port       : OFF		Device         : mlx5_1
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
                 1048576    1000           391.10             390.88             0.046439
                """;
        String other = first.substring(first.indexOf('\n') + 1);
        assertEquals(End.HOST, last(first + other).target(), "server and client of one test");
        assertEquals(
                End.UNSAID,
                last(first + other.replace("RDMA_Read", "RDMA_Write")).target());
        assertEquals(End.UNSAID, last(first + other.replace("mlx5_1", "mlx5_0")).target());
    }

    private static Figure last(String text) {
        return read(text).figures().getLast();
    }

    @Test
    void markdownTablesAndDatedLinesAreRead() {
        String row = " 65536      5000             390.50             390.50           0.744820";
        String head = Outputs.header("RDMA_Write BW Test", "mlx5_1", "IB");
        String table =
                head + "|#bytes|#iterations|BW peak[Gb/sec]|BW average[Gb/sec]|MsgRate[Mpps]|\n|---|---|---|---|---|\n|"
                        + row.strip().replaceAll("\\s+", "|") + "|\n";
        assertEquals(48.8125, only(table).gigabytesPerSecond());
        String dated = (head + Outputs.GBITS + "\n" + row)
                .lines()
                .map(line -> "2026-11-03 09:00:00,123 INFO " + line)
                .collect(Collectors.joining("\n", "", "\n"));
        assertEquals(48.8125, only(dated).gigabytesPerSecond());
    }
}
