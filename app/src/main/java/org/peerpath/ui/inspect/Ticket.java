// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.advice.Finding;
import org.peerpath.diagram.Markup;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.Deciding;
import org.peerpath.path.PathReport;
import org.peerpath.pci.AcsBit;
import org.peerpath.report.MarkdownReport;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;

/**
 * What a colleague needs to see who was not there: the answer, its cause and its remedy, of which host, read when, and
 * what the signs in the picture mean.
 *
 * @param title the path, or the host where no path is meant
 * @param facts names and values, in order
 * @param sections headings and their paragraphs, in order
 */
public record Ticket(String title, List<Fact> facts, List<Section> sections) {
    public Ticket {
        facts = List.copyOf(facts);
        sections = List.copyOf(sections);
    }

    /** A name and its value. */
    public record Fact(String name, String value) {}

    /** A heading and what stands below it. */
    public record Section(String heading, List<String> paragraphs) {
        public Section {
            paragraphs = List.copyOf(paragraphs);
        }
    }

    /**
     * Where and when.
     *
     * @param host what the person calls it
     * @param read when, in words; empty where the source does not say
     * @param version of the program
     * @param made when the ticket is written, in words
     */
    public record Circumstances(String host, String source, Optional<String> read, String version, String made) {}

    /** The path that a selection means: itself, that of a function, else the host's worst. */
    public static Optional<PathKey> meant(HostView view, Selection selection) {
        Optional<PathKey> chosen = selection.asPath();
        Optional<PathKey> ofFunction = selection
                .asFunction()
                .flatMap(function -> view.nearest().stream()
                        .filter(report -> report.requester().equals(function)
                                || report.target().equals(function)
                                || view.host()
                                        .topology()
                                        .place(report.requester())
                                        .chain()
                                        .contains(function))
                        .max(Comparator.comparing(Deciding::isWrong))
                        .map(PathKey::of));
        return chosen.or(() -> ofFunction)
                .or(() -> view.nearest().stream()
                        .filter(Deciding::isWrong)
                        .findFirst()
                        .map(PathKey::of));
    }

    /** Writes one about what is selected. Pure; takes its time. */
    public static Ticket of(HostView view, Selection selection, Circumstances where, Texts texts) {
        Optional<PathKey> path = meant(view, selection);
        Inspection inspection = Inspections.of(view, path.map(Selection::of).orElse(Selection.nothing()), texts);
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(texts.say("ui.ticket.host"), where.host()));
        facts.add(new Fact(texts.say("ui.fact.source"), where.source()));
        where.read().ifPresent(read -> facts.add(new Fact(texts.say("ui.fact.read-at"), read)));
        facts.add(new Fact(
                texts.say("ui.export.scenario"),
                texts.say("ui.scenario." + view.scenario().id())));
        facts.add(new Fact(
                texts.say("ui.ticket.made"), texts.say("ui.ticket.made.value", where.made(), where.version())));
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(texts.say("ui.ticket.answer"), answer(view, inspection, texts)));
        List<Finding> findings = findings(view, path);
        add(
                sections,
                texts.say("ui.ticket.cause"),
                findings.stream().map(f -> texts.say(f.message())).toList());
        add(sections, texts.say("ui.ticket.fix"), fixes(inspection, findings, texts));
        add(sections, texts.say("ui.ticket.legend"), legend(texts));
        return new Ticket(path.isPresent() ? inspection.title() : where.host(), facts, sections);
    }

    private static void add(List<Section> sections, String heading, List<String> paragraphs) {
        if (!paragraphs.isEmpty()) {
            sections.add(new Section(heading, paragraphs));
        }
    }

    private static List<String> answer(HostView view, Inspection inspection, Texts texts) {
        List<String> lines = new ArrayList<>();
        inspection
                .banner()
                .ifPresentOrElse(
                        banner -> {
                            lines.add(banner.title());
                            lines.add(banner.text());
                        },
                        () -> lines.add(texts.say(view.summary().text())));
        if (view.isWhatIf()) {
            lines.add(texts.say("ui.ticket.what-if"));
        }
        return lines;
    }

    /** Those that speak of the path's ends or of what decides on its way; all of the host's where no path is meant. */
    private static List<Finding> findings(HostView view, Optional<PathKey> path) {
        Optional<PathReport> report = path.flatMap(view::path);
        return view.findings().stream()
                .filter(finding -> report.isEmpty()
                        || finding.functions().contains(report.get().requester())
                        || finding.functions().contains(report.get().target())
                        || report.get().translated().decidedBy().stream()
                                .anyMatch(decision -> finding.functions().contains(decision.port()))
                        || report.get().untranslated().decidedBy().stream()
                                .anyMatch(decision -> finding.functions().contains(decision.port())))
                .limit(8)
                .toList();
    }

    private static List<String> fixes(Inspection inspection, List<Finding> findings, Texts texts) {
        List<String> lines = new ArrayList<>();
        for (Inspection.Part part : inspection.parts()) {
            if (part instanceof Inspection.Tries tries) {
                tries.tries().forEach(one -> lines.add(one.label() + ": " + one.result()));
            }
        }
        findings.forEach(finding -> lines.add(texts.say(finding.remedy())));
        return lines.stream().distinct().toList();
    }

    private static List<String> legend(Texts texts) {
        List<String> lines = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            lines.add(
                    bit.name() + " = " + texts.say("acs-bit.name." + bit.name().toLowerCase(Locale.ROOT)));
        }
        return List.of(String.join(", ", lines) + ".", texts.say("ui.help.chip-looks"));
    }

    /** As plain text, for a mail. */
    public String text() {
        StringBuilder out = new StringBuilder(title).append('\n');
        facts.forEach(fact ->
                out.append(fact.name()).append(": ").append(fact.value()).append('\n'));
        for (Section section : sections) {
            out.append('\n').append(section.heading()).append('\n');
            section.paragraphs().forEach(line -> out.append("- ").append(line).append('\n'));
        }
        return out.toString();
    }

    /** As Markdown, for a tracker. */
    public String markdown() {
        StringBuilder out =
                new StringBuilder("## ").append(MarkdownReport.escape(title)).append("\n\n");
        facts.forEach(fact -> out.append("- **")
                .append(MarkdownReport.escape(fact.name()))
                .append(":** ")
                .append(MarkdownReport.escape(fact.value()))
                .append('\n'));
        for (Section section : sections) {
            out.append("\n### ")
                    .append(MarkdownReport.escape(section.heading()))
                    .append("\n\n");
            section.paragraphs()
                    .forEach(line ->
                            out.append("- ").append(MarkdownReport.escape(line)).append('\n'));
        }
        return out.toString();
    }

    /**
     * As HTML with the picture inside.
     *
     * @param png the picture; none for an empty one
     */
    public String html(byte[] png) {
        StringBuilder out =
                new StringBuilder("<h2>").append(Markup.escape(title)).append("</h2><table>");
        facts.forEach(fact -> out.append("<tr><td>")
                .append(Markup.escape(fact.name()))
                .append("</td><td>")
                .append(Markup.escape(fact.value()))
                .append("</td></tr>"));
        out.append("</table>");
        if (png.length > 0) {
            out.append("<p><img alt=\"")
                    .append(Markup.escape(title))
                    .append("\" src=\"data:image/png;base64,")
                    .append(Base64.getEncoder().encodeToString(png))
                    .append("\"></p>");
        }
        for (Section section : sections) {
            out.append("<h3>").append(Markup.escape(section.heading())).append("</h3><ul>");
            section.paragraphs()
                    .forEach(line ->
                            out.append("<li>").append(Markup.escape(line)).append("</li>"));
            out.append("</ul>");
        }
        return out.toString();
    }
}
