// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerpath.advice.Finding;
import org.peerpath.path.Bottleneck;
import org.peerpath.path.Completion;
import org.peerpath.path.Decision;
import org.peerpath.path.FunctionVerdict;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Route;
import org.peerpath.path.ToolLabels;
import org.peerpath.path.Unusable;
import org.peerpath.path.rdmatopo.RdmaTopo;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code check}, schema {@code peerpath.check/1}. Always English. */
public final class CheckJson {
    private static final String SCHEMA = "peerpath.check/1";

    private CheckJson() {}

    public static ObjectNode of(Answer answer) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("source", answer.host().snapshot().origin().source());
        root.put("host", answer.host().snapshot().origin().host());
        root.put("recognisedAs", answer.host().snapshot().origin().kind().id());
        root.put("scenario", answer.scenario().id());
        ArrayNode paths = root.putArray("paths");
        ToolLabels labels = ToolLabels.of(answer.host());
        Optional<RdmaTopo> rdmaTopo = RdmaTopo.of(answer.host(), answer.scenario());
        answer.paths().forEach(path -> {
            ObjectNode node = path(path);
            node.put("pair", path.pair().id());
            answer.measured(path).ifPresent(result -> node.set("measured", MeasuredJson.result(result)));
            ToolLabelLines.put(node, labels, path);
            rdmaTopo.ifPresent(said -> RdmaTopoJson.put(node, answer.host(), said, path));
            paths.add(node);
        });
        ArrayNode findings = root.putArray("findings");
        answer.findings().forEach(finding -> findings.add(finding(finding)));
        rdmaTopo.ifPresent(said -> root.set("rdmaTopo", RdmaTopoJson.of(said)));
        root.set("summary", summary(answer));
        return root;
    }

    private static ObjectNode summary(Answer answer) {
        ObjectNode summary = Json.object();
        summary.put("functions", answer.host().topology().functions().size());
        summary.put("gpus", answer.gpus());
        summary.put("nics", answer.nics());
        summary.put(
                "pathsInsideSwitch",
                answer.paths().stream()
                        .filter(path -> path.verdict() == Outcome.INSIDE_SWITCH)
                        .count());
        summary.put("pathsTotal", answer.paths().size());
        summary.put("errors", count(answer.findings(), Severity.ERROR));
        summary.put("warnings", count(answer.findings(), Severity.WARNING));
        summary.put("state", answer.state().level().id());
        summary.set(
                "worst",
                answer.state()
                        .worst()
                        .map(worst -> Json.object()
                                .put("id", worst.id().id())
                                .put("message", Texts.ENGLISH.say(worst.message())))
                        .orElse(null));
        return summary;
    }

    private static long count(List<Finding> findings, Severity severity) {
        return findings.stream().filter(f -> f.severity() == severity).count();
    }

    static ObjectNode path(PathReport path) {
        ObjectNode node = Json.object();
        node.put("requester", path.requester().toString());
        node.put("via", Json.text(path.via()));
        node.put("target", path.target().toString());
        node.put("nearest", path.nearest());
        node.put("proximity", path.proximity().id());
        node.put("commonSwitch", Json.text(path.commonSwitch()));
        node.set("untranslated", route(path.untranslated()));
        node.set("translated", route(path.translated()));
        node.put("ats", path.ats().state().id());
        node.put("atsReason", Texts.ENGLISH.say(path.ats().why()));
        node.put("verdict", path.verdict().id());
        node.set("unusable", unusable(path.unusable()));
        node.put("asleep", !path.asleep().isEmpty());
        ArrayNode asleep = node.putArray("asleepFunctions");
        path.asleep().forEach(function -> asleep.add(function.toString()));
        node.put("isolation", path.isolation().isolation().id());
        node.put("isolationReason", Texts.ENGLISH.say(path.isolation().why()));
        node.put("decidingFunction", path.decidingFunction().toString());
        node.set("bottleneck", bottleneck(path.bottleneck()));
        ArrayNode functions = node.putArray("functions");
        path.functions().forEach(function -> functions.add(function(function)));
        return node;
    }

    private static @Nullable ObjectNode unusable(Optional<Unusable> unusable) {
        return unusable.map(found -> Json.object()
                        .put("function", found.function().toString())
                        .put("cause", found.cause().id())
                        .put("reason", found.function() + " " + Texts.ENGLISH.say(found.reason())))
                .orElse(null);
    }

    private static ObjectNode route(Route route) {
        ObjectNode node = Json.object();
        node.put("route", route.outcome().id());
        route.crosses().ifPresent(crossing -> node.put("crosses", crossing.id()));
        route.reason().ifPresent(reason -> node.put("reason", Texts.ENGLISH.say(reason)));
        node.set("decidedBy", decision(route.decidedBy()));
        node.set("completion", completion(route.completion()));
        return node;
    }

    private static ObjectNode decision(Optional<Decision> decision) {
        ObjectNode node = Json.object();
        node.put("port", Json.text(decision.map(Decision::port)));
        node.put("rule", Json.text(decision.map(Decision::rule)));
        node.put("register", Json.text(decision.map(d -> Decision.REGISTER)));
        node.put(
                "value",
                Json.text(decision.flatMap(d -> d.control().asOptional()).map(Json::word)));
        return node;
    }

    private static ObjectNode completion(Optional<Completion> completion) {
        ObjectNode node = Json.object();
        node.put("relaxed", Json.text(completion.map(c -> c.relaxed().id())));
        node.put("strict", Json.text(completion.map(c -> c.strict().id())));
        node.set("decidedBy", decision(completion.flatMap(Completion::decidedBy)));
        return node;
    }

    private static @Nullable ObjectNode bottleneck(Optional<Bottleneck> bottleneck) {
        return bottleneck
                .map(b -> Json.object()
                        .put("port", b.port().toString())
                        .put("gigabytesPerSecond", Math.round(b.gigabytesPerSecond() * 1000) / 1000.0))
                .orElse(null);
    }

    private static ObjectNode function(FunctionVerdict function) {
        ObjectNode node = Json.object();
        node.put("function", function.function().toString());
        node.put("driver", Json.text(function.driver().asOptional()));
        if (function.driver() instanceof Fact.Unknown<String> unread) {
            node.put("driverReason", Texts.ENGLISH.say(unread.why()));
        }
        node.put("ats", function.ats().state().id());
        node.put("verdict", function.verdict().id());
        node.set("unusable", unusable(function.unusable()));
        return node;
    }

    static ObjectNode finding(Finding finding) {
        ObjectNode node = Json.object();
        node.put("id", finding.id().id());
        node.put("severity", finding.severity().id());
        ArrayNode functions = node.putArray("functions");
        finding.functions().forEach(function -> functions.add(function.toString()));
        node.put("message", Texts.ENGLISH.say(finding.message()));
        ArrayNode evidence = node.putArray("evidence");
        finding.evidence().forEach(e -> evidence.add(Texts.ENGLISH.say(e.text())));
        node.put("remedy", Texts.ENGLISH.say(finding.remedy()));
        ArrayNode commands = node.putArray("commands");
        finding.commands().forEach(commands::add);
        node.put("ruleSource", finding.source());
        return node;
    }
}
