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
 * A folder only the user can enter, for the sockets of this run of the program and for libraries that unpack native code. Its path is short: the address of a Unix
 * socket holds 107 bytes, of which ssh needs 17 for a name of its own.
 */
public final class PrivateFolder {
    private static final int LONGEST_PATH = 60;
    private static final int OTHERS_WRITE = 0022;
    private static final int STICKY = 01000;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private PrivateFolder() {}

    private static final class Made {
        static final Path FOLDER = make();
    }

    /** Has the libraries that unpack native code (zstd-jni, jffi) do it here, where nobody else can put other code. */
    public static void forNativeLibraries() {
        for (String property : List.of("ZstdTempFolder", "jffi.extract.dir")) {
            if (System.getProperty(property) == null) {
                System.setProperty(property, Made.FOLDER.toString());
            }
        }
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
                .filter(PrivateFolder::isOurs)
                .toList();
        if (places.isEmpty()) {
            throw new UncheckedIOException(new IOException("no folder for sockets that nobody else can change"));
        }
        try {
            Path folder = Files.createTempDirectory(
                    places.getFirst(),
                    "pp",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns whether nobody but root and this user can put anything in the place of what this user makes there: each folder
     * from the root down belongs to one of them, and is writable by others only with the sticky bit. After su or sudo -E the
     * environment may name the folder of somebody else.
     */
    static boolean isOurs(Path place) {
        try {
            Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            for (Path folder = place.toRealPath(); folder != null; folder = folder.getParent()) {
                int mode = (int) Files.getAttribute(folder, "unix:mode");
                Object owner = Files.getAttribute(folder, "unix:uid");
                boolean trusted = owner.equals(self) || owner.equals(0);
                if (!trusted || ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0)) {
                    return false;
                }
            }
            return true;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            // Where there are no such attributes, the folder of the user's own temporary files serves.
            return !Files.exists(Path.of("/proc/self"));
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
