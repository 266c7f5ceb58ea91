// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.peerpath.fleet.HostGroups.Group;
import org.peerpath.fleet.HostRecord;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/**
 * A line of the page of all hosts in words: what is wrong with its hosts and what they differ in from the largest group.
 *
 * @param title which hosts, beside which
 * @param why the reason; empty where all is well
 * @param rows what differs: its name, here, there
 * @param notes what else is worth knowing
 */
public record FleetWords(String title, String why, List<Row> rows, List<String> notes) {
    private static final int MOST_CHANGES = 12;
    private static final int MOST_VARIANTS = 4;

    /** One difference. */
    public record Row(String name, String here, String there) {}

    public FleetWords {
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
    }

    /** Puts a line into words. */
    public static FleetWords of(FleetPage page, FleetPage.Line line, Texts texts) {
        Optional<Group> usual = page.usual();
        boolean isUsual =
                usual.filter(group -> group.id().equals(line.group().id())).isPresent();
        String title = isUsual || usual.isEmpty()
                ? texts.say("ui.fleet.detail.alike", line.names(), line.hosts().size())
                : texts.say(
                        "ui.fleet.detail.beside",
                        line.names(),
                        usual.get().names(),
                        usual.get().hosts().size());
        List<Row> rows = new ArrayList<>();
        for (Message difference : line.group().differs()) {
            List<String> sides = difference.args().stream()
                    .map(side -> side instanceof Message message ? texts.say(message) : side.toString())
                    .toList();
            rows.add(new Row(texts.say("ui." + difference.key()), sides.getFirst(), sides.getLast()));
        }
        if (!rows.isEmpty()) {
            String same = texts.say("ui.fleet.detail.same");
            rows.add(new Row(texts.say("ui.fleet.detail.rest"), same, same));
        }
        return new FleetWords(title, page.why(line), rows, notes(line, texts));
    }

    private static List<String> notes(FleetPage.Line line, Texts texts) {
        List<String> notes = new ArrayList<>();
        variants(notes, texts, line, "fleet.kernels", HostRecord.Shown::kernel);
        variants(notes, texts, line, "fleet.command-lines", HostRecord.Shown::commandLine);
        variants(notes, texts, line, "fleet.boards", HostRecord.Shown::board);
        line.hosts().stream()
                .filter(host -> !host.changed().isEmpty())
                .limit(MOST_CHANGES)
                .forEach(
                        host -> notes.add(texts.say("fleet.changed", host.host(), String.join(" · ", host.changed()))));
        return notes;
    }

    private static void variants(
            List<String> notes, Texts texts, FleetPage.Line line, String key, Function<HostRecord.Shown, String> what) {
        List<String> all = line.group().variants(what);
        if (line.folds() && all.size() > 1) {
            notes.add(
                    texts.say(key, all.size(), all.stream().limit(MOST_VARIANTS).collect(Collectors.joining(" · "))));
        }
    }

    /** Returns all of it as lines for a ticket. */
    public String text() {
        List<String> lines = new ArrayList<>(List.of(title));
        if (!why.isEmpty()) {
            lines.add(why);
        }
        rows.forEach(row -> lines.add(row.name() + ": " + row.here() + " | " + row.there()));
        lines.addAll(notes);
        return String.join("\n", lines) + "\n";
    }
}
