// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;

/** A line through points as pieces that every format can draw: straight ones, and quarter turns as cubic curves. */
final class Corners {
    /** Control points of a quarter circle lie at this share of its radius (the usual approximation). */
    private static final double KAPPA = 0.5523;

    /** A piece of a line, from where the last one ended. */
    sealed interface Piece {}

    record Straight(Point to) implements Piece {}

    record Curve(Point one, Point two, Point to) implements Piece {}

    /** A closed line: where it starts, and its pieces back to there. */
    record Outline(Point start, List<Piece> pieces) {}

    private Corners() {}

    /** The pieces after the first point; corners get the radius, or less where their arms are short. */
    static List<Piece> pieces(List<Point> points, double radius) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            Point corner = points.get(i);
            if (i == points.size() - 1) {
                pieces.add(new Straight(corner));
                continue;
            }
            Point before = points.get(i - 1);
            Point after = points.get(i + 1);
            double r = Math.min(radius, Math.min(distance(before, corner), distance(corner, after)) / 2);
            if (r < 0.1) {
                pieces.add(new Straight(corner));
                continue;
            }
            Point in = towards(corner, before, r);
            Point out = towards(corner, after, r);
            pieces.add(new Straight(in));
            pieces.add(new Curve(towards(in, corner, r * KAPPA), towards(out, corner, r * KAPPA), out));
        }
        return pieces;
    }

    /**
     * A rectangle with rounded corners as a closed line, in the direction and from the point at which SVG draws it
     * (SVG 1.1, 9.2), so that dashes fall on the same places in every format.
     *
     * @param radius of the corners, no more than half of its shorter side
     */
    static Outline rounded(Rect box, double radius) {
        double r = Math.clamp(radius, 0, Math.min(box.width(), box.height()) / 2);
        double k = r * (1 - KAPPA);
        double left = box.x();
        double top = box.y();
        double right = box.right();
        double bottom = box.bottom();
        Point start = new Point(left + r, top);
        return new Outline(
                start,
                List.of(
                        new Straight(new Point(right - r, top)),
                        new Curve(new Point(right - k, top), new Point(right, top + k), new Point(right, top + r)),
                        new Straight(new Point(right, bottom - r)),
                        new Curve(
                                new Point(right, bottom - k),
                                new Point(right - k, bottom),
                                new Point(right - r, bottom)),
                        new Straight(new Point(left + r, bottom)),
                        new Curve(
                                new Point(left + k, bottom), new Point(left, bottom - k), new Point(left, bottom - r)),
                        new Straight(new Point(left, top + r)),
                        new Curve(new Point(left, top + k), new Point(left + k, top), start)));
    }

    private static double distance(Point a, Point b) {
        return Math.hypot(b.x() - a.x(), b.y() - a.y());
    }

    private static Point towards(Point from, Point to, double by) {
        double length = distance(from, to);
        return length == 0
                ? from
                : new Point(from.x() + (to.x() - from.x()) * by / length, from.y() + (to.y() - from.y()) * by / length);
    }

    /** The slanted lines across a box that was not read, clipped to it. */
    static List<List<Point>> hatch(Rect box, double distance) {
        List<List<Point>> lines = new ArrayList<>();
        double x = box.x();
        double y = box.y();
        double w = box.width();
        double h = box.height();
        for (double d = distance; d < w + h; d += distance) {
            Point start = d <= h ? new Point(x, y + d) : new Point(x + d - h, y + h);
            Point end = d <= w ? new Point(x + d, y) : new Point(x + w, y + d - w);
            lines.add(List.of(start, end));
        }
        return lines;
    }
}
