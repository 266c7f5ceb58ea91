// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.peerpath.advice.Evidence;
import org.peerpath.advice.Finding;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Layout;
import org.peerpath.diagram.Markup;
import org.peerpath.diagram.Theme;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** The report as one HTML page: picture, matrix, findings, evidence; no network, no script. */
final class HtmlReport {
    private static final String STYLE = "/org/peerpath/report/report.css";

    /** Longer names of functions are clipped at the table's edges; their tooltips have the whole. */
    private static final int LONGEST_NAME = 40;

    private final StringBuilder out = new StringBuilder(256 * 1024);
    private final Answer answer;
    private final ExportOptions options;
    private final Texts texts;
    private final ReportParts parts;

    private HtmlReport(Answer answer, ExportOptions options) {
        this.answer = answer;
        this.options = options;
        this.texts = options.texts();
        this.parts = new ReportParts(answer, texts);
    }

    static String of(Answer answer, ExportOptions options) {
        return new HtmlReport(answer, options).write();
    }

    private String write() {
        out.append("<!DOCTYPE html>\n<html lang=\"")
                .append(Markup.escape(texts.locale().toLanguageTag()))
                .append("\" class=\"")
                .append(options.theme().id())
                .append("\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
                .append("<meta name=\"color-scheme\" content=\"")
                .append(options.theme() == Theme.DARK ? "dark" : "light")
                .append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(Markup.escape(parts.title()))
                .append("</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<main>\n");
        element("h1", "", parts.title());
        element("p", "summary", parts.summary());
        picture();
        matrix();
        heading("report.paths");
        out.append("<ul class=\"paths\">\n");
        answer.nearest().forEach(this::path);
        out.append("</ul>\n");
        findings();
        heading("report.how-read");
        out.append("<ul class=\"reading\">\n");
        parts.reading().forEach(line -> element("li", "", line));
        out.append("</ul>\n</main>\n</body>\n</html>\n");
        return out.toString();
    }

    private void picture() {
        out.append("<figure>\n")
                .append(Exporter.svgElement(Layout.of(answer.host(), answer.paths(), options.layout(), texts), options))
                .append("</figure>\n");
    }

    private void path(PathReport path) {
        out.append("<li class=\"").append(path.verdict().id()).append("\"><span class=\"sign\">");
        out.append(Signs.verdict(path.verdict())).append("</span> ");
        out.append(Markup.escape(parts.sentence(path))).append("</li>\n");
    }

    private void matrix() {
        List<Address> targets = parts.targets();
        if (targets.isEmpty()) {
            return;
        }
        heading("report.matrix");
        out.append("<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><td></td>");
        targets.forEach(target -> header("col", target));
        out.append("</tr></thead>\n<tbody>\n");
        for (Address requester : parts.requesters()) {
            out.append("<tr>");
            header("row", requester);
            for (Address target : targets) {
                cell(requester, target);
            }
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table></div>\n");
        element("p", "source", texts.say("report.proximity"));
    }

    private void header(String scope, Address function) {
        String name = parts.name(function);
        out.append("<th scope=\"").append(scope).append("\">");
        if (name.length() > LONGEST_NAME) {
            out.append("<span title=\"").append(Markup.escape(name)).append("\">");
            out.append(Markup.escape(name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME / 2))))
                    .append("…</span>");
        } else {
            out.append(Markup.escape(name));
        }
        // A function without a name of its own is called by its address.
        if (!function.toString().contains(name)) {
            out.append(" <small>").append(function).append("</small>");
        }
        out.append("</th>");
    }

    private void cell(Address requester, Address target) {
        parts.path(requester, target)
                .ifPresentOrElse(
                        path -> out.append("<td class=\"")
                                .append(path.verdict().id())
                                .append(path.nearest() ? " nearest" : "")
                                .append("\"><span class=\"sign\">")
                                .append(Signs.verdict(path.verdict()))
                                .append("</span> ")
                                .append(Markup.escape(parts.verdict(path)))
                                .append(" <small>")
                                .append(path.proximity().label())
                                .append("</small></td>"),
                        () -> out.append("<td></td>"));
    }

    private void findings() {
        heading("report.findings");
        if (answer.findings().isEmpty()) {
            element("p", "", texts.say("report.no-findings"));
        }
        for (Finding finding : answer.findings()) {
            out.append("<section class=\"finding ")
                    .append(finding.severity().id())
                    .append("\">\n<h3>")
                    .append(Markup.escape(
                            texts.say("severity." + finding.severity().id())))
                    .append(" · <code>")
                    .append(Markup.escape(finding.id().id()))
                    .append("</code></h3>\n");
            element("p", "", texts.say(finding.message()));
            if (!finding.evidence().isEmpty()) {
                element("h4", "", texts.say("report.evidence"));
                out.append("<ul>\n");
                for (Evidence evidence : finding.evidence()) {
                    evidence(evidence);
                }
                out.append("</ul>\n");
            }
            element("h4", "", texts.say("report.remedy"));
            element("p", "", texts.say(finding.remedy()));
            if (!finding.commands().isEmpty()) {
                element("pre", "", String.join("\n", finding.commands()));
            }
            if (!finding.source().isEmpty()) {
                element("p", "source", finding.source());
            }
            out.append("</section>\n");
        }
    }

    private void evidence(Evidence evidence) {
        out.append("<li><code>")
                .append(Markup.escape(evidence.what()))
                .append("</code> ")
                .append(Markup.escape(texts.say(evidence.value())))
                .append(" (")
                .append(Markup.escape(texts.say(evidence.where())))
                .append(")</li>\n");
    }

    private void heading(String key) {
        element("h2", "", texts.say(key));
    }

    private void element(String name, String type, String text) {
        out.append('<').append(name);
        if (!type.isEmpty()) {
            out.append(" class=\"").append(type).append('"');
        }
        out.append('>').append(Markup.escape(text)).append("</").append(name).append(">\n");
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream(STYLE)) {
            if (in == null) {
                throw new IllegalStateException("not in the program: " + STYLE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
