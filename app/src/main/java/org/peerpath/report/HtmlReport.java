// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import org.peerpath.advice.Evidence;
import org.peerpath.advice.Finding;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Layout;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** The report as one HTML page: picture, matrix, findings, evidence; no network, no script. */
final class HtmlReport {
    /** Longer names of functions are clipped at the table's edges; their tooltips have the whole. */
    private static final int LONGEST_NAME = 40;

    private final HtmlPage out;
    private final Answer answer;
    private final ExportOptions options;
    private final Texts texts;
    private final ReportParts parts;

    private HtmlReport(Answer answer, ExportOptions options) {
        this.answer = answer;
        this.options = options;
        this.texts = options.texts();
        this.parts = new ReportParts(answer, texts);
        this.out = new HtmlPage(parts.title(), options.theme(), texts);
    }

    static String of(Answer answer, ExportOptions options) {
        return new HtmlReport(answer, options).write();
    }

    private String write() {
        out.element("p", "summary", parts.summary());
        picture();
        matrix();
        heading("report.paths");
        out.markup("<ul class=\"paths\">\n");
        answer.nearest().forEach(this::path);
        out.markup("</ul>\n");
        if (!parts.measured().isEmpty()) {
            heading("report.measured");
            out.markup("<ul class=\"measured\">\n");
            parts.measured().forEach(line -> out.element("li", "", line));
            out.markup("</ul>\n");
        }
        rows();
        findings();
        heading("report.how-read");
        out.markup("<ul class=\"reading\">\n");
        parts.reading().forEach(line -> out.element("li", "", line));
        out.markup("</ul>\n");
        return out.end();
    }

    /** What one NIC and one GPU reach by TCP, by RDMA and with GPUDirect. */
    private void rows() {
        List<List<String>> rows = parts.rows();
        if (rows.isEmpty()) {
            return;
        }
        heading("report.rows");
        out.markup("<div class=\"wide\" tabindex=\"0\"><table class=\"rows\">\n<thead><tr>");
        rows.getFirst()
                .forEach(head -> out.markup("<th scope=\"col\">").text(head).markup("</th>"));
        out.markup("</tr></thead>\n<tbody>\n");
        rows.subList(1, rows.size()).forEach(row -> {
            out.markup("<tr>");
            row.forEach(cell -> out.markup("<td>").text(cell).markup("</td>"));
            out.markup("</tr>\n");
        });
        out.markup("</tbody>\n</table></div>\n");
    }

    private void picture() {
        out.markup("<figure>\n")
                .markup(Exporter.svgElement(Layout.of(answer.host(), answer.paths(), options.layout(), texts), options))
                .markup("</figure>\n");
    }

    private void path(PathReport path) {
        out.markup("<li class=\"").markup(path.verdict().id()).markup("\"><span class=\"sign\">");
        out.markup(Signs.verdict(path.verdict())).markup("</span> ");
        out.text(parts.sentence(path)).markup("</li>\n");
    }

    private void matrix() {
        List<Address> targets = parts.targets();
        if (targets.isEmpty()) {
            return;
        }
        heading("report.matrix");
        out.markup("<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><td></td>");
        targets.forEach(target -> header("col", target));
        out.markup("</tr></thead>\n<tbody>\n");
        for (Address requester : parts.requesters()) {
            out.markup("<tr>");
            header("row", requester);
            for (Address target : targets) {
                cell(requester, target);
            }
            out.markup("</tr>\n");
        }
        out.markup("</tbody>\n</table></div>\n");
        out.element("p", "source", texts.say("report.proximity"));
    }

    private void header(String scope, Address function) {
        String name = parts.name(function);
        out.markup("<th scope=\"").markup(scope).markup("\">");
        if (name.length() > LONGEST_NAME) {
            out.markup("<span title=\"").text(name).markup("\">");
            out.text(name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME / 2)))
                    .markup("…</span>");
        } else {
            out.text(name);
        }
        // A function without a name of its own is called by its address.
        if (!function.toString().contains(name)) {
            out.markup(" <small>").markup(function).markup("</small>");
        }
        out.markup("</th>");
    }

    private void cell(Address requester, Address target) {
        parts.path(requester, target)
                .ifPresentOrElse(
                        path -> out.markup("<td class=\"")
                                .markup(path.verdict().id())
                                .markup(path.nearest() ? " nearest" : "")
                                .markup("\"><span class=\"sign\">")
                                .markup(Signs.verdict(path.verdict()))
                                .markup("</span> ")
                                .text(parts.verdict(path))
                                .markup(" <small>")
                                .markup(path.proximity().label())
                                .markup("</small></td>"),
                        () -> out.markup("<td></td>"));
    }

    private void findings() {
        heading("report.findings");
        if (answer.findings().isEmpty()) {
            out.element("p", "", texts.say("report.no-findings"));
        }
        for (Finding finding : answer.findings()) {
            out.markup("<section class=\"finding ")
                    .markup(finding.severity().id())
                    .markup("\">\n<h3>")
                    .text(texts.say("severity." + finding.severity().id()))
                    .markup(" · <code>")
                    .text(finding.id().id())
                    .markup("</code></h3>\n");
            out.element("p", "", texts.say(finding.message()));
            if (!finding.evidence().isEmpty()) {
                out.element("h4", "", texts.say("report.evidence"));
                out.markup("<ul>\n");
                for (Evidence evidence : finding.evidence()) {
                    evidence(evidence);
                }
                out.markup("</ul>\n");
            }
            out.element("h4", "", texts.say("report.remedy"));
            out.element("p", "", texts.say(finding.remedy()));
            if (!finding.commands().isEmpty()) {
                out.element("pre", "", String.join("\n", finding.commands()));
            }
            if (!finding.source().isEmpty()) {
                out.element("p", "source", finding.source());
            }
            out.markup("</section>\n");
        }
    }

    private void evidence(Evidence evidence) {
        out.markup("<li><code>")
                .text(evidence.what())
                .markup("</code> ")
                .text(texts.say(evidence.value()))
                .markup(" (")
                .text(texts.say(evidence.where()))
                .markup(")</li>\n");
    }

    private void heading(String key) {
        out.element("h2", "", texts.say(key));
    }
}
