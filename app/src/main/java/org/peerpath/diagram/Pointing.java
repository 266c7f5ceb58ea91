// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells what a picture says at the place where somebody points. */
public final class Pointing {
    private Pointing() {}

    /**
     * Returns the sentence for the uppermost thing at a place that has one; empty on the ground.
     *
     * @param x in the picture's units
     * @param y likewise
     * @param upTo the level of zoom: what shows only closer up is not there
     * @param reach how far from a line still means the line
     */
    public static Optional<String> at(Picture picture, double x, double y, Detail upTo, double reach) {
        List<Shape> there = picture.shapes().reversed().stream()
                .filter(shape -> !shape.mark().tip().isEmpty())
                .filter(shape -> shape.mark().detail().compareTo(upTo) <= 0)
                .filter(shape -> holds(shape, x, y, reach))
                .toList();
        // A ring lies over what it points out: it adds to that and does not stand in its place.
        return there.stream()
                .filter(shape -> !shape.mark().role().isRing())
                .findFirst()
                .map(shape -> Stream.concat(Stream.of(shape), rings(there, shape))
                        .map(each -> each.mark().tip())
                        .distinct()
                        .collect(Collectors.joining("; ")));
    }

    /** The ring around a chip for a chip, the one around its port for anything else of the port. */
    private static Stream<Shape> rings(List<Shape> there, Shape pointed) {
        Detail wanted = pointed instanceof Shape.Chip ? Detail.CLOSE : Detail.NEAR;
        return there.stream()
                .filter(shape -> shape.mark().role().isRing() && shape.mark().detail() == wanted)
                .limit(1);
    }

    private static boolean holds(Shape shape, double x, double y, double reach) {
        return switch (shape) {
            case Shape.Box box -> holds(box.bounds(), x, y);
            case Shape.Chip chip -> holds(chip.bounds(), x, y);
            case Shape.Label label -> holds(label.bounds(), x, y);
            case Shape.Line line -> isNear(line.points(), x, y, reach);
        };
    }

    private static boolean holds(Rect bounds, double x, double y) {
        return x >= bounds.x() && x <= bounds.right() && y >= bounds.y() && y <= bounds.bottom();
    }

    private static boolean isNear(List<Point> points, double x, double y, double reach) {
        for (int i = 1; i < points.size(); i++) {
            if (distance(points.get(i - 1), points.get(i), x, y) <= reach) {
                return true;
            }
        }
        return false;
    }

    private static double distance(Point from, Point to, double x, double y) {
        double dx = to.x() - from.x();
        double dy = to.y() - from.y();
        double length = dx * dx + dy * dy;
        double along = length == 0 ? 0 : Math.clamp(((x - from.x()) * dx + (y - from.y()) * dy) / length, 0, 1);
        return Math.hypot(x - from.x() - along * dx, y - from.y() - along * dy);
    }
}
