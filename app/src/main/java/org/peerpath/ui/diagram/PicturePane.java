// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javafx.geometry.Point2D;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.paint.Color;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.StrokeType;
import org.peerpath.diagram.Detail;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Picture;
import org.peerpath.diagram.Pointing;
import org.peerpath.diagram.Rect;
import org.peerpath.diagram.Shape;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.parts.Gradually;

/**
 * A picture as a group of nodes: a tile for each card, the lines of paths over them. A new picture replaces only what
 * differs from the one before; tiles in which nothing does are painted from an image.
 */
public final class PicturePane extends Group {
    private static final double FADED = 0.22;
    /** How far from a line the pointer still means it, in pixels of the screen. */
    private static final double REACH = 6;
    /** How many nodes of a new picture appear in one frame. */
    private static final int AT_ONCE = 700;
    /** Of all images of tiles together: four bytes each. */
    private static final double MOST_PIXELS = 4e6;

    private final Group ground = new Group();
    private final Group lines = new Group();
    private final Group marks = new Group();
    private final Rectangle focus = new Rectangle();
    private Optional<Prepared> shown = Optional.empty();
    private Optional<Gradually> filling = Optional.empty();
    private List<TileGroup> tiles = List.of();
    private Detail detail = Detail.CLOSE;
    private double scale = 1;
    private Set<Address> found = Set.of();
    private Marked changed = Marked.NONE;

    public PicturePane() {
        focus.setFill(Color.TRANSPARENT);
        focus.getStyleClass().add("picture-focus");
        focus.setStrokeType(StrokeType.OUTSIDE);
        focus.setVisible(false);
        marks.setMouseTransparent(true);
        marks.getChildren().add(focus);
        getChildren().addAll(ground, lines, marks);
    }

    public Optional<Picture> picture() {
        return shown.map(Prepared::picture);
    }

    /** What is shown, for the next picture to be prepared from. */
    public Optional<Prepared> shown() {
        return shown;
    }

    /** Shows a picture; one with little in common with what is shown appears over some frames, boxes and names first. */
    public void show(Prepared next) {
        filling.ifPresent(Gradually::stop);
        filling = Optional.empty();
        boolean sameTiles =
                shown.filter(before -> ids(before).equals(ids(next))).isPresent();
        next.over().forEach(this::dress);
        TileGroup.replace(lines.getChildren(), next.over());
        shown = Optional.of(next);
        frame();
        long fresh = next.tiles().stream().mapToLong(PicturePane::fresh).sum();
        if (sameTiles && fresh <= AT_ONCE) {
            for (int i = 0; i < tiles.size(); i++) {
                tiles.get(i).show(next.tiles().get(i));
            }
            return;
        }
        tiles = next.tiles().stream().map(TileGroup::new).toList();
        tiles.forEach(tile -> tile.detail(detail));
        remember();
        List<Runnable> pieces = pieces(next);
        ground.getChildren().setAll(tiles);
        if (fresh <= AT_ONCE) {
            pieces.forEach(Runnable::run);
        } else {
            filling = Optional.of(Gradually.run(pieces));
        }
    }

    private static List<String> ids(Prepared prepared) {
        return prepared.tiles().stream().map(Prepared.Tile::id).toList();
    }

    /** How many nodes of a tile are not shown yet. */
    private static long fresh(Prepared.Tile tile) {
        return Stream.of(Detail.values())
                .flatMap(level -> tile.nodes(level).stream())
                .filter(node -> node.getParent() == null)
                .count();
    }

    /** Fills the empty tiles, some hundred nodes at once. */
    private List<Runnable> pieces(Prepared next) {
        List<Runnable> pieces = new ArrayList<>();
        List<Runnable> piece = new ArrayList<>();
        int size = 0;
        for (Detail level : Detail.values()) {
            for (int i = 0; i < tiles.size(); i++) {
                TileGroup tile = tiles.get(i);
                List<Node> all = next.tiles().get(i).nodes(level);
                for (int from = 0; from < all.size(); from += AT_ONCE) {
                    List<Node> some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
                    piece.add(() -> tile.add(level, some));
                    size += some.size();
                    if (size >= AT_ONCE) {
                        List<Runnable> whole = List.copyOf(piece);
                        pieces.add(() -> whole.forEach(Runnable::run));
                        piece.clear();
                        size = 0;
                    }
                }
            }
        }
        List<Runnable> rest = List.copyOf(piece);
        pieces.add(() -> rest.forEach(Runnable::run));
        return pieces;
    }

    private void dress(Node line) {
        fade(line, 1);
        line.setVisible(shapeOf(line).filter(this::isShown).isPresent());
    }

    /** On the strokes themselves: the opacity of a group would be painted by way of an image of its own. */
    private static void fade(Node line, double opacity) {
        if (line instanceof Group group) {
            group.getChildren().forEach(part -> part.setOpacity(opacity));
        } else {
            line.setOpacity(opacity);
        }
    }

    /** How large the picture is on the screen, and so what of it is worth showing. */
    public void scale(double factor, Detail upTo) {
        scale = factor;
        detail(upTo);
        remember();
    }

    /** Tiles are kept as images while these are no larger together than a few windows; of a larger picture little shows. */
    private void remember() {
        double pixels = tiles.stream().skip(1).mapToDouble(TileGroup::area).sum() * scale * scale;
        boolean kept = pixels <= MOST_PIXELS;
        // The ground is a few boxes, as large as the picture: an image of it would gain nothing.
        tiles.stream().skip(1).filter(tile -> tile.isCache() != kept).forEach(tile -> tile.setCache(kept));
    }

    private void detail(Detail upTo) {
        if (upTo != detail) {
            detail = upTo;
            tiles.forEach(tile -> tile.detail(detail));
            lines.getChildren()
                    .forEach(line ->
                            line.setVisible(shapeOf(line).filter(this::isShown).isPresent()));
        }
    }

    private boolean isShown(Shape shape) {
        return shape.mark().detail().compareTo(detail) <= 0;
    }

    /**
     * Lights one path up and lets all other paths step back; nothing steps back for none. What is selected is being looked
     * at and never steps back.
     */
    public void light(Optional<PathKey> path, Optional<PathKey> selected) {
        for (Node line : lines.getChildren()) {
            boolean other = path.isPresent()
                    && shapeOf(line)
                            .filter(shape -> shape.mark().role().isRibbon()
                                    && shape.mark().path().isPresent()
                                    && !shape.mark().path().equals(path)
                                    && !shape.mark().path().equals(selected))
                            .isPresent();
            fade(line, other ? FADED : 1);
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

    /** What the picture says at a place of the scene; empty on the ground. */
    public Optional<String> tip(double sceneX, double sceneY) {
        Point2D at = sceneToLocal(sceneX, sceneY);
        return at == null
                ? Optional.empty()
                : picture().flatMap(shown -> Pointing.at(shown, at.getX(), at.getY(), detail, REACH / scale));
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
