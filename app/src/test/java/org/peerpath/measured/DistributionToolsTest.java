// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.MeasurementReader;

/** The distribution's own perftest and iperf3, where they are installed: their options, and what they print here. */
class DistributionToolsTest {
    private static String run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private static void needs(String program) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin", program)), "SKIPPED: " + program + " is not installed here");
    }

    /** Options of {@link TestCommandsTest#DISTRIBUTION} stand in its help; the newer ones do not, as the guide says. */
    @Test
    void perftestKnowsTheOptionsThatAreSaidToBeOld() throws Exception {
        needs("ib_write_bw");
        String help = run("ib_write_bw", "--help");
        Set<String> known = Pattern.compile("(?<![\\w-])--?[A-Za-z][\\w-]*")
                .matcher(help)
                .results()
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> missing = new TreeSet<>(TestCommandsTest.DISTRIBUTION);
        missing.removeAll(known);
        assertEquals(Set.of(), missing, help);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-J"})
    void iperfOverLoopbackIsReadOnBothSides(String json) throws Exception {
        needs("iperf3");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        List<String> more = json.isEmpty() ? List.of() : List.of(json);
        List<String> serve = new ArrayList<>(List.of("iperf3", "-s", "-1", "--forceflush", "-p", "" + port));
        serve.addAll(more);
        Process server = new ProcessBuilder(serve).redirectErrorStream(true).start();
        try {
            List<String> ask =
                    new ArrayList<>(List.of("iperf3", "-c", "127.0.0.1", "-p", "" + port, "-P", "8", "-t", "1"));
            ask.addAll(more);
            String client = run(ask.toArray(String[]::new));
            for (int tries = 0; tries < 1000 && client.contains("unable to connect"); tries++) {
                Thread.onSpinWait();
                client = run(ask.toArray(String[]::new));
            }
            received(client);
            received(new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            server.destroy();
        }
    }

    private static void received(String said) throws Exception {
        List<Figure> figures = MeasurementReader.read(
                        new ByteArrayInputStream(said.getBytes(StandardCharsets.UTF_8)), "iperf3")
                .figures();
        assertFalse(figures.isEmpty(), said);
        assertTrue(figures.stream().anyMatch(figure -> figure.test().contains("receive")), said);
        assertTrue(figures.stream().allMatch(figure -> figure.gigabytesPerSecond() > 0), figures + said);
    }
}
