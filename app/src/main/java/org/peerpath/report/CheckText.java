// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.advice.Finding;
import org.peerpath.advice.HostState;
import org.peerpath.path.Outcome;
import org.peerpath.path.PairKind;
import org.peerpath.path.PathReport;
import org.peerpath.path.VerdictText;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** {@code check} as text: a whole page for one source, one line each for many. */
public final class CheckText {
    /** More columns than this and a matrix no longer fits a terminal. */
    private static final int MATRIX_COLUMNS = 16;

    private CheckText() {}

    /** The page for one source. */
    public static String of(Answer answer, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        head(page, answer);
        RegisterLines.write(page, answer);
        matrix(page, answer);
        nearest(page, answer);
        besides(page, answer);
        ToolLabelLines.write(page, answer);
        findings(page, answer.findings());
        page.blank().line(ink.state(answer.state().level(), closing(answer, texts)));
        return page.toString();
    }

    /** The line for one of many sources. */
    public static String line(Answer answer, Texts texts, Ink ink) {
        return answer.host().snapshot().origin().source() + ": "
                + ink.state(answer.state().level(), closing(answer, texts));
    }

    /** "Broken: 7 of 8 nearest pairs inside the switch; 1 error". */
    private static String closing(Answer answer, Texts texts) {
        return texts.say("check.closing", answer.state().level().word(), summary(answer, texts));
    }

    /** "8 of 8 nearest pairs inside the switch; 0 errors, 0 warnings". */
    static String summary(Answer answer, Texts texts) {
        List<PathReport> nearest = answer.nearest();
        if (nearest.isEmpty()) {
            return texts.say("check.no-pairs", answer.nics(), answer.gpus());
        }
        long inside = nearest.stream()
                .filter(path -> path.verdict() == Outcome.INSIDE_SWITCH)
                .count();
        return texts.say(
                "check.summary",
                inside,
                nearest.size(),
                count(answer, Severity.ERROR),
                count(answer, Severity.WARNING));
    }

    /** "NVMe–GPU: 3 of 64 pairs inside the switch", for each kind of pair that was asked for besides. */
    private static List<Message> besides(Answer answer) {
        return Arrays.stream(PairKind.values())
                .flatMap(kind -> {
                    List<PathReport> paths = answer.besides().stream()
                            .filter(path -> path.pair() == kind)
                            .toList();
                    long inside = paths.stream()
                            .filter(path -> path.verdict() == Outcome.INSIDE_SWITCH)
                            .count();
                    return answer.asks(kind) && !kind.counts(answer.host().topology())
                            ? Stream.of(Message.of("check.besides." + kind.id(), inside, paths.size()))
                            : Stream.empty();
                })
                .toList();
    }

    private static void besides(TextPage page, Answer answer) {
        List<Message> kinds = besides(answer);
        if (!kinds.isEmpty()) {
            verdicts(page, answer, answer.besides());
            kinds.forEach(kind -> page.line(page.say(kind)));
        }
    }

    private static long count(Answer answer, Severity severity) {
        return answer.findings().stream().filter(f -> f.severity() == severity).count();
    }

    static void head(TextPage page, Answer answer) {
        Origin origin = answer.host().snapshot().origin();
        HostState state = answer.state();
        page.line(page.ink().strong(origin.host()) + "  "
                + page.say("scenario." + answer.scenario().id()) + "  "
                + page.ink().state(state.level(), page.say(state.sentence())));
        page.line(page.say(
                "show.recognised",
                page.say("source-kind." + origin.kind().id()),
                answer.host().topology().functions().size()));
        origin.readAt().ifPresent(time -> page.line(page.say("show.read-at", time.toString())));
        for (Note note : answer.host().snapshot().notes()) {
            page.line(page.ink().faint(page.say("show.note", place(note), page.say(note.what()))));
        }
        answer.host().topology().notes().forEach(note -> page.line(page.ink().faint(page.say(note))));
    }

    private static String place(Note note) {
        return note.line() > 0 ? note.place() + ":" + note.line() : note.place();
    }

    static void matrix(TextPage page, Answer answer) {
        TreeSet<Address> targets = new TreeSet<>();
        TreeSet<Address> requesters = new TreeSet<>();
        answer.paths().forEach(path -> {
            targets.add(path.target());
            requesters.add(path.requester());
        });
        if (targets.isEmpty() || targets.size() > MATRIX_COLUMNS) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of(""));
        targets.forEach(target -> header.add(page.say(answer.labels().shortName(target))));
        rows.add(header);
        for (Address requester : requesters) {
            List<String> row = new ArrayList<>(List.of(page.say(answer.labels().shortName(requester))));
            for (Address target : targets) {
                row.add(answer.paths().stream()
                        .filter(path -> path.requester().equals(requester)
                                && path.target().equals(target))
                        .findFirst()
                        .map(path -> page.ink().verdict(path.verdict(), Signs.verdict(path.verdict())) + " "
                                + path.proximity().label())
                        .orElse(""));
            }
            rows.add(row);
        }
        page.blank().columns("  ", rows);
        page.line("  " + page.ink().faint(page.say("show.matrix-legend")));
    }

    static void nearest(TextPage page, Answer answer) {
        if (answer.nearest().isEmpty()) {
            page.blank().line(page.say("check.no-pairs", answer.nics(), answer.gpus()));
        }
        verdicts(page, answer, answer.nearest());
    }

    private static void verdicts(TextPage page, Answer answer, List<PathReport> paths) {
        if (!paths.isEmpty()) {
            page.blank();
        }
        for (PathReport path : paths) {
            page.line(page.ink().verdict(path.verdict(), Signs.verdict(path.verdict())) + " "
                    + sentence(page, answer, path));
        }
    }

    static String sentence(TextPage page, Answer answer, PathReport path) {
        return page.say(
                "check.path",
                answer.labels().requester(path),
                answer.labels().shortName(path.target()),
                VerdictText.of(answer.host(), path));
    }

    static void findings(TextPage page, List<Finding> findings) {
        if (findings.isEmpty()) {
            return;
        }
        page.blank();
        for (Finding finding : findings) {
            String word = page.say("severity." + finding.severity().id());
            page.line(page.ink().severity(finding.severity(), word) + "  "
                    + page.ink().strong(finding.id().id()) + "  " + page.say(finding.message()));
            finding.evidence().forEach(e -> page.line("    " + page.ink().faint(page.say(e.text()))));
            page.line("    → " + page.say(finding.remedy()));
            finding.commands().forEach(command -> page.line("      $ " + command));
        }
    }
}
