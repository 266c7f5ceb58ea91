// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of wordings, {@code log/wordings.tsv}, in its order. */
final class Wordings {
    private static final String TABLE = "/org/peerpath/log/wordings.tsv";
    private static final int CELLS = 3;

    static final List<Wording> ALL = read();

    private Wordings() {}

    private static List<Wording> read() {
        Map<String, EventKind> kinds =
                Stream.of(EventKind.values()).collect(Collectors.toMap(EventKind::id, Function.identity()));
        try (InputStream in = Objects.requireNonNull(Wordings.class.getResourceAsStream(TABLE), TABLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> wording(kinds, line))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Wording wording(Map<String, EventKind> kinds, String line) {
        String[] cells = line.split("\t", CELLS);
        EventKind kind = kinds.get(cells[0]);
        if (kind == null || cells.length != CELLS || !cells[1].equals(cells[1].toLowerCase(Locale.ROOT))) {
            throw new IllegalStateException(TABLE + ": " + line);
        }
        return Wording.of(kind, cells[1], cells[2]);
    }

    /** The bit by which a wording is known to {@link InterestFilter}; there are more wordings than bits, so some share one. */
    static long bit(int index) {
        return 1L << (index % Long.SIZE);
    }

    /** A filter for the needles of these kinds. */
    static InterestFilter filter(Predicate<EventKind> wanted) {
        return new InterestFilter(ALL.stream()
                .map(wording -> wanted.test(wording.kind()) ? wording.needle() : "")
                .toList());
    }
}
