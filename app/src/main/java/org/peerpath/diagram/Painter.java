// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws pictures in a theme on any canvas. */
public final class Painter {
    private static final double ARROW = 7;

    private Painter() {}

    public static void paint(Picture picture, Theme theme, Canvas canvas) {
        for (Shape shape : picture.shapes()) {
            paint(shape, theme, canvas);
        }
    }

    /** Draws one shape, as a window does that updates a few of them. */
    public static void paint(Shape shape, Theme theme, Canvas canvas) {
        Look look = theme.look(shape.mark().role());
        switch (shape) {
            case Shape.Box box -> canvas.box(box.mark(), box.bounds(), box.radius(), look);
            case Shape.Label label -> canvas.text(label, look);
            case Shape.Chip chip -> chip(chip, look, canvas);
            case Shape.Line line -> line(line, line.faded() ? theme.faded(look) : look, canvas);
        }
    }

    private static void chip(Shape.Chip chip, Look look, Canvas canvas) {
        Rect bounds = chip.bounds();
        canvas.box(chip.mark(), bounds, Math.min(3, bounds.height() / 2), look);
        canvas.text(
                new Shape.Label(
                        chip.mark(),
                        bounds.centerX(),
                        bounds.centerY() + 0.36 * chip.size(),
                        chip.width(),
                        chip.text(),
                        Typeface.BOLD,
                        chip.size(),
                        Align.MIDDLE),
                look);
    }

    private static void line(Shape.Line line, Look look, Canvas canvas) {
        List<Point> points = line.points();
        if (!line.arrow() || points.size() < 2) {
            canvas.line(line.mark(), points, line.radius(), look);
            return;
        }
        Point tip = points.getLast();
        Point before = points.get(points.size() - 2);
        double length = Math.hypot(tip.x() - before.x(), tip.y() - before.y());
        double dx = length == 0 ? 0 : (tip.x() - before.x()) / length;
        double dy = length == 0 ? 1 : (tip.y() - before.y()) / length;
        Point neck = new Point(tip.x() - dx * ARROW, tip.y() - dy * ARROW);
        List<Point> shaft = new ArrayList<>(points.subList(0, points.size() - 1));
        if (length > ARROW) {
            shaft.add(neck);
        }
        canvas.line(line.mark(), shaft, line.radius(), look);
        double half = ARROW * 0.62;
        Look head = new Look(look.stroke(), Optional.empty(), 0, List.of(), false, look.ink());
        canvas.area(
                line.mark(),
                List.of(
                        tip,
                        new Point(neck.x() - dy * half, neck.y() + dx * half),
                        new Point(neck.x() + dy * half, neck.y() - dx * half)),
                head);
    }
}
