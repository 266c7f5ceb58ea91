// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.advice.Labels;
import org.peerpath.measured.Amounts;
import org.peerpath.measured.Measured;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.TestCommands;
import org.peerpath.measured.ThreeRows;
import org.peerpath.measured.read.DataCheck;
import org.peerpath.measured.read.Readout;
import org.peerpath.measured.read.Tool;
import org.peerpath.model.HostModel;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** {@code measured} as text: what each test reached, and what that says; of a sweep its largest figure. */
public final class MeasuredText {
    /** Pairs of which the same can be said are not told one by one. */
    private static final int MOST_ALIKE = 8;

    /** A figure that says something about a path comes before those that do not, then the larger one. */
    private static final Comparator<Measured> BEST = Comparator.comparing(
                    (Measured result) -> result.state().isPresent())
            .thenComparingDouble(result -> result.figure().gigabytesPerSecond());

    private static final List<String> ROWS = List.of("measured.row.tcp", "measured.row.rdma", "measured.row.gpudirect");

    private static final int MOST_OBSERVATIONS = 24;

    private final Measurements measurements;
    private final TextPage page;
    private final Labels labels;

    private MeasuredText(Measurements measurements, Texts texts, Ink ink) {
        this.measurements = measurements;
        this.page = new TextPage(texts, ink);
        this.labels = Labels.of(measurements.host());
    }

    public static String of(Measurements measurements, Texts texts, Ink ink) {
        MeasuredText text = new MeasuredText(measurements, texts, ink);
        measurements.readouts().forEach(text::file);
        text.rows();
        text.slowest();
        CheckText.findings(text.page, measurements.findings());
        return text.page.toString();
    }

    /** The commands that measure pairs of a host: server first, then client, for each of the three rows. */
    public static String commands(HostModel host, List<TestCommands> all, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        Labels labels = Labels.of(host);
        if (all.isEmpty()) {
            page.line(page.say("measured.commands.none"));
        }
        for (TestCommands commands : all) {
            page.line(ink.strong(page.say(
                    "finding.pair", labels.shortName(commands.requester()), labels.shortName(commands.target()))));
            for (int i = 0; i < ROWS.size(); i++) {
                page.line("  # " + page.say("measured.commands.server", page.say(ROWS.get(i))));
                page.line("  " + commands.server().get(i));
                page.line("  # " + page.say("measured.commands.client"));
                page.line("  " + commands.client().get(i));
            }
            page.blank();
        }
        return page.line(page.say("measured.commands.note")).toString();
    }

    /** Of several pairs the one that falls shortest of what it could carry. */
    private void slowest() {
        List<Measured> pairs = measurements.perPair();
        if (pairs.size() > 1) {
            measurements
                    .slowest()
                    .ifPresent(least -> page.line(page.say(
                            "measured.slowest",
                            Integer.toString(pairs.size()),
                            page.say(
                                    "finding.pair",
                                    labels.shortName(least.path().orElseThrow().requester()),
                                    labels.shortName(least.path().orElseThrow().target())),
                            MeasuredNotes.text(least, page.texts()))));
        }
    }

    /** Figures that are shown as one: the same run of the same test. */
    private record Group(int run, String test) {}

    private void file(Readout readout) {
        String tools = readout.tools().stream().sorted().map(Tool::id).collect(Collectors.joining(", "));
        page.line(page.ink().strong(page.say("measured.file", readout.name(), tools)));
        Map<Group, List<Measured>> groups = new LinkedHashMap<>();
        measurements.results().stream()
                .filter(result -> result.file().equals(readout.name()))
                .forEach(result -> groups.computeIfAbsent(
                                new Group(
                                        result.figure().printed().run(),
                                        result.figure().test()),
                                g -> new ArrayList<>())
                        .add(result));
        groups.forEach((group, results) -> group(group, results));
        readout.observations().stream()
                .limit(MOST_OBSERVATIONS)
                .forEach(observation -> page.line("  " + page.say(observation.message())));
        int left = readout.observations().size() - MOST_OBSERVATIONS;
        if (left > 0) {
            page.line("  " + page.say("measured.more", Integer.toString(left)));
        }
        page.blank();
    }

    private void group(Group group, List<Measured> results) {
        Map<String, Measured> best = new LinkedHashMap<>();
        List<Measured> others = new ArrayList<>();
        for (Measured result : results) {
            if (result.requester().isEmpty() && result.target().isEmpty()) {
                others.add(result);
            } else {
                best.merge(
                        result.requester() + " " + result.target(),
                        result,
                        (one, other) -> BEST.compare(one, other) >= 0 ? one : other);
            }
        }
        String test = group.test().isEmpty() ? page.say("measured.test-unknown") : group.test();
        Map<String, List<Measured>> alike = new LinkedHashMap<>();
        best.values().stream()
                .sorted(Comparator.comparingInt(MeasuredText::weight))
                .forEach(result -> alike.computeIfAbsent(result.message().key(), k -> new ArrayList<>())
                        .add(result));
        alike.values().forEach(same -> {
            if (same.size() > MOST_ALIKE) {
                others(test, same);
            } else {
                same.forEach(result -> one(test, result));
            }
        });
        if (!others.isEmpty()) {
            others(test, others);
        }
    }

    /** What needs a person comes first. */
    private static int weight(Measured result) {
        return result.agrees().map(agrees -> agrees ? 1 : 0).orElse(2);
    }

    private void one(String test, Measured result) {
        page.line("  " + test + "  " + ends(result) + "  " + page.ink().strong(amount(result)) + "  "
                + page.say(check(result.figure().check())));
        page.line("    " + page.say(result.message()));
        result.next().forEach(step -> page.line("    → " + page.say(step)));
    }

    private void others(String test, List<Measured> others) {
        double least = others.stream()
                .mapToDouble(r -> r.figure().gigabytesPerSecond())
                .min()
                .orElse(0);
        Measured most = others.stream()
                .max(Comparator.comparingDouble(r -> r.figure().gigabytesPerSecond()))
                .orElseThrow();
        String range = others.size() == 1
                ? page.say("measured.amount", Amounts.gigabytes(least))
                : page.say(
                        "measured.range",
                        Amounts.gigabytes(least),
                        Amounts.gigabytes(most.figure().gigabytesPerSecond()),
                        Integer.toString(others.size()));
        page.line("  " + test + "  " + page.ink().strong(range) + "  "
                + page.say(check(most.figure().check())));
        page.line("    " + page.say(most.message()));
    }

    private String amount(Measured result) {
        return MeasuredNotes.text(result, page.texts());
    }

    private String ends(Measured result) {
        Optional<Message> from = result.requester().map(labels::shortName);
        Optional<Message> to = result.target().map(labels::shortName);
        if (from.isPresent() && to.isPresent()) {
            return page.say("finding.pair", from.get(), to.get());
        }
        return from.or(() -> to).map(page::say).orElse("");
    }

    private static String check(DataCheck check) {
        return switch (check) {
            case PASSED -> "measured.check.passed";
            case FAILED -> "measured.check.failed";
            case NOT_MADE -> "measured.check.not-made";
            case UNSAID -> "measured.check.unsaid";
        };
    }

    private void rows() {
        for (ThreeRows rows : ThreeRows.of(measurements)) {
            page.line(page.ink()
                    .strong(page.say(
                            "finding.pair", labels.shortName(rows.requester()), labels.shortName(rows.target()))));
            page.columns(
                    "  ",
                    List.of(
                            row("measured.row.tcp", rows.tcp()),
                            row("measured.row.rdma", rows.rdma()),
                            row("measured.row.gpudirect", rows.gpudirect())));
            page.blank();
        }
    }

    private List<String> row(String key, Optional<Measured> result) {
        return List.of(page.say(key), result.map(this::amount).orElseGet(() -> page.say("measured.row.none")));
    }
}
