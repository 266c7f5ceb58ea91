// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.collections.ObservableList;
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
import org.peerpath.snapshot.Address;

/**
 * A picture as a group of nodes: what shows at each level of zoom in a group of its own, the lines of paths in one over
 * them. A new picture replaces only what differs from the one before.
 */
public final class PicturePane extends Group {
    private static final double FADED = 0.22;
    /** More single changes than this cost more than one change of the whole. */
    private static final int MOST_SINGLE = 60;

    private final Map<Detail, Group> below = new EnumMap<>(Detail.class);
    private final Group lines = new Group();
    private final Group marks = new Group();
    private final Rectangle focus = new Rectangle();
    private Optional<Prepared> shown = Optional.empty();
    private Detail detail = Detail.CLOSE;
    private Marked marked = Marked.NONE;

    public PicturePane() {
        focus.setFill(Color.TRANSPARENT);
        focus.getStyleClass().add("picture-focus");
        focus.setStrokeType(StrokeType.OUTSIDE);
        focus.setVisible(false);
        marks.setMouseTransparent(true);
        marks.getChildren().add(focus);
        for (Detail level : Detail.values()) {
            Group group = new Group();
            below.put(level, group);
            getChildren().add(group);
        }
        getChildren().addAll(lines, marks);
    }

    public Optional<Picture> picture() {
        return shown.map(Prepared::picture);
    }

    /** What is shown, for the next picture to be prepared from. */
    public Optional<Prepared> shown() {
        return shown;
    }

    /** Shows a picture. */
    public void show(Prepared next) {
        below.forEach((level, group) -> replace(group.getChildren(), next.below(level)));
        next.over().forEach(this::dress);
        replace(lines.getChildren(), next.over());
        shown = Optional.of(next);
        mark(marked);
    }

    private void dress(Node line) {
        line.setOpacity(1);
        line.setVisible(shapeOf(line).filter(this::isShown).isPresent());
    }

    /** A few changes one by one, so that the rest of thousands is left in peace. */
    private static void replace(ObservableList<Node> now, List<Node> next) {
        if (now.size() == next.size()) {
            List<Integer> different = new ArrayList<>();
            for (int i = 0; i < now.size() && different.size() <= MOST_SINGLE; i++) {
                if (!now.get(i).equals(next.get(i))) {
                    different.add(i);
                }
            }
            if (different.size() <= MOST_SINGLE && different.stream().noneMatch(i -> now.contains(next.get(i)))) {
                different.forEach(i -> now.set(i, next.get(i)));
                return;
            }
        }
        now.setAll(next);
    }

    /** Shows what is worth showing at a zoom. */
    public void detail(Detail upTo) {
        if (upTo != detail) {
            detail = upTo;
            below.forEach((level, group) -> group.setVisible(level.compareTo(detail) <= 0));
            lines.getChildren()
                    .forEach(line ->
                            line.setVisible(shapeOf(line).filter(this::isShown).isPresent()));
        }
    }

    private boolean isShown(Shape shape) {
        return shape.mark().detail().compareTo(detail) <= 0;
    }

    /** Lights one path up and lets all other paths step back; nothing steps back for none. */
    public void light(Optional<PathKey> path) {
        for (Node line : lines.getChildren()) {
            boolean other = path.isPresent()
                    && shapeOf(line)
                            .filter(shape -> shape.mark().role().isRibbon()
                                    && shape.mark().path().isPresent()
                                    && !shape.mark().path().equals(path))
                            .isPresent();
            line.setOpacity(other ? FADED : 1);
        }
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

    /**
     * What is pointed out.
     *
     * @param functions those that a search found
     * @param shapes the places of chips, links and words that a comparison says differ
     */
    public record Marked(Set<Address> functions, List<Rect> shapes) {
        public static final Marked NONE = new Marked(Set.of(), List.of());

        public Marked {
            functions = Set.copyOf(functions);
            shapes = List.copyOf(shapes);
        }
    }

    /** Marks what a search found or a comparison says differs. */
    public void mark(Marked next) {
        marked = next;
        List<Node> nodes = new ArrayList<>(List.of(focus));
        shown.ifPresent(prepared -> {
            for (Address function : marked.functions()) {
                prepared.bounds(function).ifPresent(box -> nodes.add(frame(box.grown(3), 14, "picture-mark")));
            }
        });
        marked.shapes().forEach(place -> nodes.add(frame(place.grown(1.5), 7, "picture-change")));
        marks.getChildren().setAll(nodes);
    }

    private static Rectangle frame(Rect around, double round, String style) {
        Rectangle mark = new Rectangle(around.x(), around.y(), around.width(), around.height());
        mark.getStyleClass().add(style);
        mark.setFill(Color.TRANSPARENT);
        mark.setArcWidth(round);
        mark.setArcHeight(round);
        return mark;
    }

    public Optional<Rect> bounds(Address function) {
        return shown.flatMap(prepared -> prepared.bounds(function));
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
