// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.model.AtsLayers;
import org.peerpath.model.HostModel;
import org.peerpath.path.Completion;
import org.peerpath.path.Decision;
import org.peerpath.path.Explanation;
import org.peerpath.path.Hop;
import org.peerpath.path.KernelOpinion;
import org.peerpath.path.PathReport;
import org.peerpath.path.Route;
import org.peerpath.path.VerdictText;
import org.peerpath.pci.Acs;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** {@code explain} as text: one path hop by hop, both kinds of request side by side. */
public final class ExplainText {
    private final HostModel host;
    private final PathReport report;
    private final TextPage page;
    private final Labels labels;

    private ExplainText(HostModel host, PathReport report, Texts texts, Ink ink) {
        this.host = host;
        this.report = report;
        this.page = new TextPage(texts, ink);
        this.labels = Labels.of(host);
    }

    public static String of(HostModel host, Explanation explanation, Texts texts, Ink ink) {
        ExplainText text = new ExplainText(host, explanation.report(), texts, ink);
        text.verdict();
        text.hops(explanation.hops());
        text.facts();
        text.layers();
        return text.page.toString();
    }

    private void verdict() {
        page.line(page.ink()
                .strong(page.say(
                        "check.path",
                        labels.requester(report),
                        labels.shortName(report.target()),
                        VerdictText.of(host, report))));
        page.line(page.say("scenario." + report.scenario().id())).blank();
    }

    private void hops(List<Hop> hops) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "",
                "",
                page.say("explain.untranslated"),
                page.say("explain.translated"),
                page.say("explain.control"),
                ""));
        for (Hop hop : hops) {
            PciFunction function = host.topology().get(hop.function());
            rows.add(List.of(
                    name(function),
                    hop.function().toString(),
                    step(hop.untranslated()),
                    step(hop.translated()),
                    control(function),
                    function.kind().isBridge() && function.kind() != FunctionKind.UPSTREAM_PORT
                            ? Signs.acs(function, page.texts())
                            : ""));
        }
        page.columns("  ", rows).blank();
    }

    /** A device by its name, a bridge by what it is: bridges have no names but their addresses. */
    private String name(PciFunction function) {
        return function.kind().isBridge()
                ? page.say("explain.bridge." + function.kind().id())
                : page.say(labels.shortName(function.address()));
    }

    private String step(Hop.Step step) {
        return page.say("step." + step.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static String control(PciFunction function) {
        return function.acs().flatMap(Acs::control).asOptional().map(Json::word).orElse("");
    }

    private void facts() {
        fact("explain.rule.untranslated", route(report.untranslated()));
        fact("explain.rule.translated", route(report.translated()));
        report.decidingRoute().completion().ifPresent(this::completion);
        fact("explain.ats", page.say(report.ats().why()));
        fact(
                "explain.isolation",
                page.say("isolation.word." + report.isolation().isolation().id()) + ": "
                        + page.say(report.isolation().why()));
        KernelOpinion opinion = KernelOpinion.of(host, report.decidingFunction(), report.target());
        fact(
                "explain.kernel",
                page.say("kernel-opinion.word." + opinion.mapping().id()) + ": " + page.say(opinion.why()) + " ("
                        + KernelOpinion.RULES + ")");
        report.bottleneck()
                .ifPresent(b -> fact(
                        "explain.bottleneck",
                        page.say(
                                "explain.gigabytes",
                                b.port(),
                                String.format(Locale.ROOT, "%.1f", b.gigabytesPerSecond()))));
    }

    private void layers() {
        PciFunction function = host.topology().get(report.decidingFunction());
        page.blank().line(page.say("ats-layer.title", labels.shortName(function.address())));
        List<List<String>> rows = AtsLayers.of(host, function).all().stream()
                .map(layer -> List.of(
                        page.say(layer.part().label()),
                        page.say("ats-layer.state." + layer.state().id()),
                        page.say(layer.why())))
                .toList();
        page.columns("  ", rows);
    }

    private String route(Route route) {
        String outcome = page.say("outcome." + route.outcome().id());
        Optional<String> detail = route.decidedBy()
                .map(this::decision)
                .or(() -> route.reason().map(page::say))
                .or(() -> route.crosses().map(c -> page.say("crossing." + c.id())));
        return detail.map(d -> outcome + ": " + d).orElse(outcome);
    }

    private String decision(Decision decision) {
        Message control = decision.control()
                .asOptional()
                .map(value -> Message.of("explain.register", Decision.REGISTER, Json.word(value)))
                .orElseGet(() -> Message.of("sign.no-acs"));
        return page.say("explain.by." + decision.rule().id(), decision.port(), control);
    }

    private void completion(Completion completion) {
        fact(
                "explain.completions",
                page.say(
                        "explain.completion",
                        page.say("outcome." + completion.relaxed().id()),
                        page.say("outcome." + completion.strict().id())));
    }

    private void fact(String key, String value) {
        page.line(page.say(key) + ": " + value);
    }
}
