// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.measured.read.Outputs;
import tools.jackson.databind.JsonNode;

/** {@code diff} with figures of both sides: what a plan changed, as bandwidth. */
class DiffMeasuredTest {
    private static final String BAD = "sample:hgx-b300-one-bad";
    private static final String GOOD = "sample:hgx-b300-vm";

    @TempDir
    private Path folder;

    private String run(String name, double gigabits) throws Exception {
        return Files.writeString(folder.resolve(name), Outputs.between("mlx5_5", "BB:00", gigabits, Outputs.PASSED))
                .toString();
    }

    @Test
    void aPairIsShownBeforeAndAfter() throws Exception {
        String before = run("before.txt", 384.8);
        String after = run("after.txt", 780);
        CommandLineRun run =
                CommandLineRun.of("diff", BAD, GOOD, "--measured-before", before, "--measured-after", after);
        assertEquals(1, run.status(), "the hosts differ");
        assertTrue(
                run.out()
                        .lines()
                        .anyMatch(line -> line.startsWith("Measured mlx5_5 → GPU 5: 48.1 ")
                                && line.contains("detour → 97.5 ")
                                && line.endsWith("inside switch")),
                run.out());
        JsonNode pair = CommandLineRun.of(
                        "diff", BAD, GOOD, "--measured-before", before, "--measured-after", after, "--json")
                .json()
                .path("measured")
                .path(0);
        assertEquals(48.1, pair.path("before").path("gigabytesPerSecond").asDouble(), 1e-9);
        assertEquals(97.5, pair.path("after").path("gigabytesPerSecond").asDouble(), 1e-9);
        CommandLineRun half = CommandLineRun.of("diff", BAD, GOOD, "--measured-after", after, "--json");
        assertTrue(half.json().path("measured").path(0).path("before").isNull());
    }

    @Test
    void withoutFiguresNothingIsSaid() {
        assertTrue(CommandLineRun.of("diff", BAD, GOOD, "--json")
                .json()
                .path("measured")
                .isMissingNode());
    }
}
