// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.Address;

/**
 * A host laid out once. Which path is selected changes the lines and signs that lie over everything else, not the places:
 * every picture of one drawing has the same shapes below them, the very same objects.
 */
public final class Drawing {
    private final Scene scene;
    private final Sheet sheet;
    private final Frame frame;
    private final Map<Address, Address> standIns;
    private final List<Shape> below;
    private final Set<String> ids = new HashSet<>();

    /** What a picture is besides its shapes. */
    record Frame(double width, double height, String title, String description) {}

    /**
     * A drawing.
     *
     * @param sheet holds everything but the lines; not changed any more
     */
    Drawing(Scene scene, Sheet sheet, Frame frame, Map<Address, Address> standIns) {
        this.scene = scene;
        this.sheet = sheet;
        this.frame = frame;
        this.standIns = Map.copyOf(standIns);
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Shape.Box(
                Sheet.mark("background", Role.BACKGROUND), new Rect(0, 0, frame.width(), frame.height()), 0));
        shapes.addAll(sheet.belowLines());
        this.below = unique(shapes, ids);
    }

    /** Whether a path can stand out in it: it must be drawn, by its own name and not by that of one that is alike. */
    public boolean draws(PathKey path) {
        return !standIns.containsKey(path.requester())
                && !standIns.containsKey(path.target())
                && scene.nets().stream().anyMatch(net -> net.key().equals(path));
    }

    /** The picture in which this path stands out; one that is not drawn makes no difference. */
    public Picture picture(Optional<PathKey> selected) {
        Sheet lines = sheet.over();
        List<Net> nets =
                scene.nets().stream().map(net -> net.selectedIf(selected)).toList();
        Ribbons.draw(scene, nets, lines);
        List<Shape> over = new ArrayList<>(lines.layer(Sheet.Layer.RIBBON));
        over.addAll(sheet.layer(Sheet.Layer.RIBBON));
        over.addAll(lines.layer(Sheet.Layer.SIGN));
        over.addAll(sheet.layer(Sheet.Layer.SIGN));
        List<Shape> shapes = new ArrayList<>(below);
        shapes.addAll(unique(over, new HashSet<>(ids)));
        return new Picture(frame.width(), frame.height(), frame.title(), frame.description(), shapes, standIns);
    }

    static List<Shape> unique(List<Shape> shapes) {
        return unique(shapes, new HashSet<>());
    }

    /** An id stands once; a second shape of the same name gets a number. */
    private static List<Shape> unique(List<Shape> shapes, Set<String> seen) {
        List<Shape> out = new ArrayList<>(shapes.size());
        for (Shape shape : shapes) {
            Mark mark = shape.mark();
            String id = mark.id();
            int n = 2;
            while (!seen.add(id)) {
                id = mark.id() + "." + n++;
            }
            out.add(id.equals(mark.id()) ? shape : renamed(shape, id));
        }
        return List.copyOf(out);
    }

    private static Shape renamed(Shape shape, String id) {
        Mark old = shape.mark();
        Mark mark = new Mark(id, old.role(), old.function(), old.path(), old.detail(), old.tip());
        return switch (shape) {
            case Shape.Box box -> new Shape.Box(mark, box.bounds(), box.radius());
            case Shape.Line line -> new Shape.Line(mark, line.points(), line.radius(), line.arrow(), line.faded());
            case Shape.Label l ->
                new Shape.Label(mark, l.x(), l.baseline(), l.width(), l.text(), l.face(), l.size(), l.align());
            case Shape.Chip c -> new Shape.Chip(mark, c.bounds(), c.text(), c.width(), c.size(), c.bit());
        };
    }
}
