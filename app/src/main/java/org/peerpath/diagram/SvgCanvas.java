// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** SVG 1.1, by hand: text as text, every element with its id and function, no script, nothing fetched from anywhere. */
final class SvgCanvas implements Canvas {
    private static final double HATCH = 3;

    private final StringBuilder out = new StringBuilder(128 * 1024);
    private final Set<String> ids = new HashSet<>();
    private final Set<String> told = new HashSet<>();

    private final String prefix;

    private SvgCanvas(String prefix) {
        this.prefix = prefix;
    }

    /** The whole document. */
    static String document(Picture picture, Theme theme, String language) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element(picture, theme, language, "");
    }

    /**
     * The {@code svg} element alone, to stand inside a page.
     *
     * @param prefix what its ids begin with, where several stand in one page
     */
    static String element(Picture picture, Theme theme, String language, String prefix) {
        SvgCanvas canvas = new SvgCanvas(prefix);
        String w = Markup.number(picture.width());
        String h = Markup.number(picture.height());
        canvas.out
                .append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(w)
                .append("\" height=\"")
                .append(h)
                .append("\" viewBox=\"0 0 ")
                .append(w)
                .append(' ')
                .append(h)
                // Inter would draw "x16" as "×16", and move pairs of letters: prettier, but not what was measured.
                .append("\" style=\"font-variant-ligatures:none;font-kerning:none\" role=\"img\" xml:lang=\"")
                .append(Markup.escape(language))
                .append("\" aria-labelledby=\"" + prefix + "picture-title " + prefix
                        + "picture-description\">\n<title id=\"" + prefix + "picture-title\">")
                .append(Markup.escape(picture.title()))
                .append("</title>\n<desc id=\"" + prefix + "picture-description\">")
                .append(Markup.escape(picture.description()))
                .append("</desc>\n");
        Painter.paint(picture, theme, canvas);
        return canvas.out.append("</svg>\n").toString();
    }

    @Override
    public void box(Mark mark, Rect b, double radius, Look look) {
        Rect r = look.stroke().isPresent() ? b.grown(-Math.min(look.width(), 1) / 2) : b;
        open("rect", mark, "");
        attribute("x", r.x());
        attribute("y", r.y());
        attribute("width", r.width());
        attribute("height", r.height());
        if (radius > 0) {
            attribute("rx", Math.min(radius, Math.min(r.width(), r.height()) / 2));
        }
        fill(look);
        stroke(look);
        close("rect", mark);
        if (look.hatched()) {
            look.stroke().ifPresent(stroke -> {
                String lines = Corners.hatch(r, HATCH).stream()
                        .map(line -> path(line, 0))
                        .collect(Collectors.joining());
                open("path", mark, "-hatch");
                attribute("d", lines);
                attribute("fill", "none");
                attribute("stroke", stroke.css());
                attribute("stroke-width", 0.6);
                out.append("/>\n");
            });
        }
    }

    @Override
    public void line(Mark mark, List<Point> points, double radius, Look look) {
        if (points.size() < 2) {
            return;
        }
        open("path", mark, "");
        attribute("d", path(points, radius));
        attribute("fill", "none");
        stroke(look);
        attribute("stroke-linejoin", "round");
        if (!look.dash().isEmpty() && look.dash().getFirst() < look.width()) {
            attribute("stroke-linecap", "round");
        }
        close("path", mark);
    }

    @Override
    public void area(Mark mark, List<Point> points, Look look) {
        open("path", mark, "-end");
        attribute("d", path(points, 0) + "Z");
        fill(look);
        close("path", mark);
    }

    @Override
    public void text(Shape.Label label, Look look) {
        Mark mark = label.mark();
        open("text", mark, "");
        attribute("x", label.x());
        attribute("y", label.baseline());
        attribute(
                "font-family",
                label.face() == Typeface.MONO
                        ? "'JetBrains Mono','DejaVu Sans Mono',NanumGothicCoding,monospace"
                        : "Inter,'DejaVu Sans',NanumGothic,sans-serif");
        attribute("font-size", label.size());
        if (label.face().weight() != 400) {
            attribute("font-weight", Integer.toString(label.face().weight()));
        }
        switch (label.align()) {
            case START -> {}
            case MIDDLE -> attribute("text-anchor", "middle");
            case END -> attribute("text-anchor", "end");
        }
        // Whatever font the reader's machine has instead, the text keeps its place.
        attribute("textLength", label.width());
        attribute("lengthAdjust", "spacingAndGlyphs");
        attribute("fill", look.ink().css());
        attribute("xml:space", "preserve");
        out.append('>');
        tip(mark);
        out.append(Markup.escape(label.text())).append("</text>\n");
    }

    private void open(String name, Mark mark, String suffix) {
        String id = mark.id() + suffix;
        int n = 2;
        while (!ids.add(id)) {
            id = mark.id() + suffix + "_" + n++;
        }
        out.append('<').append(name);
        attribute("id", prefix + id);
        attribute("class", mark.role().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        mark.function().ifPresent(function -> attribute("data-bdf", function.toString()));
        mark.path().ifPresent(path -> attribute("data-path", path.requester() + " " + path.target()));
    }

    private void close(String name, Mark mark) {
        if (mark.tip().isEmpty()) {
            out.append("/>\n");
        } else {
            out.append('>');
            tip(mark);
            out.append("</").append(name).append(">\n");
        }
    }

    /** Once for each mark: a chip's box and word are two elements with one tooltip, which the first of them gets. */
    private void tip(Mark mark) {
        if (!mark.tip().isEmpty() && told.add(mark.id())) {
            out.append("<title>").append(Markup.escape(mark.tip())).append("</title>");
        }
    }

    private void fill(Look look) {
        attribute("fill", look.fill().map(Rgb::css).orElse("none"));
    }

    private void stroke(Look look) {
        look.stroke().ifPresent(stroke -> {
            attribute("stroke", stroke.css());
            attribute("stroke-width", look.width());
            if (!look.dash().isEmpty()) {
                attribute(
                        "stroke-dasharray",
                        look.dash().stream().map(Markup::number).collect(Collectors.joining(" ")));
            }
        });
    }

    private static String path(List<Point> points, double radius) {
        StringBuilder d = new StringBuilder();
        d.append('M').append(xy(points.getFirst()));
        for (Corners.Piece piece : Corners.pieces(points, radius)) {
            switch (piece) {
                case Corners.Straight(Point to) -> d.append('L').append(xy(to));
                case Corners.Curve(Point one, Point two, Point to) ->
                    d.append('C')
                            .append(xy(one))
                            .append(' ')
                            .append(xy(two))
                            .append(' ')
                            .append(xy(to));
            }
        }
        return d.toString();
    }

    private static String xy(Point point) {
        return Markup.number(point.x()) + "," + Markup.number(point.y());
    }

    private void attribute(String name, double value) {
        attribute(name, Markup.number(value));
    }

    private void attribute(String name, String value) {
        out.append(' ').append(name).append("=\"").append(Markup.escape(value)).append('"');
    }
}
