// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import org.peerpath.path.Outcome;
import org.peerpath.snapshot.Address;

/** Graphviz. */
final class DotWriter {
    private DotWriter() {}

    static String write(Chart chart, Theme theme) {
        StringBuilder out = new StringBuilder(16 * 1024);
        String font = "fontname=\"Inter,Helvetica,sans-serif\"";
        out.append("digraph peerpath {\n  label=")
                .append(quoted(chart.title()))
                .append(";\n  labelloc=t;\n  ")
                .append(font)
                .append(";\n  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontsize=10, ")
                .append(font)
                .append("];\n  edge [fontsize=9, ")
                .append(font)
                .append("];\n");
        int n = 0;
        for (Chart.Section section : chart.sections()) {
            out.append("  subgraph cluster_")
                    .append(n++)
                    .append(" {\n    label=")
                    .append(quoted(section.heading()))
                    .append(";\n    style=rounded;\n    color=\"#c0c8d2\";\n");
            for (Chart.Node node : section.nodes()) {
                out.append("    ")
                        .append(quoted(node.address().toString()))
                        .append(" [label=")
                        .append(quoted(String.join("\n", node.lines())))
                        .append(node.kind() == Branch.Kind.BRIDGE ? ", fillcolor=\"#eaf1f8\"" : "")
                        .append(node.tip()
                                .map(tip -> ", tooltip=" + quoted(tip))
                                .orElse(""))
                        .append("];\n");
            }
            out.append("  }\n");
        }
        for (Chart.Link link : chart.links()) {
            edge(out, link.upper(), link.lower());
            out.append(" [dir=none, color=\"#8a94a3\"");
            if (!link.speed().isEmpty()) {
                out.append(", label=").append(quoted(link.speed()));
            }
            out.append("];\n");
        }
        for (Chart.Path path : chart.paths()) {
            edge(out, path.requester(), path.target());
            out.append(" [constraint=false, penwidth=2.5, style=")
                    .append(style(path.outcome()))
                    .append(", color=\"")
                    .append(theme.look(Role.ribbon(path.outcome()))
                            .stroke()
                            .map(Rgb::css)
                            .orElse("#000000"))
                    .append("\", xlabel=")
                    .append(quoted(path.word()))
                    .append("];\n");
        }
        return out.append("}\n").toString();
    }

    private static void edge(StringBuilder out, Address from, Address to) {
        out.append("  ").append(quoted(from.toString())).append(" -> ").append(quoted(to.toString()));
    }

    private static String style(Outcome outcome) {
        return switch (outcome) {
            case INSIDE_SWITCH -> "solid";
            case DETOUR, BLOCKED, UNUSABLE, ROOT_COMPLEX -> "dashed";
            case UNKNOWN -> "dotted";
        };
    }

    /** DOT knows one escape in quoted strings for quotes, and backslashes that labels interpret. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                default -> out.appendCodePoint(c < ' ' ? ' ' : c);
            }
        });
        return out.append('"').toString();
    }
}
