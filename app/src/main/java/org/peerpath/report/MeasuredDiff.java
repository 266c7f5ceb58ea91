// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.advice.Labels;
import org.peerpath.diagram.PathKey;
import org.peerpath.measured.Measured;
import org.peerpath.measured.Measurements;
import org.peerpath.path.PathReport;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What was measured on a host before and after something was changed on it, pair by pair. */
public final class MeasuredDiff {
    private MeasuredDiff() {}

    /** A pair with the figure of each side; one may be missing. */
    private record Row(PathKey pair, Optional<Measured> before, Optional<Measured> after) {}

    private static List<Row> rows(Measurements before, Measurements after) {
        Set<PathKey> pairs = new LinkedHashSet<>();
        for (Measurements side : List.of(before, after)) {
            side.results().stream()
                    .filter(result -> result.state().isPresent())
                    .flatMap(result -> result.path().stream())
                    .map(PathKey::of)
                    .forEach(pairs::add);
        }
        List<Row> rows = new ArrayList<>();
        for (PathKey pair : pairs) {
            rows.add(new Row(
                    pair, before.of(pair.requester(), pair.target()), after.of(pair.requester(), pair.target())));
        }
        return rows;
    }

    /** Returns a line for each pair that was measured before or after. */
    public static String text(Measurements before, Measurements after, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        Labels labels = Labels.of(after.host());
        for (Row row : rows(before, after)) {
            page.line(page.say(
                    "measured.diff",
                    page.say(
                            "finding.pair",
                            labels.shortName(row.pair().requester()),
                            labels.shortName(row.pair().target())),
                    said(row.before(), texts),
                    said(row.after(), texts)));
        }
        return page.toString();
    }

    private static String said(Optional<Measured> side, Texts texts) {
        return side.map(result -> {
                    String verdict = result.path()
                            .map(PathReport::verdict)
                            .map(known -> texts.say("ui.verdict.short." + known.id()))
                            .orElse("?");
                    return MeasuredNotes.text(result, texts) + ", " + verdict;
                })
                .orElseGet(() -> texts.say("measured.diff.none"));
    }

    /** Adds {@code measured}: for each pair {@code before} and {@code after} as in {@code peerpath.measured/1}, or null. */
    public static void put(ObjectNode root, Measurements before, Measurements after) {
        ArrayNode list = root.putArray("measured");
        for (Row row : rows(before, after)) {
            ObjectNode pair = list.addObject();
            pair.put("requester", row.pair().requester().toString());
            pair.put("target", row.pair().target().toString());
            put(pair, "before", row.before());
            put(pair, "after", row.after());
        }
    }

    private static void put(ObjectNode pair, String side, Optional<Measured> figure) {
        figure.ifPresentOrElse(result -> pair.set(side, MeasuredJson.result(result)), () -> pair.putNull(side));
    }
}
