// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Real dumps of other people's machines, which lie beside the repository because their licences do not let them lie in
 * it. A test that asks for them is skipped where they are not, and says so.
 */
public final class Corpus {
    private static final Path FOLDER = Path.of(System.getProperty("peerpath.shared", "absent"), "corpus");

    private Corpus() {}

    /** Returns whether the corpus is on this machine. */
    public static boolean isHere() {
        return Files.isRegularFile(FOLDER.resolve("INDEX.md"));
    }

    /**
     * Returns a file or folder of the corpus; skips the test where the corpus is not on this machine, or fails it where
     * {@code PEERPATH_REQUIRE_CORPUS} is set.
     */
    public static Path path(String name) {
        assertTrue(isHere() || System.getenv("PEERPATH_REQUIRE_CORPUS") == null, () -> "no corpus at " + FOLDER);
        assumeTrue(isHere(), () -> "skipped: no corpus at " + FOLDER + " (system property peerpath.shared)");
        return FOLDER.resolve(name);
    }
}
