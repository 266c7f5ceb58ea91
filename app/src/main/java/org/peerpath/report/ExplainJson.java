// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Locale;
import org.peerpath.model.AtsLayers;
import org.peerpath.model.HostModel;
import org.peerpath.path.Explanation;
import org.peerpath.path.Hop;
import org.peerpath.path.KernelOpinion;
import org.peerpath.path.PathReport;
import org.peerpath.path.VerdictText;
import org.peerpath.pci.Acs;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code explain}, schema {@code peerpath.explain/1}. */
public final class ExplainJson {
    private static final String SCHEMA = "peerpath.explain/1";

    private ExplainJson() {}

    public static ObjectNode of(HostModel host, Explanation explanation) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("source", host.snapshot().origin().source());
        root.put("host", host.snapshot().origin().host());
        root.put("scenario", explanation.report().scenario().id());
        root.put("because", Texts.ENGLISH.say(VerdictText.of(host, explanation.report())));
        root.set("path", CheckJson.path(explanation.report()));
        root.set("kernel", kernel(host, explanation.report()));
        root.set(
                "atsLayers",
                AtsLayersJson.of(AtsLayers.of(
                        host, host.topology().get(explanation.report().decidingFunction()))));
        ArrayNode hops = root.putArray("hops");
        explanation.hops().forEach(hop -> hops.add(hop(host, hop)));
        return root;
    }

    /** What the running kernel's P2PDMA says, apart from the verdict. */
    private static ObjectNode kernel(HostModel host, PathReport report) {
        KernelOpinion opinion = KernelOpinion.of(host, report.decidingFunction(), report.target());
        ObjectNode node = Json.object();
        node.put("rules", KernelOpinion.RULES);
        node.put(
                "release",
                Json.text(host.snapshot().hostText(HostFiles.KERNEL_RELEASE).asOptional()));
        node.put("opinion", opinion.mapping().id());
        ArrayNode redirecting = node.putArray("redirecting");
        opinion.redirecting().forEach(function -> redirecting.add(function.toString()));
        node.put("reason", Texts.ENGLISH.say(opinion.why()));
        return node;
    }

    private static ObjectNode hop(HostModel host, Hop hop) {
        ObjectNode node = Json.object();
        node.put("function", hop.function().toString());
        node.put("place", word(hop.place()));
        node.put("untranslated", word(hop.untranslated()));
        node.put("translated", word(hop.translated()));
        node.put(
                "acsControl",
                Json.text(host.topology()
                        .get(hop.function())
                        .acs()
                        .flatMap(Acs::control)
                        .asOptional()
                        .map(Json::word)));
        return node;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
