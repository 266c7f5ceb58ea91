// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The documents of the repository. */
public final class Docs {
    /** The repository's top level; tests run in the module's folder. */
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Docs() {}

    /** README and everything below {@code docs}. */
    public static List<Path> all() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
