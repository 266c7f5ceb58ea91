// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A folder only the user can enter, for the sockets of this run of the program. Its path is short: the address of a Unix
 * socket holds 107 bytes, of which ssh needs 17 for a name of its own.
 */
final class SshFolder {
    private static final int LONGEST_PATH = 60;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private SshFolder() {}

    private static final class Made {
        static final Path FOLDER = make();
    }

    static Path path() {
        return Made.FOLDER;
    }

    /** A name for a socket that no other host of this program has. */
    static Path newSocket(String kind) {
        return Made.FOLDER.resolve(kind + NEXT.getAndIncrement());
    }

    static void writePrivately(Path file, String content) throws IOException {
        Path fresh = Files.createTempFile(
                file.getParent(),
                "new",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.write(fresh, content.getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path make() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        List<Path> places = Stream.of(runtime == null ? "" : runtime, System.getProperty("java.io.tmpdir"), "/tmp")
                .filter(place -> !place.isEmpty() && place.length() < LONGEST_PATH)
                .map(Path::of)
                .filter(Files::isWritable)
                .toList();
        try {
            Path folder = Files.createTempDirectory(
                    places.isEmpty() ? Path.of("/tmp") : places.getFirst(),
                    "pp",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> inside = Files.walk(folder)) {
            inside.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            // Left to the system's cleaning of temporary files.
        }
    }
}
