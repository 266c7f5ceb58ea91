// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.List;
import java.util.Locale;

/** Sections of the inspector as lines of text, columns aligned. */
final class PlainText {
    private PlainText() {}

    static void append(StringBuilder text, Inspection.Part part) {
        if (!part.title().isEmpty()) {
            text.append('\n').append(part.title()).append('\n');
        }
        switch (part) {
            case Inspection.Words(String _, String words) -> text.append(words).append('\n');
            case Inspection.Hops(String _, List<Inspection.HopRow> rows) -> {
                int widest =
                        rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
                rows.forEach(row -> text.append(row.decides() ? "* " : "  ")
                        .append(padded(row.name(), widest))
                        .append("  ")
                        .append(padded(row.untranslated(), 14))
                        .append(row.translated())
                        .append('\n'));
            }
            case Inspection.Bits bits -> {
                bits.rows()
                        .forEach(row -> text.append(row.decides() ? "* " : "  ")
                                .append(row.bit())
                                .append("  ")
                                .append(padded(row.state().name().toLowerCase(Locale.ROOT), 7))
                                .append(row.name())
                                .append('\n'));
                text.append("  ").append(bits.note()).append('\n');
            }
            case Inspection.Facts(String _, List<Inspection.FactRow> rows) -> {
                int widest = rows.stream()
                        .mapToInt(row -> row.label().length())
                        .max()
                        .orElse(0);
                rows.forEach(row -> text.append("  ")
                        .append(padded(row.label(), widest))
                        .append("  ")
                        .append(row.value())
                        .append('\n'));
            }
            case Inspection.Registers(String _, List<Inspection.RegisterRow> rows) ->
                rows.forEach(row -> text.append("  ")
                        .append(row.offset())
                        .append("  ")
                        .append(row.value())
                        .append("  ")
                        .append(row.name())
                        .append('\n'));
            case Inspection.HexBytes(String _, String dump) -> text.append(dump).append('\n');
            case Inspection.Tries(String _, List<Inspection.Try> tries) ->
                tries.forEach(t -> text.append("  ")
                        .append(t.label())
                        .append(": ")
                        .append(t.result())
                        .append('\n'));
            case Inspection.Offers _ -> {}
            case Inspection.Ways(String _, List<Inspection.Way> ways) ->
                ways.forEach(way -> text.append("  ")
                        .append(way.name())
                        .append(": ")
                        .append(way.usable())
                        .append('\n'));
        }
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }
}
