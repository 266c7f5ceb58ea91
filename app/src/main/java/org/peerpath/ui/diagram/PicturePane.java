// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
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
import org.peerpath.ui.parts.Gradually;

/**
 * A picture as a group of nodes: what shows at each level of zoom in a group of its own, the lines of paths in one over
 * them. A new picture replaces only what differs from the one before.
 */
public final class PicturePane extends Group {
    private static final double FADED = 0.22;
    /** More single changes than this cost more than one change of the whole. */
    private static final int MOST_SINGLE = 60;
    /** How many nodes of a new picture appear in one frame. */
    private static final int AT_ONCE = 700;

    private final Map<Detail, Group> below = new EnumMap<>(Detail.class);
    private final Group lines = new Group();
    private final Group marks = new Group();
    private final Rectangle focus = new Rectangle();
    private Optional<Prepared> shown = Optional.empty();
    private Optional<Gradually> filling = Optional.empty();
    private Detail detail = Detail.CLOSE;
    private Set<Address> found = Set.of();
    private Marked changed = Marked.NONE;

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

    /** Shows a picture; one with nothing in common with what is shown appears over some frames, boxes and lines first. */
    public void show(Prepared next) {
        filling.ifPresent(Gradually::stop);
        List<Runnable> pieces = new ArrayList<>();
        pieces.add(() -> {
            next.over().forEach(this::dress);
            replace(lines.getChildren(), next.over());
            shown = Optional.of(next);
            frame();
        });
        below.forEach((level, group) -> {
            List<Node> nodes = next.below(level);
            ObservableList<Node> now = group.getChildren();
            boolean anew = nodes.isEmpty() || !now.contains(nodes.getFirst());
            if (!anew || nodes.size() <= AT_ONCE) {
                pieces.add(() -> replace(now, nodes));
                return;
            }
            pieces.add(() -> now.setAll(nodes.subList(0, AT_ONCE)));
            for (int from = AT_ONCE; from < nodes.size(); from += AT_ONCE) {
                List<Node> some = nodes.subList(from, Math.min(nodes.size(), from + AT_ONCE));
                pieces.add(() -> now.addAll(some));
            }
        });
        boolean large = pieces.size() > 1 + below.size();
        if (large) {
            pieces.addFirst(
                    () -> below.values().forEach(group -> group.getChildren().clear()));
            filling = Optional.of(Gradually.run(pieces));
        } else {
            pieces.forEach(Runnable::run);
            filling = Optional.empty();
        }
    }

    private void dress(Node line) {
        line.setOpacity(1);
        line.setVisible(shapeOf(line).filter(this::isShown).isPresent());
    }

    /** A few changes one by one, so that the rest of thousands is left in peace and is not painted anew. */
    private static void replace(ObservableList<Node> now, List<Node> next) {
        Set<Node> wanted = new HashSet<>(next);
        Set<Node> present = new HashSet<>(now);
        List<Node> gone = now.stream().filter(node -> !wanted.contains(node)).toList();
        List<Node> kept = next.stream().filter(present::contains).toList();
        boolean sameOrder = kept.equals(now.stream().filter(wanted::contains).toList());
        if (!sameOrder || gone.size() + next.size() - kept.size() > MOST_SINGLE) {
            now.setAll(next);
            return;
        }
        gone.forEach(now::remove);
        for (int i = 0; i < next.size(); i++) {
            if (i >= now.size() || !now.get(i).equals(next.get(i))) {
                now.add(i, next.get(i));
            }
        }
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
     * What a comparison says differs.
     *
     * @param functions those of which something differs that has no place of its own
     * @param places of the chips, links and words that differ
     */
    public record Marked(Set<Address> functions, List<Rect> places) {
        public static final Marked NONE = new Marked(Set.of(), List.of());

        public Marked {
            functions = Set.copyOf(functions);
            places = List.copyOf(places);
        }
    }

    /** Marks what a search found. */
    public void mark(Set<Address> functions) {
        found = Set.copyOf(functions);
        frame();
    }

    /** Marks what a comparison says differs in the picture that is shown. */
    public void changed(Marked differs) {
        changed = differs;
        frame();
    }

    private void frame() {
        List<Node> nodes = new ArrayList<>(List.of(focus));
        shown.ifPresent(prepared -> {
            for (Address function : found) {
                prepared.bounds(function).ifPresent(box -> nodes.add(frame(box.grown(3), 14, "picture-mark")));
            }
            for (Address function : changed.functions()) {
                prepared.bounds(function).ifPresent(box -> nodes.add(frame(box.grown(3), 14, "picture-change")));
            }
        });
        changed.places().forEach(place -> nodes.add(frame(place.grown(1.5), 7, "picture-change")));
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
