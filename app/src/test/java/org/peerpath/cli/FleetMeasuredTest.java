// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.measured.read.Outputs;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.snapshot.file.SnapshotFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was measured on many hosts: each host's slowest pair, and that of all. */
class FleetMeasuredTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void hosts() throws Exception {
        for (String name : List.of("gpu1", "gpu10", "gpu2.site")) {
            Snapshot snapshot = Samples.open("hgx-b300-vm");
            Origin origin = snapshot.origin();
            Path own = Files.createDirectory(folder.resolve(name));
            try (OutputStream out = Files.newOutputStream(own.resolve("snapshot.json.gz"))) {
                SnapshotFile.write(
                        snapshot.withHost(HostFiles.HOSTNAME, new Reading.Text(name, "test"))
                                .withOrigin(new Origin(origin.source(), origin.kind(), name, origin.readAt())),
                        out,
                        true);
            }
        }
    }

    private static String run(int pair, double gigabits, String tail) {
        return Outputs.between("mlx5_" + pair, (2 * pair + 1) + "B:00", gigabits, tail);
    }

    private String[] words(String... more) {
        return Stream.concat(
                        Stream.of("fleet", folder.toString(), "--for", "vm", "--measured", folder.toString()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private Map<String, JsonNode> lines() {
        Map<String, JsonNode> lines = new HashMap<>();
        CommandLineRun.of(words("--json")).out().lines().forEach(line -> {
            JsonNode host = JsonMapper.shared().readTree(line);
            lines.put(host.path("host").asString(), host.path("measured"));
        });
        return lines;
    }

    private static JsonNode of(Map<String, JsonNode> hosts, String name) {
        return Objects.requireNonNull(hosts.get(name), () -> name + " is not among " + hosts.keySet());
    }

    /** In the host's own folder, beside its snapshot, and in files called like it; another host's stay with that one. */
    @Test
    void eachHostHasItsOwnFigures() throws IOException {
        Files.writeString(folder.resolve("gpu1/first.txt"), run(0, 780, Outputs.PASSED));
        Files.writeString(folder.resolve("gpu1/second.txt"), run(1, 774, ""));
        Files.writeString(folder.resolve("gpu10.perftest.txt"), run(1, 400, Outputs.PASSED));
        Map<String, JsonNode> hosts = lines();
        assertEquals(2, of(hosts, "gpu1").path("pairs").asInt());
        assertEquals(1, of(hosts, "gpu1").path("confirmed").asInt());
        assertEquals(0, of(hosts, "gpu1").path("fallShort").asInt());
        JsonNode slowest = of(hosts, "gpu10").path("slowest");
        assertEquals(1, of(hosts, "gpu10").path("fallShort").asInt());
        assertEquals("0000:38:00.0", slowest.path("requester").asString());
        assertEquals("0000:3b:00.0", slowest.path("target").asString());
        assertEquals(50.0, slowest.path("gigabytesPerSecond").asDouble());
        assertEquals(0.51, slowest.path("share").asDouble());
        assertTrue(slowest.path("validated").asBoolean());
        assertTrue(of(hosts, "gpu2.site").isNull());
    }

    /** A name with dots is one name: what is of gpu2.site is not of gpu2, and the other way round. */
    @Test
    void dotsInNamesJoinNothing() throws IOException {
        Files.writeString(folder.resolve("gpu2.txt"), run(0, 400, ""));
        Files.writeString(folder.resolve("gpu2.other.txt"), run(0, 400, ""));
        assertTrue(of(lines(), "gpu2.site").isNull());
        Files.writeString(folder.resolve("gpu2.site.log"), run(0, 400, ""));
        assertEquals(1, of(lines(), "gpu2.site").path("pairs").asInt());
    }

    @Test
    void theSlowestOfAllIsSaidFirst() throws IOException {
        Files.writeString(folder.resolve("gpu1.txt"), run(0, 780, Outputs.PASSED) + run(1, 774, ""));
        Files.writeString(folder.resolve("gpu10.txt"), run(1, 400, Outputs.PASSED));
        String text = CommandLineRun.of(words()).out();
        assertEquals(
                "3 pairs measured. gpu10: 1 pair: mlx5_1 → GPU 1, 50.0 of 98.0 GB/s (51 %)",
                text.lines().skip(1).findFirst().orElse(""));
        assertFalse(text.contains("gpu1: "), "what falls short of nothing needs no line: " + text);
        String csv = CommandLineRun.of(words("--csv")).out();
        String names = csv.lines().findFirst().orElse("");
        assertTrue(names.endsWith(",measured_pairs,slowest,slowest_gigabytes_per_second,slowest_share"), names);
        assertTrue(csv.contains(",1,0000:38:00.0 0000:3b:00.0,50.0,0.51"), csv);
        Path page = folder.resolve("page.html");
        CommandLineRun.of(words("-o", page.toString()));
        String html = Files.readString(page);
        assertTrue(html.contains("Slowest pair") && html.contains("<td>50.0 of 98.0 GB/s (51 %)</td>"), "its column");
    }

    /** Without measurements nothing of them is shown; a folder that holds none is said. */
    @Test
    void whereNothingWasMeasured() throws IOException {
        CommandLineRun none = CommandLineRun.of(words());
        assertTrue(none.err().contains("is an output of a benchmark"), none.err());
        assertFalse(none.out().contains("measured"), none.out());
        assertEquals(
                4,
                CommandLineRun.of(
                                "fleet",
                                folder.toString(),
                                "--measured",
                                folder.resolve("missing").toString())
                        .status());
    }
}
