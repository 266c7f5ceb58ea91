// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What iperf3 prints as the server: it knows what it received, and writes zeros for what was sent. */
class IperfServerTest {
    private static List<String> tests(String text) {
        return MeasurementReader.text(text, "server").figures().stream()
                .map(figure -> figure.test() + " " + figure.gigabytesPerSecond())
                .toList();
    }

    @Test
    void whatTheOtherSideSentIsNoFigureInJson() {
        String json = """
                {"start": {"version": "iperf 3.12", "tcp_mss_default": 32768},
                 "intervals": [{"sum": {"bits_per_second": 8e9, "omitted": false}}],
                 "end": {"sum_sent": {"bytes": 0, "bits_per_second": 0, "sender": false},
                         "sum_received": {"bytes": 2000000000, "bits_per_second": 8000000000, "sender": false}}}
                """;
        assertEquals(List.of("sum_received 1.0"), tests(json));
        assertEquals(List.of("sum_received 1.0"), tests("""
                {"event":"start","data":{"version":"iperf 3.17"}}
                {"event":"end","data":{"sum_sent":{"bytes":0,"bits_per_second":0},"sum_received":{"bytes":1,"bits_per_second":8e9}}}
                """));
    }

    @Test
    void norInText() {
        String text = """
                Accepted connection from 192.0.2.1, port 41234
                [  5]   0.00-1.00   sec   954 MBytes  8.00 Gbits/sec
                [  5]   0.00-1.04   sec  0.00 Bytes  0.00 bits/sec                  sender
                [  5]   0.00-1.04   sec   954 MBytes  8.00 Gbits/sec                  receiver
                """;
        assertEquals(List.of("receiver 1.0"), tests(text));
    }

    /** A second in which nothing came is a figure: it says that the run stalled. */
    @Test
    void aStalledSecondIsKept() {
        assertEquals(List.of("interval 0.0"), tests("[  5]   0.00-1.00   sec  0.00 Bytes  0.00 bits/sec\n"));
    }
}
