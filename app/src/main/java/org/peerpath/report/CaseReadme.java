// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.text.Texts;

/** The first page of a case file: what is in it, where it came from, and what was left out. */
final class CaseReadme {
    private static final List<String> FILES = List.of(
            "findings.txt",
            "check.json",
            "settings.md",
            "firmware.md",
            "log.txt",
            "stacks.txt",
            "reproducer.md",
            "before-after.md",
            "diagram.svg",
            "diagram.png",
            "snapshot.json");

    private CaseReadme() {}

    static String of(Answer answer, Optional<CaseLog> log, boolean redacted, Texts texts) {
        ReportParts parts = new ReportParts(answer, texts);
        List<String> lines = new ArrayList<>();
        lines.add("# "
                + MarkdownReport.escape(texts.say(
                        "case.title", answer.host().snapshot().origin().host())));
        lines.add("");
        lines.add(MarkdownReport.escape(parts.summary()));
        lines.add("");
        parts.reading().forEach(line -> lines.add("- " + MarkdownReport.escape(line)));
        lines.add("- "
                + MarkdownReport.escape(
                        texts.say("scenario." + answer.scenario().id())));
        lines.add("- " + MarkdownReport.escape(texts.say(redacted ? "case.redacted" : "case.not-redacted")));
        lines.add("");
        lines.add("| | |");
        lines.add("|---|---|");
        for (String file : FILES) {
            boolean there = log.isPresent() || !(file.equals("log.txt") || file.equals("stacks.txt"));
            lines.add("| " + file + " | "
                    + MarkdownReport.escape(texts.say(there ? "case.file." + file : "case.no-log")) + " |");
        }
        return String.join("\n", lines) + "\n";
    }
}
