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

    /** README, everything below {@code docs}, and the templates of issues. */
    public static List<Path> all() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> templates = Files.walk(ROOT.resolve(".github"))) {
            return Stream.of(top, docs, templates)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
