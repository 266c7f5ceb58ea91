// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.path.Bottleneck;
import org.peerpath.path.Decision;
import org.peerpath.path.PathReport;
import org.peerpath.text.Texts;

/** The paths as comma-separated values (RFC 4180), one a line below a line of names. */
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
            "gigabytes_per_second");

    private CsvExport() {}

    static String of(Answer answer) {
        StringBuilder out = new StringBuilder();
        line(out, NAMES);
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
            line(out, cells);
        }
        return out.toString();
    }

    private static String text(Optional<?> value) {
        return value.map(Object::toString).orElse("");
    }

    private static void line(StringBuilder out, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            out.append(i == 0 ? "" : ",").append(cell(cells.get(i)));
        }
        out.append("\r\n");
    }

    /** Quoted where needed. A name that a spreadsheet would take for a formula gets an apostrophe, as it asks for. */
    static String cell(String text) {
        String safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
