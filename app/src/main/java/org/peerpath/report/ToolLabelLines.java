// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.path.PathReport;
import org.peerpath.path.ToolLabels;
import org.peerpath.path.ToolLabels.ToolLabel;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What other tools call the pairs, beside our own words, each with its tool's rule. */
final class ToolLabelLines {
    private static final int SHOWN = 12;

    private ToolLabelLines() {}

    /** One line for each tool and label, with the pairs that are called so. */
    static void write(TextPage page, Answer answer) {
        Map<List<String>, List<ToolLabel>> alike = new LinkedHashMap<>();
        for (ToolLabel label : ToolLabels.of(answer.host()).all()) {
            alike.computeIfAbsent(List.of(label.tool().id(), label.label()), key -> new ArrayList<>())
                    .add(label);
        }
        if (alike.isEmpty()) {
            return;
        }
        page.blank().line(page.say("show.tool-labels"));
        alike.values().stream()
                .sorted((a, b) -> order(a.getFirst()).compareTo(order(b.getFirst())))
                .forEach(labels -> line(page, answer, labels));
    }

    private static String order(ToolLabel label) {
        int at = List.of("PIX", "PSB", "PXB", "PHB", "NODE", "SYS").indexOf(label.label());
        return label.tool().id() + (at < 0 ? 9 : at) + label.label();
    }

    private static void line(TextPage page, Answer answer, List<ToolLabel> labels) {
        ToolLabel first = labels.getFirst();
        List<String> pairs = labels.stream()
                .map(label -> name(page, answer, label.nic()) + " – " + name(page, answer, label.gpu()))
                .distinct()
                .toList();
        String shown = String.join(", ", pairs.subList(0, Math.min(SHOWN, pairs.size())))
                + (pairs.size() > SHOWN ? ", +" + (pairs.size() - SHOWN) : "");
        page.line("  "
                + page.say(
                        "show.tool-label",
                        page.say(first.tool().title()),
                        page.ink().strong(first.label()),
                        page.say(first.rule())));
        page.line("    " + page.ink().faint(shown));
    }

    private static String name(TextPage page, Answer answer, ToolLabels.End end) {
        return end.function()
                .filter(function -> answer.host().topology().find(function).isPresent())
                .map(function -> page.say(answer.labels().shortName(function)))
                .orElse(end.name());
    }

    /** What tools call this pair, as one more key of its JSON; nothing where none says anything. */
    static void put(ObjectNode path, ToolLabels labels, PathReport report) {
        List<ToolLabel> said = labels.between(report.requester(), report.target());
        if (said.isEmpty()) {
            return;
        }
        ArrayNode node = path.putArray("otherLabels");
        said.forEach(label -> node.addObject()
                .put("tool", label.tool().id())
                .put("label", label.label())
                .put("rule", Texts.ENGLISH.say(label.rule())));
    }
}
