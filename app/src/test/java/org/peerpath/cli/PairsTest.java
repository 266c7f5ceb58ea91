// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import tools.jackson.databind.JsonNode;

/** {@code check --pairs}: drives and GPUs as senders, and hosts without a NIC, whose question is GPU to GPU. */
class PairsTest {
    private static final String GOOD = "sample:hgx-b300-vm";
    private static final String ONE_BAD = "sample:hgx-b300-one-bad";

    @TempDir
    private Path folder = Path.of("");

    /** Two GPUs below one switch, no network card. */
    private String gpusOnly(boolean redirected) throws IOException {
        HostBuilder host = HostBuilder.named("gpus");
        FunctionBuilder up = host.rootPort("0000:00:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .numa(0)
                .upstreamPort("0000:01:00.0", 0x1000, 0xc030);
        for (int i = 0; i < 2; i++) {
            up.downstreamPort("0000:02:0" + i + ".0", 0x1000, 0xc030)
                    .acs(0x5f, redirected ? 0x1d : 0)
                    .endpoint("0000:0" + (i + 3) + ":00.0", 0x10de, 0x3182, 0x030200)
                    .driver("nvidia");
        }
        Path file = folder.resolve(redirected ? "redirected.json" : "gpus.json");
        return written(host, file);
    }

    private static String written(HostBuilder host, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            SnapshotFile.write(host.build(), out, false);
        }
        return file.toString();
    }

    @Test
    void withoutANicTheGpusAreTheQuestionEverywhere() throws IOException {
        String fine = gpusOnly(false);
        CommandLineRun run = CommandLineRun.of("check", fine, "--for", "bare-metal");
        assertEquals(0, run.status(), run.out());
        assertTrue(run.out().contains("GPU 0 → GPU 1: stays inside the switch"), run.out());
        assertTrue(run.out().contains("2 of 2 nearest pairs inside the switch"), run.out());
        assertFalse(run.out().contains("no NIC"), run.out());

        String bad = gpusOnly(true);
        CommandLineRun detour = CommandLineRun.of("check", bad, "--for", "bare-metal");
        assertEquals(1, detour.status(), detour.out());
        assertTrue(detour.out().contains("at the ports above both GPUs"), detour.out());
        assertFalse(detour.out().contains("peerpath plan"), "plans are for NICs: " + detour.out());
        JsonNode json =
                CommandLineRun.of("check", bad, "--for", "bare-metal", "--json").json();
        assertEquals("gpu-gpu", json.get("paths").get(0).get("pair").asString());
        assertTrue(json.get("paths").get(0).get("nearest").asBoolean());
        assertEquals("broken", json.get("summary").get("state").asString());
        assertEquals(
                2,
                CommandLineRun.of("check", bad, "--for", "bare-metal", "--as", "nagios")
                        .status());
        CommandLineRun fleet = CommandLineRun.of("fleet", fine, bad, "--for", "bare-metal", "--json");
        assertEquals(1, fleet.status(), fleet.out());
        assertTrue(fleet.out().contains("\"inside\":2,\"nearest\":2"), fleet.out());
        assertTrue(fleet.out().contains("\"inside\":0,\"nearest\":2"), fleet.out());
        CommandLineRun show = CommandLineRun.of("show", bad);
        assertTrue(show.out().contains("GPU 0 → GPU 1"), show.out());
    }

    @Test
    void otherPairsAreShownAndDecideNothing() {
        List<String> kinds = List.of("gpu-gpu", "nvme-gpu");
        for (String kind : kinds) {
            CommandLineRun run = CommandLineRun.of("check", GOOD, "--for", "vm", "--pairs", kind);
            assertEquals(0, run.status(), run.out());
            assertTrue(run.out().contains("8 of 8 nearest pairs"), run.out());
            assertEquals(
                    1,
                    CommandLineRun.of("check", ONE_BAD, "--for", "vm", "--pairs", kind)
                            .status(),
                    "a NIC that detours stays wrong, whatever is asked besides");
        }
        CommandLineRun both = CommandLineRun.of("check", GOOD, "--for", "vm", "--pairs", "nvme-gpu,gpu-gpu");
        assertTrue(both.out().contains("nvme0 → GPU 0: "), both.out());
        assertTrue(both.out().contains("GPU 0 → GPU 1: "), both.out());
        assertTrue(both.out().contains("GPU–GPU: 0 of 56 pairs inside the switch"), both.out());
        JsonNode json = CommandLineRun.of("check", GOOD, "--pairs", "gpu-gpu,nic-gpu", "--json")
                .json();
        assertEquals(56 + 64, json.get("summary").get("pathsTotal").asInt());
        json.get("paths")
                .forEach(path -> assertTrue(
                        path.get("pair").asString().equals("nic-gpu")
                                || !path.get("nearest").asBoolean(),
                        path::toString));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nic-nvme", "gpu", "gpu-nic"})
    void otherWordsAreWrongUsage(String kinds) {
        CommandLineRun run = CommandLineRun.of("check", GOOD, "--pairs", kinds);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("nic-gpu,nvme-gpu,gpu-gpu"), run.err());
    }

    @Test
    void aHostWithOneGpuAndNoNicHasNoPair() throws IOException {
        HostBuilder host = HostBuilder.named("one");
        host.rootPort("0000:00:01.0", 0x8086, 0x0db0).endpoint("0000:01:00.0", 0x10de, 0x3182, 0x030200);
        CommandLineRun run = CommandLineRun.of("check", written(host, folder.resolve("one.json")));
        assertEquals(3, run.status(), run.out());
        assertTrue(run.out().contains("no NIC, 1 GPU"), run.out());
    }
}
