// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;

/** Where the parts of a layout put their shapes, and what lines must know of the places. Confined to one layout. */
final class Sheet {
    /** What is painted before what. */
    enum Layer {
        GROUND,
        CARD,
        BODY,
        WIRE,
        BOX,
        TEXT,
        RIBBON,
        SIGN
    }

    private final TextMeasure measure;
    private final Map<Layer, List<Shape>> layers = new EnumMap<>(Layer.class);

    /** The strips in which lines pass ports, by port. */
    final Map<Address, Gate> ports;

    /** The strips in which lines pass upstream ports. */
    final Map<Address, Gate> tabs;

    /** The strips beside stacked ports and devices, by what is stacked. */
    final Map<Address, Gate> columns;

    /** Where lines run across a switch, by upstream port: their lanes from this y on. */
    final Map<Address, Fabric> fabrics;

    /** Where lines end at devices. */
    final Map<Address, Landing> landings;

    /** Where lines cross above the row of cards that a root belongs to. */
    final Map<Address, Channel> channels;

    /** Boxes of ports, for the ring around the deciding one. */
    final Map<Address, Rect> boxes;

    /** Chips, for the one that decides. */
    final Map<Address, Map<AcsBit, Rect>> chips;

    /** A strip with one lane for each line that passes. */
    record Gate(Rect bounds, double first, double step, List<Net.Lane> lanes) {
        static Gate centered(Rect bounds, double center, double step, List<Net.Lane> lanes) {
            // A strip as wide as strips get is full: its outermost lines keep their distance from the text beside it.
            double room = bounds.width() - (bounds.width() >= Metrics.gutter(Integer.MAX_VALUE) ? 12 : 4);
            double fitting = lanes.size() > 1 ? Math.min(step, room / (lanes.size() - 1)) : step;
            return new Gate(bounds, center - fitting * Math.max(0, lanes.size() - 1) / 2, fitting, List.copyOf(lanes));
        }

        /** Where a line passes; the middle for one that was not expected. */
        double x(Net.Lane lane) {
            int index = lanes.indexOf(lane);
            return index < 0 ? middle() : first + step * index;
        }

        double middle() {
            return first + step * Math.max(0, lanes.size() - 1) / 2;
        }

        /** Where the last line passes. */
        double last() {
            return first + step * Math.max(0, lanes.size() - 1);
        }

        int index(Net.Lane lane) {
            return Math.max(0, lanes.indexOf(lane));
        }
    }

    /** The lanes across a switch's body. */
    record Fabric(double top, double step, List<Net.Lane> lanes) {
        double y(Net.Lane lane) {
            return top + step * Math.max(0, lanes.indexOf(lane));
        }
    }

    /**
     * Where a line meets a device: from above, or from the side.
     *
     * @param edge its top if from above, else the x of the side that faces the lines
     * @param y its top, or where the line comes in
     */
    record Landing(boolean fromAbove, double edge, double y) {}

    /** The lanes above a row of cards, and the lane that leads to the other rows. */
    record Channel(int row, double top, double step, double margin, List<Net.Lane> lanes) {
        double y(Net.Lane lane) {
            return top + step * Math.max(0, lanes.indexOf(lane));
        }

        double marginX(Net.Lane lane) {
            return margin + step * Math.max(0, lanes.indexOf(lane));
        }
    }

    /** Where a path ends that cannot be used; one that is blocked ends at a bar. */
    static final String CROSS = "×";

    Sheet(TextMeasure measure) {
        this.measure = measure;
        this.ports = new HashMap<>();
        this.tabs = new HashMap<>();
        this.columns = new HashMap<>();
        this.fabrics = new HashMap<>();
        this.landings = new HashMap<>();
        this.channels = new HashMap<>();
        this.boxes = new HashMap<>();
        this.chips = new HashMap<>();
        clear();
    }

    /** An empty sheet over the same places. */
    private Sheet(Sheet below) {
        this.measure = below.measure;
        this.ports = below.ports;
        this.tabs = below.tabs;
        this.columns = below.columns;
        this.fabrics = below.fabrics;
        this.landings = below.landings;
        this.channels = below.channels;
        this.boxes = below.boxes;
        this.chips = below.chips;
        clear();
    }

    private void clear() {
        for (Layer layer : Layer.values()) {
            layers.put(layer, new ArrayList<>());
        }
    }

    /** A sheet to draw lines on, which knows the places of this one. */
    Sheet over() {
        return new Sheet(this);
    }

    List<Shape> layer(Layer layer) {
        return layers.getOrDefault(layer, List.of());
    }

    /** Everything below the lines. */
    List<Shape> belowLines() {
        List<Shape> all = new ArrayList<>();
        layers.forEach((layer, shapes) -> {
            if (layer.compareTo(Layer.RIBBON) < 0) {
                all.addAll(shapes);
            }
        });
        return all;
    }

    void add(Layer layer, Shape shape) {
        layers.computeIfAbsent(layer, l -> new ArrayList<>()).add(shape);
    }

    /** A mark of a function. */
    static Mark mark(String kind, Address function, Role role, Detail detail, String tip) {
        return new Mark(id(kind, function), role, Optional.of(function), Optional.empty(), detail, tip);
    }

    /** A mark of nothing in particular. */
    static Mark mark(String id, Role role) {
        return mark(id, role, "");
    }

    /** A mark of nothing in particular that says something. */
    static Mark mark(String id, Role role, String tip) {
        return new Mark(id, role, Optional.empty(), Optional.empty(), Detail.FAR, tip);
    }

    static String id(String kind, Address function) {
        return kind + "-" + function.toString().replace(':', '-');
    }

    void box(Layer layer, Mark mark, Rect bounds, double radius) {
        add(layer, new Shape.Box(mark, bounds, radius));
    }

    /** A sign on a line: one letter in a small box around a place. */
    void badge(Mark mark, Point at, String letter) {
        add(
                Layer.SIGN,
                new Shape.Chip(
                        mark,
                        new Rect(at.x() - 7, at.y() - 7, 14, 14),
                        letter,
                        measure.width(letter, Typeface.BOLD, Metrics.LEAST_TEXT),
                        Metrics.LEAST_TEXT,
                        Optional.empty()));
    }

    /** Text clipped to its room; where it had to be clipped the whole becomes the tooltip, unless there is one. */
    Shape.Label text(
            Mark mark, double x, double baseline, double room, String text, Typeface face, double size, Align align) {
        String shown = measure.clip(text, face, size, room);
        Mark said = shown.equals(text) || !mark.tip().isEmpty()
                ? mark
                : new Mark(mark.id(), mark.role(), mark.function(), mark.path(), mark.detail(), text);
        Shape.Label label =
                new Shape.Label(said, x, baseline, measure.width(shown, face, size), shown, face, size, align);
        if (!shown.isEmpty()) {
            add(Layer.TEXT, label);
        }
        return label;
    }

    void chip(Mark mark, Rect bounds, String text, double size, Optional<AcsBit> bit) {
        String shown = measure.clip(text, Typeface.BOLD, size, bounds.width() - 2);
        add(Layer.BOX, new Shape.Chip(mark, bounds, shown, measure.width(shown, Typeface.BOLD, size), size, bit));
    }

    void wire(String id, Address lower, Role role, String tip, List<Point> points) {
        add(
                Layer.WIRE,
                new Shape.Line(
                        new Mark(id, role, Optional.of(lower), Optional.empty(), Detail.NEAR, tip),
                        points,
                        4,
                        false,
                        false));
    }
}
