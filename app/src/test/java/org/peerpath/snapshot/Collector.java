// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Runs the collector script for tests, with whichever shells the machine has. */
final class Collector {
    private Collector() {}

    static Stream<String> shells() {
        return Stream.of("dash", "bash", "busybox sh").filter(shell -> onPath(shell.split(" ")[0]));
    }

    static boolean onPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** What it prints. */
    static byte[] run(String shell, Map<String, String> settings, String... prefix)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(prefix));
        command.addAll(List.of(shell.split(" ")));
        command.add("-s");
        Path script = Files.createTempFile("collect", ".sh");
        try {
            Files.writeString(script, CollectorScript.text());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(script.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(settings);
            Process process = builder.start();
            byte[] out = process.getInputStream().readAllBytes();
            process.waitFor();
            return out;
        } finally {
            Files.delete(script);
        }
    }

    static Snapshot read(byte[] output) throws IOException, UnreadableSourceException {
        return CollectorReader.read(new ByteArrayInputStream(output), "test", Optional.empty());
    }

    /** The facts of a function that must be there. */
    static FunctionFacts function(Snapshot snapshot, String address) {
        return Objects.requireNonNull(snapshot.functions().get(Address.of(address)), address);
    }

    static Snapshot read(String output) throws IOException, UnreadableSourceException {
        return read(output.getBytes(StandardCharsets.UTF_8));
    }

    /** The cases handed over with the design; skips the test where they are not. */
    static Stream<Path> cases() throws IOException {
        Path cases = Path.of(System.getProperty("peerpath.shared", "nowhere"), "cases");
        Assumptions.assumeTrue(Files.isDirectory(cases), "skipped: no cases at " + cases);
        try (Stream<Path> files = Files.list(cases)) {
            return files.filter(file -> file.toString().endsWith(".tar.gz")).sorted().toList().stream();
        }
    }

    static void unpack(Path archive, Path to) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "xzf", archive.toString(), "-C", to.toString()).start();
        if (tar.waitFor() != 0) {
            throw new IOException("tar failed on " + archive);
        }
    }
}
