// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.paint.Color;
import javafx.scene.paint.CycleMethod;
import javafx.scene.paint.LinearGradient;
import javafx.scene.paint.Paint;
import javafx.scene.paint.Stop;
import javafx.scene.shape.Path;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import org.peerpath.diagram.Align;
import org.peerpath.diagram.Canvas;
import org.peerpath.diagram.Fonts;
import org.peerpath.diagram.Look;
import org.peerpath.diagram.Mark;
import org.peerpath.diagram.Painter;
import org.peerpath.diagram.Point;
import org.peerpath.diagram.Rect;
import org.peerpath.diagram.Rgb;
import org.peerpath.diagram.Shape;
import org.peerpath.diagram.Theme;
import org.peerpath.diagram.Typeface;

/** Paints shapes as scene nodes. */
final class NodeCanvas implements Canvas {
    /** A ribbon is thin; the pointer need not hit it to the pixel. */
    private static final double GRASP = 14;

    private static final Map<Typeface, String> NAMES = new EnumMap<>(Typeface.class);

    private final List<Node> painted = new ArrayList<>();

    /** One shape as one node that knows what it stands for. */
    static Node paint(Shape shape, Theme theme) {
        NodeCanvas canvas = new NodeCanvas();
        Painter.paint(shape, theme, canvas);
        Node node = canvas.painted.size() == 1 ? canvas.painted.getFirst() : new Group(canvas.painted);
        node.setUserData(shape);
        node.setId(shape.mark().id());
        if (!shape.mark().tip().isEmpty()) {
            node.setAccessibleText(shape.mark().tip());
        }
        // A ring lies around what it points out and must not lie in the pointer's way.
        node.setMouseTransparent(shape.mark().role().isRing()
                || (shape instanceof Shape.Label && shape.mark().path().isEmpty()));
        return node;
    }

    @Override
    public void box(Mark mark, Rect bounds, double radius, Look look) {
        Rectangle box = new Rectangle(bounds.x(), bounds.y(), bounds.width(), bounds.height());
        box.setArcWidth(2 * radius);
        box.setArcHeight(2 * radius);
        box.setFill(
                look.hatched()
                        ? hatch(look)
                        : look.fill().map(NodeCanvas::color).orElse(Color.TRANSPARENT));
        stroke(box, look);
        painted.add(box);
    }

    @Override
    public void line(Mark mark, List<Point> points, double radius, Look look) {
        Path line = RoundedLine.of(points, radius);
        stroke(line, look);
        line.setStrokeLineCap(look.dash().isEmpty() ? StrokeLineCap.ROUND : StrokeLineCap.BUTT);
        line.setStrokeLineJoin(StrokeLineJoin.ROUND);
        if (mark.role().isRibbon()) {
            Path grasp = RoundedLine.of(points, radius);
            grasp.setStroke(Color.TRANSPARENT);
            grasp.setStrokeWidth(GRASP);
            painted.add(grasp);
        }
        painted.add(line);
    }

    @Override
    public void area(Mark mark, List<Point> points, Look look) {
        double[] corners = points.stream()
                .flatMapToDouble(p -> DoubleStream.of(p.x(), p.y()))
                .toArray();
        Polygon area = new Polygon(corners);
        area.setFill(look.fill().map(NodeCanvas::color).orElse(Color.TRANSPARENT));
        stroke(area, look);
        painted.add(area);
    }

    @Override
    public void text(Shape.Label label, Look look) {
        Text text = new Text(label.text());
        text.setFont(font(label.face(), label.size()));
        text.setFill(color(look.ink()));
        double width = label.width();
        text.setX(label.x() - (label.align() == Align.START ? 0 : label.align() == Align.MIDDLE ? width / 2 : width));
        text.setY(label.baseline());
        painted.add(text);
    }

    private static void stroke(javafx.scene.shape.Shape shape, Look look) {
        if (look.stroke().isEmpty() || look.width() == 0) {
            shape.setStroke(null);
            return;
        }
        shape.setStroke(color(look.stroke().get()));
        shape.setStrokeWidth(look.width());
        shape.getStrokeDashArray().setAll(look.dash());
    }

    /** Thin slanted lines, as a gradient that repeats: no further nodes. */
    private static Paint hatch(Look look) {
        Color back = look.fill().map(NodeCanvas::color).orElse(Color.TRANSPARENT);
        Color line = look.stroke().map(NodeCanvas::color).orElse(color(look.ink()));
        return new LinearGradient(
                0,
                0,
                3,
                3,
                false,
                CycleMethod.REPEAT,
                new Stop(0, back),
                new Stop(0.7, back),
                new Stop(0.7, line),
                new Stop(1, line));
    }

    static Color color(Rgb colour) {
        return Color.rgb(colour.red(), colour.green(), colour.blue());
    }

    /** The shipped typeface: the widths the layout reckoned with are this font's. */
    static Font font(Typeface face, double size) {
        String name = NAMES.computeIfAbsent(face, f -> {
            Font loaded = Font.loadFont(new ByteArrayInputStream(Fonts.bytes(f)), 12);
            return loaded == null ? Font.getDefault().getName() : loaded.getName();
        });
        return new Font(name, size);
    }
}
