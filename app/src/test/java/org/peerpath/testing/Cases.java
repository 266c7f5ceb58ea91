// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.TreeReader;

/**
 * The synthetic hosts in the test resources, with their expected verdicts, the captures of emulated machines and the
 * field cases. A test that asks for one fails if it is missing.
 */
public final class Cases {
    private static final Path FOLDER = Path.of("src", "test", "resources", "org", "peerpath", "cases");

    private Cases() {}

    /** Returns a file or folder of the cases. */
    public static Path path(String name) {
        Path path = FOLDER.resolve(name);
        assertTrue(Files.exists(path), () -> "a case is missing from the repository: " + path.toAbsolutePath());
        return path;
    }

    /** Returns the archives of the synthetic hosts, in order of their names. */
    public static Stream<Path> hosts() throws IOException {
        return files("", ".tar.gz");
    }

    /** Returns the archives of the hosts of the field cases, in order of their names. */
    public static Stream<Path> fieldHosts() throws IOException {
        return files("field/hosts", ".tar.gz");
    }

    /** Returns the archives of all hosts of the cases. */
    public static Stream<Path> allHosts() throws IOException {
        return Stream.concat(hosts(), fieldHosts());
    }

    /** Returns the files of a folder whose names have an ending, in order of their names. */
    public static Stream<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(path(folder))) {
            List<Path> found = files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
            assertTrue(!found.isEmpty(), () -> "no case ends with " + ending + " in " + folder);
            return found.stream();
        }
    }

    /** Reads the tree of a synthetic host, for instance {@code b300-vm-good} or {@code field/hosts/gpu-ff}. */
    public static Snapshot host(String name) throws UnreadableSourceException {
        return TreeReader.read(path(name + ".tar.gz"), name);
    }
}
