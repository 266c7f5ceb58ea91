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
import org.peerpath.diagram.Rect;
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
    private final Map<Detail, List<Node>> below = new EnumMap<>(Detail.class);
    private final List<Node> over = new ArrayList<>();
    private final Map<Address, Rect> bounds = new HashMap<>();

    private Prepared(Picture picture, Theme theme, List<Node> nodes) {
        this.picture = picture;
        this.theme = theme;
        this.nodes = nodes;
        for (Detail detail : Detail.values()) {
            below.put(detail, new ArrayList<>());
        }
        for (int i = 0; i < nodes.size(); i++) {
            Shape shape = picture.shapes().get(i);
            if (shape.mark().role().isOverlay()) {
                over.add(nodes.get(i));
            } else {
                below(shape.mark().detail()).add(nodes.get(i));
            }
            if (shape instanceof Shape.Box box && box.mark().role().isFunction()) {
                box.mark().function().ifPresent(function -> bounds.putIfAbsent(function, box.bounds()));
            }
        }
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

    /** The nodes below the lines that show from this level of zoom on. */
    List<Node> below(Detail detail) {
        return below.computeIfAbsent(detail, d -> new ArrayList<>());
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
