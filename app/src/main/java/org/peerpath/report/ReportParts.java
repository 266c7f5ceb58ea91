// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.measured.Measured;
import org.peerpath.measured.ThreeRows;
import org.peerpath.path.PathReport;
import org.peerpath.path.VerdictText;
import org.peerpath.pci.AcsBit;
import org.peerpath.program.Version;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.text.Texts;

/** What Markdown and HTML both say, in one language, not yet escaped. */
final class ReportParts {
    private final Answer answer;
    private final Texts texts;

    ReportParts(Answer answer, Texts texts) {
        this.answer = answer;
        this.texts = texts;
    }

    String title() {
        return texts.say(
                "report.title",
                answer.host().snapshot().origin().host(),
                texts.say("scenario." + answer.scenario().id()));
    }

    String summary() {
        return texts.say("report.summary", answer.state().sentence(), CheckText.summary(answer, texts));
    }

    String name(Address function) {
        return texts.say(answer.labels().shortName(function));
    }

    List<Address> requesters() {
        return answer.paths().stream()
                .map(PathReport::requester)
                .distinct()
                .sorted()
                .toList();
    }

    List<Address> targets() {
        return answer.paths().stream()
                .map(PathReport::target)
                .distinct()
                .sorted()
                .toList();
    }

    Optional<PathReport> path(Address requester, Address target) {
        return answer.paths().stream()
                .filter(p -> p.requester().equals(requester) && p.target().equals(target))
                .findFirst();
    }

    /** The word that the picture and its legend have for a verdict. */
    String verdict(PathReport path) {
        return texts.say("diagram.verdict." + path.verdict().id());
    }

    String sentence(PathReport path) {
        return texts.say(
                "check.path",
                answer.labels().requester(path),
                answer.labels().shortName(path.target()),
                VerdictText.of(answer.host(), path));
    }

    /** What was measured on the paths, each with its sentence. */
    List<String> measured() {
        return answer.paths().stream()
                .flatMap(path -> answer.measured(path).stream())
                .map(result -> MeasuredNotes.text(result, texts) + ". " + texts.say(result.message()))
                .toList();
    }

    /** TCP, RDMA and GPUDirect RDMA of each pair of which at least two were measured: a line of headings, then one a pair. */
    List<List<String>> rows() {
        List<ThreeRows> all = answer.measured().map(ThreeRows::of).orElse(List.of());
        if (all.isEmpty()) {
            return List.of();
        }
        List<List<String>> lines = new ArrayList<>();
        lines.add(Stream.of("measured.pair", "measured.row.tcp", "measured.row.rdma", "measured.row.gpudirect")
                .map(texts::say)
                .toList());
        for (ThreeRows rows : all) {
            lines.add(List.of(
                    texts.say(
                            "finding.pair",
                            answer.labels().shortName(rows.requester()),
                            answer.labels().shortName(rows.target())),
                    row(rows.tcp()),
                    row(rows.rdma()),
                    row(rows.gpudirect())));
        }
        return lines;
    }

    private String row(Optional<Measured> result) {
        return result.map(measured -> MeasuredNotes.text(measured, texts))
                .orElseGet(() -> texts.say("measured.row.none"));
    }

    /** How the host was read: what the source was taken for, when, and what was not understood. */
    List<String> reading() {
        Origin origin = answer.host().snapshot().origin();
        List<String> lines = new ArrayList<>();
        lines.add(texts.say("report.source", origin.source()));
        lines.add(texts.say(
                "show.recognised",
                texts.say("source-kind." + origin.kind().id()),
                answer.host().topology().functions().size()));
        origin.readAt().ifPresent(time -> lines.add(texts.say("show.read-at", time.toString())));
        for (Note note : answer.host().snapshot().notes()) {
            String place = note.line() > 0 ? note.place() + ":" + note.line() : note.place();
            lines.add(texts.say("show.note", place, texts.say(note.what())));
        }
        answer.host().topology().notes().forEach(note -> lines.add(texts.say(note)));
        Version.ofProgram().ifPresent(version -> lines.add(texts.say("report.made-by", version)));
        lines.add(Stream.of(AcsBit.values())
                        .map(bit -> bit.name() + " = "
                                + texts.say("acs-bit.name." + bit.name().toLowerCase(Locale.ROOT)))
                        .collect(Collectors.joining(", "))
                + ".");
        return lines;
    }
}
