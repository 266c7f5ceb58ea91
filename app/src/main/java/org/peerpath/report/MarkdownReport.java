// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.peerpath.advice.Evidence;
import org.peerpath.advice.Finding;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Format;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** The report as Markdown (CommonMark with tables), its picture as a Mermaid chart, for tickets and wikis. */
public final class MarkdownReport {
    private static final String SPECIAL = "\\`*_{}[]()#+-.!|~<>&$:@^=\"'";

    private final StringBuilder out = new StringBuilder(16 * 1024);
    private final Answer answer;
    private final Texts texts;
    private final ReportParts parts;

    private MarkdownReport(Answer answer, Texts texts) {
        this.answer = answer;
        this.texts = texts;
        this.parts = new ReportParts(answer, texts);
    }

    static String of(Answer answer, ExportOptions options) {
        return new MarkdownReport(answer, options.texts()).write(options);
    }

    private String write(ExportOptions options) {
        out.append("# ").append(escape(parts.title())).append("\n\n");
        out.append(escape(parts.summary())).append("\n");
        matrix();
        heading("report.paths");
        for (PathReport path : answer.nearest()) {
            item(Signs.verdict(path.verdict()) + " " + parts.sentence(path));
        }
        if (!parts.measured().isEmpty()) {
            heading("report.measured");
            parts.measured().forEach(this::item);
        }
        rows();
        findings();
        heading("report.diagram");
        fenced("mermaid", mermaid(options));
        heading("report.how-read");
        parts.reading().forEach(this::item);
        return out.toString();
    }

    private String mermaid(ExportOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Exporter.write(Format.MERMAID, answer.host(), answer.paths(), options, bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** What one NIC and one GPU reach by TCP, by RDMA and with GPUDirect. */
    private void rows() {
        List<List<String>> rows = parts.rows();
        if (rows.isEmpty()) {
            return;
        }
        heading("report.rows");
        tableRow(rows.getFirst());
        out.append('|').append("---|".repeat(rows.getFirst().size())).append('\n');
        rows.subList(1, rows.size()).forEach(this::tableRow);
    }

    private void tableRow(List<String> cells) {
        out.append('|');
        cells.forEach(cell -> out.append(' ').append(escape(cell)).append(" |"));
        out.append('\n');
    }

    private void heading(String key) {
        out.append("\n## ").append(escape(texts.say(key))).append("\n\n");
    }

    private void item(String text) {
        out.append("- ").append(escape(text)).append('\n');
    }

    private void matrix() {
        List<Address> targets = parts.targets();
        if (targets.isEmpty()) {
            return;
        }
        heading("report.matrix");
        out.append("| |");
        targets.forEach(
                target -> out.append(' ').append(escape(parts.name(target))).append(" |"));
        out.append("\n|---|").append("---|".repeat(targets.size())).append('\n');
        for (Address requester : parts.requesters()) {
            out.append("| ").append(escape(parts.name(requester))).append(" |");
            for (Address target : targets) {
                out.append(' ')
                        .append(parts.path(requester, target)
                                .map(path -> Signs.verdict(path.verdict()) + " "
                                        + escape(parts.verdict(path)) + " "
                                        + path.proximity().label())
                                .orElse(""))
                        .append(" |");
            }
            out.append('\n');
        }
        out.append('\n').append(escape(texts.say("report.proximity"))).append('\n');
    }

    private void findings() {
        heading("report.findings");
        if (answer.findings().isEmpty()) {
            out.append(escape(texts.say("report.no-findings"))).append('\n');
        }
        for (Finding finding : answer.findings()) {
            out.append("### ")
                    .append(escape(texts.say("severity." + finding.severity().id())))
                    .append(": ")
                    .append(escape(finding.id().id()))
                    .append("\n\n")
                    .append(escape(texts.say(finding.message())))
                    .append("\n\n");
            for (Evidence evidence : finding.evidence()) {
                out.append("- **")
                        .append(escape(evidence.what()))
                        .append("** ")
                        .append(escape(texts.say(evidence.value())))
                        .append(" (")
                        .append(escape(texts.say(evidence.where())))
                        .append(")\n");
            }
            out.append("\n→ ").append(escape(texts.say(finding.remedy()))).append("\n\n");
            if (!finding.commands().isEmpty()) {
                fenced("sh", String.join("\n", finding.commands()) + "\n");
                out.append('\n');
            }
        }
    }

    /** Between fences longer than any run of back quotes inside. */
    private void fenced(String language, String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(Math.max(3, longest + 1));
        out.append(fence)
                .append(language)
                .append('\n')
                .append(text)
                .append(fence)
                .append('\n');
    }

    /** Everything that Markdown, tables or HTML could take for markup, behind a backslash or as an entity. */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                // An address or a path as it is: inside a word these do nothing.
                case '.', ':', '-', '(', ')', '\'', '"', '=', '+' -> out.append(c);
                case '\n', '\r' -> out.append(' ');
                default -> {
                    if (SPECIAL.indexOf(c) >= 0) {
                        out.append('\\');
                    }
                    out.append(c);
                }
            }
        }
        return out.toString();
    }
}
