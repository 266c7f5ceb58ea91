// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.Address;

/** Nothing in a picture covers what it should not, on any tree. */
class GeometryTest {
    private static final double SLACK = 0.05;

    /** Half a ribbon's width and some air: text does not touch it. */
    private static final double RIBBON = 4;

    /** The same of its arrow head. */
    private static final double HEAD = 6.5;

    static Stream<Pictures.Judged> hosts() {
        return Pictures.all();
    }

    private static List<Picture> pictures(Pictures.Judged host) {
        return List.of(
                host.picture(LayoutOptions.WINDOW),
                host.picture(LayoutOptions.FILE.withFolded(true)),
                host.picture(LayoutOptions.FILE.withHidden(true)),
                host.picture(LayoutOptions.FILE.withPaths(LayoutOptions.Paths.ALL)));
    }

    private static boolean isPlace(Role role) {
        return role.isFunction()
                || switch (role) {
                    case CARD, CARD_DETOUR, CARD_UNKNOWN, CARD_BLOCKED, SWITCH, CHANNEL -> true;
                    default -> false;
                };
    }

    private static List<Shape.Box> places(Picture picture) {
        return picture.shapes().stream()
                .filter(Shape.Box.class::isInstance)
                .map(Shape.Box.class::cast)
                .filter(box -> isPlace(box.mark().role()))
                .toList();
    }

    private static List<Shape.Label> labels(Picture picture) {
        return picture.shapes().stream()
                .filter(Shape.Label.class::isInstance)
                .map(Shape.Label.class::cast)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void boxesOverlapOnlyWhenNested(Pictures.Judged host) {
        for (Picture picture : pictures(host)) {
            List<Shape.Box> places = places(picture);
            List<String> wrong = new ArrayList<>();
            for (int i = 0; i < places.size(); i++) {
                for (int j = i + 1; j < places.size(); j++) {
                    Rect a = places.get(i).bounds();
                    Rect b = places.get(j).bounds();
                    boolean apart = !a.grown(-SLACK).overlaps(b.grown(-SLACK));
                    boolean nested =
                            a.grown(SLACK).contains(b) || b.grown(SLACK).contains(a);
                    if (!apart && !nested) {
                        wrong.add(places.get(i).mark().id() + " and "
                                + places.get(j).mark().id());
                    }
                }
            }
            assertEquals(List.of(), wrong);
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void everyFunctionDrawnHasOneBoxAndEveryIdIsUnique(Pictures.Judged host) {
        for (Picture picture : pictures(host)) {
            Set<String> ids = new HashSet<>();
            Set<Address> functions = new HashSet<>();
            for (Shape shape : picture.shapes()) {
                assertTrue(
                        ids.add(shape.mark().id()),
                        () -> "twice: " + shape.mark().id());
                if (shape instanceof Shape.Box box && box.mark().role().isFunction()) {
                    assertTrue(functions.add(box.mark().function().orElseThrow()), () -> "twice: " + box.mark());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void everyLabelIsInsideABoxOfItsFunction(Pictures.Judged host) {
        for (Picture picture : pictures(host)) {
            List<Shape.Box> places = places(picture);
            Rect whole = new Rect(0, 0, picture.width(), picture.height());
            List<String> wrong = new ArrayList<>();
            for (Shape.Label label : labels(picture)) {
                Optional<Address> function = label.mark().function();
                boolean speed = label.mark().id().startsWith("speed-");
                boolean inside = whole.contains(label.bounds())
                        && (function.isEmpty()
                                || places.stream()
                                        .filter(box ->
                                                speed || box.mark().function().equals(function))
                                        .anyMatch(
                                                box -> box.bounds().grown(SLACK).contains(label.bounds())));
                if (!inside) {
                    wrong.add(label.mark().id() + " '" + label.text() + "' " + label.bounds());
                }
            }
            assertEquals(List.of(), wrong);
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void noTextCoversOtherText(Pictures.Judged host) {
        for (Picture picture : pictures(host)) {
            List<Rect> taken = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (Shape shape : picture.shapes()) {
                switch (shape) {
                    case Shape.Label label -> {
                        // Ascender to descender; lines of one paragraph may share the empty part.
                        Rect b = label.bounds();
                        taken.add(new Rect(b.x(), b.y() + 0.15 * b.height(), b.width(), 0.7 * b.height()));
                        names.add(label.mark().id());
                    }
                    case Shape.Chip chip
                    when chip.mark().role() != Role.SIGN_UNKNOWN -> {
                        taken.add(chip.bounds());
                        names.add(chip.mark().id());
                    }
                    default -> {}
                }
            }
            List<String> wrong = new ArrayList<>();
            for (int i = 0; i < taken.size(); i++) {
                for (int j = i + 1; j < taken.size(); j++) {
                    if (taken.get(i).grown(-SLACK).overlaps(taken.get(j).grown(-SLACK))) {
                        wrong.add(names.get(i) + " and " + names.get(j));
                    }
                }
            }
            assertEquals(List.of(), wrong);
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void ribbonsTouchOnlyPortsOfTheirRoute(Pictures.Judged host) {
        for (LayoutOptions options :
                List.of(LayoutOptions.WINDOW, LayoutOptions.FILE.withPaths(LayoutOptions.Paths.ALL))) {
            Picture picture = host.picture(options);
            List<Shape.Box> functions = places(picture).stream()
                    .filter(box -> box.mark().role().isFunction())
                    .toList();
            List<String> wrong = new ArrayList<>();
            for (Shape shape : picture.shapes()) {
                if (shape instanceof Shape.Line line && line.mark().path().isPresent()) {
                    PathKey path = line.mark().path().get();
                    // A Data Direct function sends for its NIC: the line begins there.
                    Address sender = host.reports().stream()
                            .filter(report -> PathKey.of(report).equals(path))
                            .findFirst()
                            .orElseThrow()
                            .sender();
                    Set<Address> route =
                            new HashSet<>(host.host().topology().place(sender).chain());
                    route.addAll(host.host().topology().place(path.target()).chain());
                    route.add(sender);
                    route.add(path.target());
                    for (Shape.Box box : functions) {
                        if (!route.contains(box.mark().function().orElseThrow())
                                && crosses(line.points(), box.bounds().grown(-0.5))) {
                            wrong.add(
                                    line.mark().id() + " crosses " + box.mark().id());
                        }
                    }
                }
            }
            assertEquals(List.of(), wrong);
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void ribbonsLeaveTextFree(Pictures.Judged host) {
        Picture picture = host.picture(LayoutOptions.WINDOW);
        List<String> wrong = new ArrayList<>();
        for (Shape shape : picture.shapes()) {
            if (shape instanceof Shape.Line line && line.mark().role().isRibbon()) {
                for (Shape.Label label : labels(picture)) {
                    Rect b = label.bounds();
                    Rect core = new Rect(b.x(), b.y() + 0.2 * b.height(), b.width(), 0.6 * b.height());
                    if (crosses(line.points(), beside(core, RIBBON))
                            || (line.arrow() && crosses(head(line.points()), beside(core, HEAD)))) {
                        wrong.add(line.mark().id() + " crosses " + label.mark().id() + " '" + label.text() + "'");
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static Rect beside(Rect text, double by) {
        return new Rect(text.x() - by, text.y(), text.width() + 2 * by, text.height());
    }

    /** The last bit of a line, where its arrow head is. */
    private static List<Point> head(List<Point> points) {
        Point tip = points.getLast();
        Point from = points.get(points.size() - 2);
        double length = Math.max(0.01, Math.hypot(tip.x() - from.x(), tip.y() - from.y()));
        double part = Math.min(1, 8 / length);
        return List.of(new Point(tip.x() + part * (from.x() - tip.x()), tip.y() + part * (from.y() - tip.y())), tip);
    }

    /** Every piece of a ribbon is level or upright. */
    private static boolean crosses(List<Point> points, Rect box) {
        for (int i = 1; i < points.size(); i++) {
            Point a = points.get(i - 1);
            Point b = points.get(i);
            Rect piece = new Rect(
                    Math.min(a.x(), b.x()) - 0.01,
                    Math.min(a.y(), b.y()) - 0.01,
                    Math.abs(a.x() - b.x()) + 0.02,
                    Math.abs(a.y() - b.y()) + 0.02);
            if (piece.overlaps(box)) {
                return true;
            }
        }
        return false;
    }
}
