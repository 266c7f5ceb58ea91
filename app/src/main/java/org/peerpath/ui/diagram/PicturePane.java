// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.paint.Color;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.StrokeType;
import org.peerpath.diagram.Detail;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Picture;
import org.peerpath.diagram.Rect;
import org.peerpath.diagram.Shape;
import org.peerpath.diagram.Theme;
import org.peerpath.snapshot.Address;

/** A picture as a group of nodes. A new picture replaces only what differs from the one before. */
public final class PicturePane extends Group {
    private static final double FADED = 0.22;

    private final Group shapes = new Group();
    private final Group overlay = new Group();
    private final Rectangle focus = new Rectangle();
    private Map<Shape, Node> nodes = Map.of();
    private Optional<Picture> picture = Optional.empty();
    private Theme theme = Theme.LIGHT;
    private Detail detail = Detail.CLOSE;
    private Set<String> marked = Set.of();

    public PicturePane() {
        focus.setFill(Color.TRANSPARENT);
        focus.getStyleClass().add("picture-focus");
        focus.setStrokeType(StrokeType.OUTSIDE);
        focus.setVisible(false);
        overlay.setMouseTransparent(true);
        overlay.getChildren().add(focus);
        getChildren().addAll(shapes, overlay);
    }

    public Optional<Picture> picture() {
        return picture;
    }

    /** Shows a picture; nodes of shapes that stay the same are kept. */
    public void show(Picture next, Theme in) {
        boolean sameTheme = in == theme && picture.isPresent();
        theme = in;
        Map<Shape, Node> made = new HashMap<>();
        List<Node> order = new ArrayList<>(next.shapes().size());
        for (Shape shape : next.shapes()) {
            Node kept = sameTheme ? nodes.get(shape) : null;
            Node node = kept == null ? NodeCanvas.paint(shape, theme) : kept;
            node.setOpacity(1);
            node.setVisible(isShown(shape));
            made.put(shape, node);
            order.add(node);
        }
        if (!order.equals(shapes.getChildren())) {
            shapes.getChildren().setAll(order);
        }
        nodes = made;
        picture = Optional.of(next);
        mark(marked);
    }

    /** Shows what is worth showing at a zoom. */
    public void detail(Detail upTo) {
        if (upTo != detail) {
            detail = upTo;
            nodes.forEach((shape, node) -> node.setVisible(isShown(shape)));
        }
    }

    private boolean isShown(Shape shape) {
        return shape.mark().detail().compareTo(detail) <= 0;
    }

    /** Lights one path up and lets all other paths step back; nothing steps back for none. */
    public void light(Optional<PathKey> path) {
        nodes.forEach((shape, node) -> {
            boolean other = path.isPresent()
                    && shape.mark().path().isPresent()
                    && !shape.mark().path().equals(path)
                    && shape.mark().role().isRibbon();
            node.setOpacity(other ? FADED : 1);
        });
    }

    /** Draws the keyboard's focus around a function; none if it is not drawn. */
    public void focus(Optional<Address> function) {
        Optional<Rect> bounds = function.flatMap(this::bounds);
        bounds.ifPresent(box -> {
            Rect around = box.grown(2);
            focus.setX(around.x());
            focus.setY(around.y());
            focus.setWidth(around.width());
            focus.setHeight(around.height());
            focus.setArcWidth(12);
            focus.setArcHeight(12);
        });
        focus.setVisible(bounds.isPresent());
    }

    /** Marks functions, by address, that a search found or a comparison says differ. */
    public void mark(Set<String> addresses) {
        marked = Set.copyOf(addresses);
        overlay.getChildren().setAll(focus);
        picture.ifPresent(shown -> {
            for (Shape shape : shown.shapes()) {
                if (shape instanceof Shape.Box box
                        && box.mark().role().isFunction()
                        && box.mark()
                                .function()
                                .filter(f -> marked.contains(f.toString()))
                                .isPresent()) {
                    Rect around = box.bounds().grown(3);
                    Rectangle mark = new Rectangle(around.x(), around.y(), around.width(), around.height());
                    mark.getStyleClass().add("picture-mark");
                    mark.setFill(Color.TRANSPARENT);
                    mark.setArcWidth(14);
                    mark.setArcHeight(14);
                    overlay.getChildren().add(mark);
                }
            }
        });
    }

    public Optional<Rect> bounds(Address function) {
        return picture.flatMap(shown -> shown.box(function)).map(Shape.Box::bounds);
    }

    /** The shape that a node, or something inside it, was painted for. */
    public static Optional<Shape> shapeOf(Object target) {
        if (target instanceof Node node) {
            for (Node at = node; at != null; at = at.getParent()) {
                if (at.getUserData() instanceof Shape shape) {
                    return Optional.of(shape);
                }
            }
        }
        return Optional.empty();
    }
}
