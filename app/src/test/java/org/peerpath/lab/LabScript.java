// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code packaging/lab/lab} with a state directory of its own. */
final class LabScript {
    private static final int UNAVAILABLE = 3;
    /** A first start downloads packages and builds the image. */
    private static final Duration LIMIT = Duration.ofMinutes(20);

    private final Path script;
    private final Path state;

    private LabScript(Path script, Path state) {
        this.script = script;
        this.state = state.toAbsolutePath();
    }

    static LabScript find(Path state) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path script = at.resolve("packaging/lab/lab");
            if (Files.isRegularFile(script)) {
                return new LabScript(script, state);
            }
        }
        throw new LabUnavailableException("packaging/lab/lab is not above the working directory");
    }

    /** What it prints on standard output. */
    String run(String... words) {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--state", state.toString()));
        Output output = Commands.run(command, new byte[0], LIMIT);
        if (output.status() == UNAVAILABLE) {
            throw new LabUnavailableException(output.err().strip());
        }
        if (output.status() != 0) {
            throw new AssertionError("lab " + List.of(words) + " ended with " + output.status() + ": " + output.err());
        }
        // The times it took are worth seeing in the log of a test run.
        output.err().lines().filter(line -> line.startsWith("lab: ")).forEach(System.out::println);
        return output.out();
    }
}
