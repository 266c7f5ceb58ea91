// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The supervising script in every shell at hand. */
class ScriptsTest {
    @TempDir
    Path folder;

    static Stream<List<String>> shells() {
        return Stream.of(List.of("dash"), List.of("bash"), List.of("busybox", "sh"))
                .filter(shell -> Stream.of("/bin/", "/usr/bin/")
                        .anyMatch(bin -> Files.isExecutable(Path.of(bin + shell.getFirst()))));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void tellsHowAnOperationEnded(List<String> shell) throws Exception {
        Path file = folder.resolve("value");
        assertEquals(List.of("MARK begin", "MARK ended 0"), run(shell, "echo 0040 > " + file, 20));
        assertEquals("0040\n", Files.readString(file));
        assertEquals(List.of("MARK begin", "0040", "MARK ended 0"), run(shell, "cat " + file, 20));
        List<String> failed = run(shell, "echo 1 > " + folder.resolve("none/there"), 20);
        assertTrue(failed.getLast().matches("MARK ended [12]"), failed.toString());
        assertTrue(failed.get(1).contains("none/there"), failed.toString());
    }

    @ParameterizedTest
    @MethodSource("shells")
    void leavesAloneWhatDoesNotEnd(List<String> shell) throws Exception {
        long before = System.nanoTime();
        List<String> said = run(shell, "sleep 20", 2);
        // Its number, state, kernel function, start and name; the function says where the kernel tells it.
        assertTrue(said.getLast().matches("MARK stuck \\d+ S \\S+ \\d+ sleep"), said.toString());
        assertTrue(Duration.ofNanos(System.nanoTime() - before).toSeconds() < 15, "it does not wait for the child");
    }

    private static List<String> run(List<String> shell, String operation, int limit)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Stream.concat(shell.stream(), Stream.of("-s")).toList())
                .redirectErrorStream(true)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(Scripts.supervise("MARK", "", operation, Duration.ofSeconds(limit))
                    .getBytes(StandardCharsets.UTF_8));
            in.flush();
            // A child that is left alone keeps the output open.
            List<String> lines = new ArrayList<>();
            for (String line = process.inputReader().readLine();
                    line != null;
                    line = process.inputReader().readLine()) {
                if (!line.isEmpty()) {
                    lines.add(line);
                }
                if (line.startsWith("MARK ended") || line.startsWith("MARK stuck")) {
                    break;
                }
            }
            assertEquals(0, process.waitFor());
            return lines;
        }
    }
}
