// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.measured.Measured;
import org.peerpath.measured.MeasuredState;
import org.peerpath.path.Bottleneck;
import org.peerpath.path.Decision;
import org.peerpath.path.PathReport;
import org.peerpath.text.Texts;

/** The paths as comma-separated values (RFC 4180), one a line below a line of names, each with the host's state. */
final class CsvExport {
    private static final List<String> NAMES = List.of(
            "host",
            "scenario",
            "requester",
            "requester_name",
            "target",
            "target_name",
            "nearest",
            "proximity",
            "common_switch",
            "deciding_function",
            "untranslated",
            "translated",
            "ats",
            "verdict",
            "isolation",
            "decided_by",
            "rule",
            "acs_control",
            "slowest_link_port",
            "gigabytes_per_second",
            "host_state",
            "host_worst");

    /** Only where something was measured. */
    private static final List<String> MEASURED =
            List.of("measured_gigabytes_per_second", "expected_gigabytes_per_second", "measured_state");

    private CsvExport() {}

    static String of(Answer answer) {
        StringBuilder out = new StringBuilder();
        List<String> names = new ArrayList<>(NAMES);
        answer.measured().ifPresent(all -> names.addAll(MEASURED));
        out.append(Csv.line(names));
        if (answer.paths().isEmpty()) {
            out.append(Csv.line(withoutPaths(answer, names)));
        }
        for (PathReport path : answer.paths()) {
            Optional<Decision> decision = path.decidingRoute().decidedBy();
            Optional<Bottleneck> slowest = path.bottleneck();
            List<String> cells = new ArrayList<>(List.of(
                    answer.host().snapshot().origin().host(),
                    path.scenario().id(),
                    path.requester().toString(),
                    Texts.ENGLISH.say(answer.labels().shortName(path.requester())),
                    path.target().toString(),
                    Texts.ENGLISH.say(answer.labels().shortName(path.target())),
                    Boolean.toString(path.nearest()),
                    path.proximity().id(),
                    text(path.commonSwitch()),
                    path.decidingFunction().toString(),
                    path.untranslated().outcome().id(),
                    path.translated().outcome().id(),
                    path.ats().state().id(),
                    path.verdict().id(),
                    path.isolation().isolation().id()));
            cells.add(text(decision.map(Decision::port)));
            cells.add(text(decision.map(d -> d.rule().name())));
            cells.add(text(decision.flatMap(d -> d.control().asOptional()).map(Json::word)));
            cells.add(text(slowest.map(Bottleneck::port)));
            cells.add(text(slowest.map(s -> String.format(Locale.ROOT, "%.1f", s.gigabytesPerSecond()))));
            cells.addAll(state(answer));
            answer.measured().ifPresent(all -> cells.addAll(measured(answer.measured(path))));
            out.append(Csv.line(cells));
        }
        return out.toString();
    }

    /** The host's state and what is worst about it: the same in every line, so that no line looks fine alone. */
    private static List<String> state(Answer answer) {
        return List.of(
                answer.state().level().id(),
                answer.state()
                        .worst()
                        .map(worst -> Texts.ENGLISH.say(worst.message()))
                        .orElse(""));
    }

    /** A host without any path has one line, which says only how the host is. */
    private static List<String> withoutPaths(Answer answer, List<String> names) {
        List<String> cells = new ArrayList<>(Collections.nCopies(names.size(), ""));
        cells.set(names.indexOf("host"), answer.host().snapshot().origin().host());
        cells.set(names.indexOf("scenario"), answer.scenario().id());
        cells.set(names.indexOf("host_state"), state(answer).getFirst());
        cells.set(names.indexOf("host_worst"), state(answer).getLast());
        return cells;
    }

    private static List<String> measured(Optional<Measured> result) {
        return List.of(
                text(result.map(
                        r -> String.format(Locale.ROOT, "%.3f", r.figure().gigabytesPerSecond()))),
                text(result.flatMap(Measured::expected).map(e -> String.format(Locale.ROOT, "%.3f", e))),
                text(result.flatMap(Measured::state).map(MeasuredState::id)));
    }

    private static String text(Optional<?> value) {
        return value.map(Object::toString).orElse("");
    }
}
