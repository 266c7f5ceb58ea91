// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.path.Outcome;
import org.peerpath.text.Message;

/** All open hosts as rows, those alike in one: with forty of them the one that differs is what matters. */
public final class HostTable {
    private HostTable() {}

    /**
     * Hosts whose pairs have the same verdicts, or which are in the same state.
     *
     * @param hosts all of them; one or more
     * @param withoutRoot whether they were read without root, so that something is unknown for that reason
     * @param line what is said of each
     */
    public record Row(
            List<HostEntry> hosts, Optional<Outcome> worst, int inside, int pairs, boolean withoutRoot, Message line) {
        public Row {
            hosts = List.copyOf(hosts);
        }
    }

    private record Alike(Optional<Summary> summary, boolean withoutRoot, String state, Optional<Message> trouble) {
        static Alike not(String state, Optional<Message> trouble) {
            return new Alike(Optional.empty(), false, state, trouble);
        }

        /** How many files were not read is told apart by nobody: hosts differ in it by a sound card. */
        static Alike read(Optional<Summary> summary) {
            boolean withoutRoot = summary.filter(s -> s.withoutRoot() > 0).isPresent();
            return new Alike(summary.map(s -> s.withoutRoot(0)), withoutRoot, "ready", Optional.empty());
        }
    }

    /** The rows: few hosts first, since they are the ones that differ. */
    public static List<Row> of(List<HostEntry> entries, boolean fold) {
        Map<Alike, List<HostEntry>> alike = new LinkedHashMap<>();
        List<Row> rows = new ArrayList<>();
        for (HostEntry entry : entries) {
            if (fold) {
                alike.computeIfAbsent(alike(entry), key -> new ArrayList<>()).add(entry);
            } else {
                rows.add(row(List.of(entry), alike(entry)));
            }
        }
        alike.forEach((key, hosts) -> rows.add(row(hosts, key)));
        if (fold) {
            rows.sort((one, other) ->
                    Integer.compare(one.hosts().size(), other.hosts().size()));
        }
        return rows;
    }

    private static Alike alike(HostEntry entry) {
        return switch (entry.stateProperty().get()) {
            case HostEntry.State.Reading _ -> Alike.not("reading", Optional.empty());
            case HostEntry.State.Failed(Message why, String _) -> Alike.not("failed", Optional.of(why));
            case HostEntry.State.Gone(Message why) -> Alike.not("gone", Optional.of(why));
            case HostEntry.State.Ready() -> Alike.read(entry.summaryProperty().get());
        };
    }

    private static Row row(List<HostEntry> hosts, Alike key) {
        Message line =
                key.trouble().or(() -> key.summary().map(Summary::text)).orElseGet(() -> Message.of("ui.host.reading"));
        return new Row(
                hosts,
                key.summary().flatMap(Summary::worst),
                key.summary().map(Summary::inside).orElse(0),
                key.summary().map(Summary::pairs).orElse(0),
                key.withoutRoot(),
                line);
    }

    /** "31 hosts alike, 1 differs: gpu-node-07"; empty where there is nothing to compare. */
    public static Optional<Message> headline(List<HostEntry> entries) {
        List<Row> rows = of(entries, true);
        if (entries.size() < 2) {
            return Optional.empty();
        }
        if (rows.size() == 1) {
            return Optional.of(Message.of("ui.hosts.all-alike", entries.size()));
        }
        Row most = rows.getLast();
        if (rows.size() == 2
                && rows.getFirst().hosts().size() == 1
                && most.hosts().size() > 1) {
            return Optional.of(Message.of(
                    "ui.hosts.one-differs",
                    most.hosts().size(),
                    rows.getFirst().hosts().getFirst().nameProperty().get()));
        }
        return Optional.of(Message.of("ui.hosts.kinds", entries.size(), rows.size()));
    }
}
