// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.measured.read.Outputs;
import tools.jackson.databind.JsonNode;

/** {@code peerpath measured}: what it prints, and its exit status. */
class MeasuredCommandTest {
    private static final String HOST = "sample:hgx-b300-vm";
    private static final String ROW = " 65536      5000             780.00             780.00\t\t   1.487732\n";
    private static final String PASSED = "VALIDATION: PASSED - 12500 chunks, 102400000 bytes\n";

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void jsonIsTheContracts() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "measured", HOST, file("a", Outputs.perftest(Outputs.GBITS, ROW, PASSED)), "--for", "vm", "--json");
        assertEquals(0, run.status(), run.err());
        JsonNode root = run.json();
        assertEquals("peerpath.measured/1", root.path("schema").asString());
        JsonNode result = root.path("results").path(0);
        assertEquals("perftest", result.path("tool").asString());
        assertEquals("0000:38:00.0", result.path("requester").asString());
        assertEquals("0000:3b:00.0", result.path("target").asString());
        assertEquals("one", result.path("direction").asString());
        assertEquals(97.5, result.path("gigabytesPerSecond").asDouble());
        assertEquals(98.037, result.path("expected").asDouble(), 0.001);
        assertEquals(0.9945, result.path("share").asDouble(), 0.001);
        assertTrue(result.path("validated").asBoolean());
        assertEquals("inside-switch", result.path("verdict").asString());
        assertTrue(result.path("agrees").asBoolean());
        assertTrue(result.path("message").asString().length() > 20);
    }

    @Test
    void whatCannotBeToldIsNull() throws IOException {
        JsonNode result = CommandLineRun.of("measured", HOST, file("n", Outputs.NCCL), "--json")
                .json()
                .path("results")
                .path(0);
        for (String field : List.of("requester", "target", "expected", "share", "verdict", "agrees")) {
            assertTrue(result.path(field).isNull(), field);
        }
        JsonNode unsaid = CommandLineRun.of("measured", HOST, file("b", Outputs.NVBANDWIDTH), "--json")
                .json()
                .path("results")
                .path(0);
        assertTrue(unsaid.path("validated").isNull());
    }

    @Test
    void exitStatus() throws IOException {
        String good = file("good", Outputs.perftest(Outputs.GBITS, ROW, PASSED));
        String slow = file(
                "slow",
                Outputs.perftest(Outputs.GBITS, ROW.replace("780.00", "390.00").replace("1.487732", "0.743866"), ""));
        String open = file("open", Outputs.NCCL);
        String none = file("none", "nothing of the kind\n");
        assertEquals(0, CommandLineRun.of("measured", HOST, good).status());
        assertEquals(1, CommandLineRun.of("measured", HOST, good, slow).status());
        assertEquals(3, CommandLineRun.of("measured", HOST, open).status());
        CommandLineRun unreadable = CommandLineRun.of("measured", HOST, good, none);
        assertEquals(4, unreadable.status());
        assertTrue(unreadable.err().contains("none"), unreadable.err());
        assertTrue(unreadable.out().contains("97.5"), "the others are shown all the same");
        assertEquals(
                4,
                CommandLineRun.of("measured", HOST, folder.resolve("missing").toString())
                        .status());
        assertEquals(
                2, CommandLineRun.of("measured", HOST, good, "--pair", "mlx5_0").status());
        assertEquals(
                2,
                CommandLineRun.of("measured", HOST, good, "--pair", "mlx5_0=gpu99")
                        .status());
    }

    /** Every output, in both languages, on a host that fits it and on one that does not. */
    @Test
    void everyOutputHasItsText() throws IOException {
        for (Map.Entry<String, String> output : Outputs.all().entrySet()) {
            for (Locale language : List.of(Locale.ENGLISH, Locale.KOREAN)) {
                for (String host : List.of(HOST, "sample:no-switch")) {
                    CommandLineRun run = CommandLineRun.in(
                            language,
                            "measured",
                            host,
                            file(output.getKey(), output.getValue()),
                            "--pair",
                            "mlx5_0=gpu0");
                    assertTrue(run.out().contains(output.getKey()), run.err());
                    assertTrue(run.out().lines().count() > 2, run.out());
                }
            }
        }
    }

    @Test
    void commandsOfOnePairOrAll() throws IOException {
        CommandLineRun one = CommandLineRun.of("measured", HOST, "--commands", "--pair", "mlx5_5=gpu5", "--json");
        assertEquals(0, one.status(), one.err());
        assertEquals(1, one.json().path("pairs").size());
        assertTrue(one.json()
                .path("pairs")
                .path(0)
                .path("server")
                .path(2)
                .asString()
                .contains("--use_cuda=5 "));
        CommandLineRun all = CommandLineRun.of("measured", HOST, "--commands");
        assertTrue(all.out().contains("mlx5_7 → GPU 7") && all.out().contains("iperf3 -c SERVER"), all.out());
        assertEquals(2, CommandLineRun.of("measured", HOST).status(), "neither a file nor --commands");
    }

    /** Pictures, reports and data carry the figure beside its path. */
    @Test
    void exportsShowWhatWasMeasured() throws IOException {
        String text = file("run", Outputs.perftest(Outputs.GBITS, ROW, PASSED));
        Map<String, String> says = Map.of(
                "svg", "97.5 of 98.0 GB/s",
                "html", "97.5 of 98.0 GB/s",
                "md", "the data was verified",
                "csv", "97.500,98.037,confirmed",
                "json", "\"gigabytesPerSecond\" : 97.5");
        for (Map.Entry<String, String> format : says.entrySet()) {
            CommandLineRun run = CommandLineRun.of(
                    "export", HOST, "--for", "vm", "--measured", text, "--format", format.getKey(), "-o", "-");
            assertEquals(0, run.status(), run.err());
            String out = run.out().replace("\\", "");
            assertTrue(out.contains(format.getValue()), format.getKey());
            String without = CommandLineRun.of("export", HOST, "--for", "vm", "--format", format.getKey(), "-o", "-")
                    .out();
            assertFalse(without.contains(format.getValue()), format.getKey());
        }
    }

    /** TCP, RDMA and GPUDirect of one pair stand in a table of both reports, and nowhere where only one was measured. */
    @Test
    void threeRowsInReports() throws IOException {
        String host = "ib_write_bw -d mlx5_1 -F --report_gbits 192.0.2.1\n"
                + Outputs.header("RDMA_Write BW Test", "mlx5_1", "Ethernet") + Outputs.GBITS + "\n"
                + ROW.replace("780.00", "420.00").replace("1.487732", "0.801086");
        String direct = file("direct", Outputs.perftest(Outputs.GBITS, ROW, PASSED));
        String all = file("all", host + Outputs.perftest(Outputs.GBITS, ROW, PASSED));
        for (String format : List.of("html", "md")) {
            String said = CommandLineRun.of(
                            "export", HOST, "--for", "vm", "--measured", all, "--format", format, "-o", "-")
                    .out();
            int table = said.indexOf("TCP, RDMA and GPUDirect RDMA");
            assertTrue(table > 0, format);
            String rows = said.substring(table, said.indexOf("/s", said.indexOf("97.5", table)));
            assertTrue(rows.contains("not measured") && rows.contains("52.5"), rows);
            assertFalse(
                    CommandLineRun.of(
                                    "export", HOST, "--for", "vm", "--measured", direct, "--format", format, "-o", "-")
                            .out()
                            .contains("TCP, RDMA and GPUDirect RDMA"),
                    format);
        }
    }
}
