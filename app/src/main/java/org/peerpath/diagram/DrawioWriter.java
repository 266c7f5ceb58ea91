// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.Address;

/** draw.io (diagrams.net): every function one object where the picture has it, wires and paths as edges to edit. */
final class DrawioWriter {
    private final StringBuilder out = new StringBuilder(64 * 1024);
    private final Picture picture;
    private final Theme theme;
    private final Map<Address, String> ids = new HashMap<>();
    private final Map<Address, List<String>> lines = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    private DrawioWriter(Picture picture, Theme theme, Chart chart) {
        this.picture = picture;
        this.theme = theme;
        for (Chart.Section section : chart.sections()) {
            section.nodes().forEach(node -> lines.put(node.address(), node.lines()));
        }
    }

    static String write(Picture picture, Theme theme, Chart chart) {
        return new DrawioWriter(picture, theme, chart).write();
    }

    private String write() {
        out.append(
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mxfile host=\"peerpath\"><diagram id=\"peerpath\" name=\"")
                .append(Markup.escape(picture.title()))
                .append("\"><mxGraphModel grid=\"0\" page=\"0\"><root>\n")
                .append("<mxCell id=\"0\"/><mxCell id=\"1\" parent=\"0\"/>\n");
        for (Shape shape : picture.shapes()) {
            switch (shape) {
                case Shape.Box box -> box(box);
                case Shape.Label label -> {
                    if (label.mark().function().isEmpty() && label.mark().path().isEmpty()) {
                        text(label);
                    }
                }
                case Shape.Line line -> {}
                case Shape.Chip chip -> {}
            }
        }
        for (Shape shape : picture.shapes()) {
            if (shape instanceof Shape.Line line) {
                edge(line);
            }
        }
        return out.append("</root></mxGraphModel></diagram></mxfile>\n").toString();
    }

    private void box(Shape.Box box) {
        Mark mark = box.mark();
        boolean function = mark.role().isFunction();
        boolean frame = switch (mark.role()) {
            case CARD, CARD_DETOUR, CARD_UNKNOWN, CARD_BLOCKED, SWITCH, CHANNEL -> true;
            default -> false;
        };
        if (!function && !frame) {
            return;
        }
        String label =
                function ? String.join("\n", mark.function().map(lines::get).orElse(List.of())) : "";
        Look look = theme.look(mark.role());
        String style = "rounded=1;arcSize=8;whiteSpace=wrap;verticalAlign=middle;fontSize=8;fillColor="
                + look.fill().map(Rgb::css).orElse("none")
                + ";strokeColor="
                + look.stroke().map(Rgb::css).orElse("none")
                + ";fontColor="
                + look.ink().css()
                + ";";
        if (function) {
            mark.function().ifPresent(f -> ids.put(f, mark.id()));
        }
        vertex(mark, label, style, box.bounds());
    }

    private void text(Shape.Label label) {
        vertex(
                label.mark(),
                label.text(),
                "text;align=left;verticalAlign=middle;spacing=0;fontSize=" + Markup.number(label.size()) + ";fontColor="
                        + theme.look(label.mark().role()).ink().css() + ";",
                label.bounds());
    }

    private void vertex(Mark mark, String label, String style, Rect r) {
        object(mark, label);
        out.append("<mxCell style=\"")
                .append(style)
                .append("\" vertex=\"1\" parent=\"1\"><mxGeometry x=\"")
                .append(Markup.number(r.x()))
                .append("\" y=\"")
                .append(Markup.number(r.y()))
                .append("\" width=\"")
                .append(Markup.number(r.width()))
                .append("\" height=\"")
                .append(Markup.number(r.height()))
                .append("\" as=\"geometry\"/></mxCell></UserObject>\n");
    }

    private void edge(Shape.Line line) {
        Mark mark = line.mark();
        if (!mark.role().isRibbon() && mark.role() != Role.WIRE && mark.role() != Role.WIRE_DOWNGRADED) {
            return;
        }
        Look look = theme.look(mark.role());
        boolean ribbon = mark.role().isRibbon();
        String style = "edgeStyle=none;rounded=1;html=0;endArrow=" + (line.arrow() ? "block" : "none") + ";strokeColor="
                + look.stroke().map(Rgb::css).orElse("none") + ";strokeWidth=" + Markup.number(look.width())
                + (look.dash().isEmpty() ? "" : ";dashed=1") + ";";
        object(mark, "");
        out.append("<mxCell style=\"").append(style).append("\" edge=\"1\" parent=\"1\"");
        if (ribbon) {
            end("source", mark.path().map(PathKey::requester));
            end("target", line.arrow() ? mark.path().map(PathKey::target) : Optional.empty());
        }
        out.append("><mxGeometry relative=\"1\" as=\"geometry\">");
        point(line.points().getFirst(), "sourcePoint");
        point(line.points().getLast(), "targetPoint");
        out.append("<Array as=\"points\">");
        for (Point p : line.points().subList(1, line.points().size() - 1)) {
            out.append("<mxPoint x=\"")
                    .append(Markup.number(p.x()))
                    .append("\" y=\"")
                    .append(Markup.number(p.y()))
                    .append("\"/>");
        }
        out.append("</Array></mxGeometry></mxCell></UserObject>\n");
    }

    private void end(String name, Optional<Address> function) {
        function.map(ids::get)
                .ifPresent(id -> out.append(' ')
                        .append(name)
                        .append("=\"")
                        .append(Markup.escape(id))
                        .append('"'));
    }

    private void point(Point p, String as) {
        out.append("<mxPoint x=\"")
                .append(Markup.number(p.x()))
                .append("\" y=\"")
                .append(Markup.number(p.y()))
                .append("\" as=\"")
                .append(as)
                .append("\"/>");
    }

    private void object(Mark mark, String label) {
        String id = mark.id();
        int n = 2;
        while (!used.add(id)) {
            id = mark.id() + "_" + n++;
        }
        out.append("<UserObject id=\"")
                .append(Markup.escape(id))
                .append("\" label=\"")
                .append(Markup.escape(label).replace("\n", "&#10;"))
                .append('"');
        mark.function().ifPresent(f -> out.append(" bdf=\"").append(f).append('"'));
        if (!mark.tip().isEmpty()) {
            out.append(" tooltip=\"").append(Markup.escape(mark.tip())).append('"');
        }
        out.append('>');
    }
}
