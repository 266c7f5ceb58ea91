// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.path.Outcome;
import org.peerpath.snapshot.Address;

/** Mermaid flowchart, for wikis and issue trackers. */
final class MermaidWriter {
    private MermaidWriter() {}

    static String write(Chart chart, Theme theme) {
        StringBuilder out = new StringBuilder(16 * 1024);
        out.append("---\ntitle: ").append(text(chart.title())).append("\n---\nflowchart TB\n");
        Map<Address, String> ids = new HashMap<>();
        int n = 0;
        for (Chart.Section section : chart.sections()) {
            out.append("  subgraph s")
                    .append(n++)
                    .append("[\"")
                    .append(text(section.heading()))
                    .append("\"]\n");
            for (Chart.Node node : section.nodes()) {
                String id = "f" + node.address().toString().replaceAll("[^0-9a-f]", "_");
                ids.put(node.address(), id);
                out.append("    ").append(id).append("[\"");
                out.append(String.join(
                        "<br>", node.lines().stream().map(MermaidWriter::text).toList()));
                out.append("\"]\n");
            }
            out.append("  end\n");
        }
        int edges = 0;
        for (Chart.Link link : chart.links()) {
            out.append("  ").append(ids.get(link.upper())).append(" ---");
            if (!link.speed().isEmpty()) {
                out.append("|\"").append(text(link.speed())).append("\"|");
            }
            out.append(' ').append(ids.get(link.lower())).append('\n');
            edges++;
        }
        List<String> styles = new ArrayList<>();
        for (Chart.Path path : chart.paths()) {
            if (!ids.containsKey(path.requester()) || !ids.containsKey(path.target())) {
                continue;
            }
            out.append("  ")
                    .append(ids.get(path.requester()))
                    .append(path.outcome() == Outcome.INSIDE_SWITCH ? " ==>" : " -.->")
                    .append("|\"")
                    .append(text(path.word()))
                    .append("\"| ")
                    .append(ids.get(path.target()))
                    .append('\n');
            String colour = theme.look(Role.ribbon(path.outcome()))
                    .stroke()
                    .map(Rgb::css)
                    .orElse("#000000");
            styles.add("  linkStyle " + edges++ + " stroke:" + colour + ",stroke-width:3px\n");
        }
        styles.forEach(out::append);
        return out.toString();
    }

    /** In Mermaid's own entity codes: all that could end a label, begin markup or a directive. */
    static String text(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean plain = Character.isLetterOrDigit(c) || " .,:-_/()+·×".indexOf(c) >= 0;
            if (plain) {
                out.appendCodePoint(c);
            } else if (c >= ' ') {
                out.append('#').append(c).append(';');
            }
        });
        return out.toString();
    }
}
