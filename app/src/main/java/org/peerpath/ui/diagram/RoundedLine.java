// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.List;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.QuadCurveTo;
import org.peerpath.diagram.Point;

/** An open line whose corners are rounded where there is room. */
final class RoundedLine {
    private RoundedLine() {}

    static Path of(List<Point> points, double radius) {
        Path path = new Path();
        if (points.isEmpty()) {
            return path;
        }
        Point first = points.getFirst();
        path.getElements().add(new MoveTo(first.x(), first.y()));
        for (int i = 1; i < points.size() - 1; i++) {
            Point corner = points.get(i);
            double room = Math.min(distance(points.get(i - 1), corner), distance(corner, points.get(i + 1))) / 2;
            double round = Math.min(radius, room);
            Point before = towards(corner, points.get(i - 1), round);
            Point after = towards(corner, points.get(i + 1), round);
            path.getElements().add(new LineTo(before.x(), before.y()));
            path.getElements().add(new QuadCurveTo(corner.x(), corner.y(), after.x(), after.y()));
        }
        Point last = points.getLast();
        path.getElements().add(new LineTo(last.x(), last.y()));
        return path;
    }

    private static Point towards(Point from, Point to, double by) {
        double length = distance(from, to);
        return length == 0
                ? from
                : new Point(from.x() + (to.x() - from.x()) * by / length, from.y() + (to.y() - from.y()) * by / length);
    }

    private static double distance(Point one, Point other) {
        return Math.hypot(one.x() - other.x(), one.y() - other.y());
    }
}
