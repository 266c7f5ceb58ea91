// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.file.Samples;

/** Reads a list of sources: one a line; blank lines and those that begin with a hash sign are left out. */
public final class SourceLines {
    private static final int MOST = 200_000;
    private static final int LONGEST = 4096;
    private static final long LARGEST = (long) MOST * 128;

    private SourceLines() {}

    /** A list that is too long, or has too long a line. */
    public static final class TooLongException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Reads the lines.
     *
     * @throws TooLongException if it has more than 200,000 lines or one of more than 4,096 characters
     */
    public static List<String> read(Reader in) throws IOException, TooLongException {
        List<String> found = new ArrayList<>();
        BufferedReader reader = new BufferedReader(in);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            String source = line.strip();
            if (source.length() > LONGEST || found.size() >= MOST) {
                throw new TooLongException();
            }
            if (!source.isEmpty() && !source.startsWith("#")) {
                found.add(source);
            }
        }
        return found;
    }

    /**
     * Returns the sources that a file lists, files beside it by their whole path; empty if it is anything but a list: every
     * line must name a host, a sample or a file that is there.
     */
    public static List<String> in(String name) {
        try {
            Path file = Path.of(name);
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return List.of();
            }
            List<String> sources = new ArrayList<>();
            try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                for (String line : read(in)) {
                    Optional<String> source = source(file, line);
                    if (source.isEmpty()) {
                        return List.of();
                    }
                    sources.add(source.get());
                }
            }
            return sources;
        } catch (IOException | TooLongException | InvalidPathException e) {
            // Binary data and long texts are something else.
            return List.of();
        }
    }

    private static Optional<String> source(Path list, String line) {
        if (Hosts.isHost(line) || line.startsWith(Samples.PREFIX)) {
            return Optional.of(line);
        }
        try {
            Path named = list.toAbsolutePath().resolveSibling(line).normalize();
            return Files.exists(named) && !named.equals(list.toAbsolutePath().normalize())
                    ? Optional.of(named.toString())
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
