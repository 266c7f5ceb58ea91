// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Lines of logs and the event that each is: the rows of {@code event-lines.tsv}. */
final class EventLines {
    private static final String FILE = "event-lines.tsv";

    /** A line and what is to be read from it. */
    record Row(EventKind kind, Optional<String> function, String line) {}

    private EventLines() {}

    static List<Row> all() {
        try (var in = new BufferedReader(new InputStreamReader(
                requireNonNull(EventLines.class.getResourceAsStream(FILE), FILE), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(EventLines::row)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(String text) {
        String[] parts = text.split("\t", 3);
        return new Row(
                EventKind.valueOf(parts[0]), Optional.of(parts[1]).filter(function -> !function.equals("-")), parts[2]);
    }
}
