// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.measured.read.Readouts.only;
import static org.peerpath.measured.read.Readouts.read;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Outputs of iperf 2 and 3 in each unit. */
class IperfTest {
    @ParameterizedTest
    @CsvSource({
        "24.2 Gbits/sec, 3.025",
        "933 Mbits/sec, 0.116625",
        "111 MBytes/sec, 0.116391936",
        "1.09 GBytes/sec, 1.17037859",
        "99.5 Kbits/sec, 0.0000124375"
    })
    void iperfInEachUnit(String rate, double gigabytes) {
        Figure figure = only("[  5]   0.00-10.00  sec  1.09 GBytes  " + rate + "                  receiver\n");
        assertEquals(gigabytes, figure.gigabytesPerSecond(), 1e-7);
    }

    @Test
    void iperfWithoutItsSummaryGivesWholeSeconds() {
        String cut = Outputs.IPERF.substring(0, Outputs.IPERF.indexOf("- - -"));
        Readout readout = read(cut);
        assertEquals(
                List.of("interval", "interval"),
                readout.figures().stream().map(Figure::test).toList());
        assertEquals(
                List.of("sender", "receiver"),
                read(Outputs.IPERF).figures().stream().map(Figure::test).toList());
    }

    /** iperf 2 calls no row a summary: the one over the whole time is it, of several streams their sum. */
    @Test
    void iperfTwoHasItsTotal() {
        String head = """
                ------------------------------------------------------------
                Client connecting to 10.0.0.8, TCP port 5001
                TCP window size: 85.0 KByte (default)
                ------------------------------------------------------------
                [  1] local 10.0.0.7 port 40126 connected with 10.0.0.8 port 5001
                [ ID] Interval       Transfer     Bandwidth
                """;
        Figure one = only(head + "[  1] 0.0000-10.0014 sec  42.0 GBytes  36.1 Gbits/sec\n");
        assertEquals("total", one.test());
        assertEquals(36.1 / 8, one.gigabytesPerSecond(), 1e-9);
        assertFalse(one.is(Trait.INTERVAL));
        Figure sum = only(head + """
                [  1] 0.0000-1.0000 sec  2.0 GBytes  17.2 Gbits/sec
                [  2] 0.0000-1.0000 sec  2.0 GBytes  17.2 Gbits/sec
                [  1] 0.0000-10.0014 sec  21.0 GBytes  18.0 Gbits/sec
                [  2] 0.0000-10.0034 sec  21.0 GBytes  18.1 Gbits/sec
                [SUM] 0.0000-10.0011 sec  42.0 GBytes  36.1 Gbits/sec
                """);
        assertEquals(36.1 / 8, sum.gigabytesPerSecond(), 1e-9);
        Readout cut = read(head + "[  1] 0.0000-1.0000 sec  2.0 GBytes  17.2 Gbits/sec\n");
        assertTrue(cut.figures().getFirst().is(Trait.INTERVAL), "a run that was cut has seconds only");
    }

    /** iperf 3.17 prints a line for each event with {@code --json-stream}. */
    @Test
    void iperfStreamsItsJson() {
        String stream = """
                {"event":"start","data":{"version":"iperf 3.17"}}
                {"event":"interval","data":{"sum":{"bits_per_second":8e9,"omitted":false}}}
                {"event":"end","data":{"sum_sent":{"bits_per_second":16000000000},"sum_received":{"bits_per_second":12000000000}}}
                """;
        assertEquals(
                List.of(2.0, 1.5),
                read(stream).figures().stream().map(Figure::gigabytesPerSecond).toList());
    }
}
