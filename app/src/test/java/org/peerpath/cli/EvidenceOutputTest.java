// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the command line prints of evidence that is no tree: other tools' labels, loose registers. */
class EvidenceOutputTest {
    private static final String PAIR = """
            \tGPU0\tNIC0\tCPU Affinity
            GPU0\t X \tPXB\t0-55
            NIC0\tPXB\t X

            NIC Legend:

              NIC0: mlx5_4

            0000:18:00.0 mlx5_4 (MT4131 - X) fw 40.46.5500 port 1 (ACTIVE) ==> ib0 (Up)

            15:01.0 PCI bridge [0604]: Intel Corporation Device [8086:0db0] (prog-if 00 [Normal decode])
            \tBus: primary=15, secondary=16, subordinate=1b, sec-latency=0
            18:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]
            1b:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:3182]
            """;

    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("paste"), text).toString();
    }

    @Test
    void labelsOfOtherToolsStandBesideOursWithTheirRule() throws IOException {
        String file = file(PAIR);
        for (String command : new String[] {"show", "check"}) {
            String said = CommandLineRun.of(command, file).out();
            assertTrue(said.contains("nvidia-smi PXB: several PCIe bridges between them, no host bridge"), said);
            assertTrue(said.contains("mlx5_4 – GPU 0"), said);
        }
        JsonNode path =
                CommandLineRun.of("check", file, "--json").json().path("paths").path(0);
        assertEquals("nvidia-smi", path.path("otherLabels").path(0).path("tool").asString(), path::toString);
        assertEquals("PXB", path.path("otherLabels").path(0).path("label").asString());
        assertTrue(path.has("proximity"));
    }

    @Test
    void looseRegistersAreSaidInWords() throws IOException {
        String file = file("0000:17:01.0 (ecap 000d @148) @14e = 005d\n");
        String said = CommandLineRun.of("show", file).out();
        assertTrue(said.contains("ACS Control (ACSCtl) = 0x005d"), said);
        assertTrue(said.contains("DT  Direct Translated P2P: on"), said);
        assertTrue(said.contains("0000:17:01.0"), said);
        JsonNode register = CommandLineRun.of("show", file, "--json")
                .json()
                .path("registers")
                .path(0);
        assertEquals("0x005d", register.path("value").asString(), register::toString);
        assertEquals(7, register.path("meanings").path(0).path("bits").size());
    }

    @Test
    void aBareNameThatIsNeitherFileNorHostSaysBoth() {
        CommandLineRun run = CommandLineRun.of("diagnose", "dmesg-of-nobody");
        assertEquals(4, run.status(), run.out());
        assertTrue(run.err().contains("dmesg-of-nobody: there is no file of that name here"), run.err());
    }
}
