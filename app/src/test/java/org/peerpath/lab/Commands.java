// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs local commands with a limit in time. */
final class Commands {
    private Commands() {}

    static Output run(List<String> command, byte[] input, Duration limit) {
        try {
            Process process = new ProcessBuilder(command).start();
            CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> all(process.getInputStream()));
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> all(process.getErrorStream()));
            try (var stdin = process.getOutputStream()) {
                stdin.write(input);
            } catch (IOException e) {
                // The command did not want its input; its status tells whether that is an error.
            }
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("still running after " + limit + ": " + command);
            }
            return new Output(process.exitValue(), out.join(), err.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted: " + command, e);
        }
    }

    private static String all(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
