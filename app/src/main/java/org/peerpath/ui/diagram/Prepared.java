// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import org.peerpath.diagram.Detail;
import org.peerpath.diagram.Picture;
import org.peerpath.diagram.Point;
import org.peerpath.diagram.Rect;
import org.peerpath.diagram.Role;
import org.peerpath.diagram.Shape;
import org.peerpath.diagram.Theme;
import org.peerpath.snapshot.Address;

/**
 * A picture with its nodes, made away from the window's thread, so that showing it is only an exchange of what differs.
 * Nodes of shapes that stay the same are those of the picture before; they are not touched here.
 */
public final class Prepared {
    private final Picture picture;
    private final Theme theme;
    private final List<Node> nodes;
    private final List<Tile> tiles = new ArrayList<>();
    private final List<Node> over = new ArrayList<>();
    private final Map<Address, Rect> bounds = new HashMap<>();

    private Prepared(Picture picture, Theme theme, List<Node> nodes) {
        this.picture = picture;
        this.theme = theme;
        this.nodes = nodes;
        List<Shape.Box> cards = picture.shapes().stream()
                .filter(shape -> shape.mark().role().isCard())
                .map(Shape.Box.class::cast)
                .toList();
        tiles.add(new Tile("ground", picture.width() * picture.height()));
        cards.forEach(card -> tiles.add(
                new Tile(card.mark().id(), card.bounds().width() * card.bounds().height())));
        int last = 0;
        for (int i = 0; i < nodes.size(); i++) {
            Shape shape = picture.shapes().get(i);
            if (shape.mark().role().isOverlay()) {
                over.add(nodes.get(i));
            } else {
                last = liesUnder(shape.mark().role()) ? 0 : tileOf(place(shape), cards, last);
                tiles.get(last).nodes(shape.mark().detail()).add(nodes.get(i));
            }
            if (shape instanceof Shape.Box box && box.mark().role().isFunction()) {
                box.mark().function().ifPresent(function -> bounds.putIfAbsent(function, box.bounds()));
            }
        }
    }

    /**
     * What lies within one card, or on the ground around them: it is painted once into an image of its own, so that a change
     * in one card, or of a line over it, does not paint all the others again.
     */
    static final class Tile {
        private final String id;
        private final double area;
        private final Map<Detail, List<Node>> nodes = new EnumMap<>(Detail.class);

        Tile(String id, double area) {
            this.id = id;
            this.area = area;
            for (Detail detail : Detail.values()) {
                nodes.put(detail, new ArrayList<>());
            }
        }

        String id() {
            return id;
        }

        /** In square units of the picture. */
        double area() {
            return area;
        }

        /** Those that show from this level of zoom on. */
        List<Node> nodes(Detail detail) {
            return nodes.computeIfAbsent(detail, d -> new ArrayList<>());
        }
    }

    /** Painted before any card, though it may reach under one. */
    private static boolean liesUnder(Role role) {
        return role == Role.BACKGROUND || role == Role.CARD_BEHIND || role == Role.CHANNEL;
    }

    private static Rect place(Shape shape) {
        return switch (shape) {
            case Shape.Box box -> box.bounds();
            case Shape.Chip chip -> chip.bounds();
            case Shape.Label label -> label.bounds();
            case Shape.Line line -> {
                Point from = line.points().getFirst();
                yield new Rect(from.x() - 0.5, from.y() - 0.5, 1, 1);
            }
        };
    }

    /** The card that a shape lies on; shapes of one card mostly follow each other. Cards do not overlap. */
    private static int tileOf(Rect place, List<Shape.Box> cards, int last) {
        if (last > 0 && cards.get(last - 1).bounds().overlaps(place)) {
            return last;
        }
        for (int i = 0; i < cards.size(); i++) {
            if (cards.get(i).bounds().overlaps(place)) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Makes the nodes of a picture, taking over those of the one before where it can. */
    public static Prepared of(Picture picture, Theme theme, Optional<Prepared> before) {
        List<Shape> shapes = picture.shapes();
        Optional<Prepared> alike = before.filter(b -> b.theme == theme);
        int same = alike.map(b -> sameAtTheStart(b.picture.shapes(), shapes)).orElse(0);
        List<Node> nodes = new ArrayList<>(shapes.size());
        alike.ifPresent(b -> nodes.addAll(b.nodes.subList(0, same)));
        Map<Shape, Node> rest = alike.map(b -> b.from(same)).orElse(Map.of());
        for (Shape shape : shapes.subList(same, shapes.size())) {
            Node kept = rest.get(shape);
            nodes.add(kept == null ? NodeCanvas.paint(shape, theme) : kept);
        }
        return new Prepared(picture, theme, nodes);
    }

    /** Pictures of one drawing begin with the very same shapes: no need to compare them in depth. */
    private static int sameAtTheStart(List<Shape> one, List<Shape> other) {
        int end = Math.min(one.size(), other.size());
        int i = 0;
        while (i < end && isSame(one.get(i), other.get(i))) {
            i++;
        }
        return i;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Shape one, Shape other) {
        return one == other;
    }

    private Map<Shape, Node> from(int start) {
        Map<Shape, Node> map = new HashMap<>();
        for (int i = start; i < nodes.size(); i++) {
            map.put(picture.shapes().get(i), nodes.get(i));
        }
        return map;
    }

    public Picture picture() {
        return picture;
    }

    /** The nodes below the lines: the ground first. */
    List<Tile> tiles() {
        return tiles;
    }

    /** Lines and signs of paths. */
    List<Node> over() {
        return over;
    }

    /** The place of a function, or of the one that is drawn in its stead. */
    Optional<Rect> bounds(Address function) {
        return Optional.ofNullable(bounds.get(picture.standIns().getOrDefault(function, function)));
    }
}
