// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The OSU micro-benchmarks in each version whose words differ, written after the format strings of osu_util_mpi.c. */
class OsuTextTest {
    private static final End GPU = new End.Gpu(Optional.empty(), Optional.empty());

    private static Readout read(String text) {
        return MeasurementReader.text(text, "test");
    }

    private static Figure last(String text) {
        return read(text).figures().getLast();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OSU MPI Bandwidth Test (Version 2.0)|# Size Bandwidth (MB/s)|1957.810999|osu_bw|1.957810999",
                "OSU MPI Bandwidth Test v5.4.3|# Size      Bandwidth (MB/s)|24413.20|osu_bw|24.4132",
                "OSU MPI-CUDA Bandwidth Test v5.6.2|# Size    Bandwidth (MB/s)|24413.20|osu_bw|24.4132",
                "OSU MPI-ROCM Bandwidth Test v5.9|# Size      Bandwidth (MB/s)|24413.20|osu_bw|24.4132",
                "OSU MPI-CUDA Bi-Directional Bandwidth Test|# Size     Bi-Bandwidth (MB/s)|48826.40|osu_bibw|48.8264",
                "OSU MPI-CUDA Bi-Directional Bandwidth Test v7.5|# Size      Bandwidth (MB/s)|48826.40|osu_bibw|48.8264",
                "OSU MPI Multiple Bandwidth / Message Rate Test v7.2|# Size                  MB/s        Messages/s"
                        + "|24413.20|osu_mbw_mr|24.4132"
            })
    void everyVersion(String title, String head, String value, String test, double gigabytes) {
        Figure figure = last("# " + title + "\n# Datatype: MPI_CHAR.\n" + head
                + "\n1                       1.54\n4194304              " + value + "\n");
        assertEquals(gigabytes, figure.gigabytesPerSecond(), 1e-9, "a MB is 10^6 bytes");
        assertEquals(test, figure.test());
        assertEquals(Tool.OSU, figure.tool());
        assertEquals(test.equals("osu_bibw"), figure.both());
        assertEquals(Optional.of(4194304L), figure.bytes());
        assertEquals(DataCheck.NOT_MADE, figure.check());
        assertEquals(End.UNSAID, figure.requester());
        assertEquals(End.UNSAID, figure.target(), "no line says whose memory it was");
        assertEquals(test.equals("osu_mbw_mr"), figure.is(Trait.CONCURRENT));
    }

    @ParameterizedTest
    @CsvSource({
        "DEVICE (D), DEVICE (D), gpu",
        "HOST (H), HOST (H), host",
        "DEVICE (D), HOST (H), unsaid",
        "MANAGED (MD), MANAGED (MD), unsaid"
    })
    void whoseMemoryItWas(String send, String receive, String whose) {
        Figure figure = last("# OSU MPI-CUDA Bandwidth Test v7.2\n# Send Buffer on " + send + " and Receive Buffer on "
                + receive + "\n# Size      Bandwidth (MB/s)\n4194304              24413.20\n");
        assertEquals(
                switch (whose) {
                    case "gpu" -> GPU;
                    case "host" -> End.HOST;
                    default -> End.UNSAID;
                },
                figure.target());
    }

    @ParameterizedTest
    @CsvSource({"Pass, PASSED", "Fail, FAILED"})
    void itsOwnCheckCounts(String word, DataCheck check) {
        String text =
                "# OSU MPI-CUDA Bandwidth Test v7.5\n# Size      Bandwidth (MB/s)        Validation\n4194304              24413.20"
                        + "              " + word + "\n";
        assertEquals(check, last(text).check());
        assertEquals(
                DataCheck.UNSAID, last(text.substring(0, text.length() - 2)).check(), "cut in the word");
    }

    /** What UCX, Open MPI and a launcher say between the lines. */
    @Test
    void linesBetweenAndPrefixesAreNoPartOfIt() {
        String text = """
                [1,0]<stdout>:# OSU MPI-CUDA Bandwidth Test v5.6.2
                [1,0]<stdout>:# Size    Bandwidth (MB/s)
                [1645203303.805848] [host2:43:0]      ucp_worker.c:1777 UCX  INFO  ep_cfg[3]: tag(rc_mlx5/mlx5_0:1)
                [1,0]<stdout>:4194304              24413.20
                """;
        assertEquals(24.4132, last(text).gigabytesPerSecond(), 1e-9);
    }

    @Test
    void onePairOfTheMessageRateTestSharesNothing() {
        String text = """
                # OSU MPI Multiple Bandwidth / Message Rate Test v7.2
                # [ pairs: 1 ] [ window size: 64 ]
                # Size                  MB/s        Messages/s
                4194304              24413.20           5820.56
                """;
        assertEquals(false, last(text).is(Trait.CONCURRENT));
        assertTrue(last(text.replace("pairs: 1", "pairs: 8")).is(Trait.CONCURRENT));
    }

    @Test
    void latencyAndCollectivesAreNoBandwidth() {
        for (String title : List.of("MPI-CUDA Latency", "MPI Allreduce Latency", "MPI Multi Latency")) {
            Readout readout = read(
                    "# OSU " + title + " Test v7.2\n# Size          Latency (us)\n4194304              24413.20\n");
            assertEquals(List.of(), readout.figures());
            assertEquals(
                    Observation.Kind.LATENCY_ONLY,
                    readout.observations().getFirst().kind());
        }
    }

    /** Another table may follow in the same file: its rows are not this one's. */
    @Test
    void anotherTableEndsTheRows() {
        String text = """
                # OSU MPI Bandwidth Test v7.2
                # Size      Bandwidth (MB/s)
                4194304              24413.20
                # size   count
                4194304              99999.99
                """;
        assertEquals(1, read(text).figures().size());
    }

    @Test
    void whereverItIsCutNothingIsInvented() {
        String text = """
                # OSU MPI-CUDA Bandwidth Test v7.2
                # Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)
                # Size      Bandwidth (MB/s)        Validation
                1048576              23999.87              Pass
                4194304              24413.20              Pass
                """;
        for (int end = 0; end < text.length(); end++) {
            for (Figure figure : read(text.substring(0, end)).figures()) {
                assertTrue(
                        figure.gigabytesPerSecond() == 23.99987 || figure.gigabytesPerSecond() == 24.4132,
                        end + ": " + figure);
            }
        }
    }
}
