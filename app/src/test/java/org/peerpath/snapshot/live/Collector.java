// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

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
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;

/** Runs the collector script for tests, with whichever shells the machine has. */
public final class Collector {
    private Collector() {}

    public static Stream<String> shells() {
        return Stream.of("dash", "bash", "busybox sh").filter(shell -> onPath(shell.split(" ")[0]));
    }

    static boolean onPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** What it prints. */
    public static byte[] run(String shell, Map<String, String> settings, String... prefix)
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
            // Only tests of reads that hang are in a hurry: on a busy machine a program may need seconds to start.
            builder.environment().put("PEERPATH_LIMIT", "60");
            builder.environment().putAll(settings);
            Process process = builder.start();
            byte[] out = process.getInputStream().readAllBytes();
            process.waitFor();
            return out;
        } finally {
            Files.delete(script);
        }
    }

    public static Snapshot read(byte[] output) throws IOException, UnreadableSourceException {
        return CollectorReader.read(new ByteArrayInputStream(output), "test", Optional.empty());
    }

    /** The facts of a function that must be there. */
    public static FunctionFacts function(Snapshot snapshot, String address) {
        return Objects.requireNonNull(snapshot.functions().get(Address.of(address)), address);
    }

    /** Why a fact is not known, as the key of its message. */
    static String why(Fact<?> fact) {
        return fact.whyUnknown().orElseThrow().key();
    }

    static Snapshot read(String output) throws IOException, UnreadableSourceException {
        return read(output.getBytes(StandardCharsets.UTF_8));
    }

    public static void unpack(Path archive, Path to) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "xzf", archive.toString(), "-C", to.toString()).start();
        if (tar.waitFor() != 0) {
            throw new IOException("tar failed on " + archive);
        }
    }
}
