// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One port of a switch, or several on each other, reached by a strip beside them. */
final class Column extends Block {
    private static final double GAP = 10;

    private final List<Cell> cells;
    private final List<Net.Lane> lanes;
    private final double gutter;

    private Column(List<Cell> cells, List<Net.Lane> lanes, double gutter, double width, double height) {
        super(width, height);
        this.cells = cells;
        this.lanes = lanes;
        this.gutter = gutter;
    }

    static Column of(Scene scene, List<Cell> cells) {
        Set<Net.Lane> all = new LinkedHashSet<>();
        cells.forEach(cell -> all.addAll(scene.lanes().through(cell.branch().address())));
        List<Net.Lane> lanes = List.copyOf(all);
        double widest = cells.stream().mapToDouble(Block::width).max().orElse(0);
        double gutter = cells.size() > 1 ? Metrics.gutter(lanes.size()) : 0;
        double height = cells.stream().mapToDouble(Block::height).sum() + GAP * cells.size();
        return new Column(List.copyOf(cells), lanes, gutter, widest + gutter, height);
    }

    boolean stacked() {
        return cells.size() > 1;
    }

    /** How much further in than its own edge the strip below is. */
    double inset() {
        return cells.getFirst().inset();
    }

    boolean hasPort() {
        return !stacked() && cells.getFirst().hasPort();
    }

    /** How far it reaches below its switch. */
    double below() {
        return stacked() ? height() : cells.getFirst().groupHeight();
    }

    /**
     * Places and draws it.
     *
     * @param portY top of the ports in the switch
     * @param edge the switch's lower edge
     */
    void place(double x, double portY, double edge, double w, Side side, Sheet sheet) {
        if (!stacked()) {
            cells.getFirst().place(x, portY, edge, w, side, sheet);
            return;
        }
        double center = side == Side.LEFT ? x + gutter / 2 : x + w - gutter / 2;
        Sheet.Gate strip =
                Sheet.Gate.centered(new Rect(center - gutter / 2, edge, gutter, height()), center, Metrics.LANE, lanes);
        double top = edge + GAP;
        double left = side == Side.LEFT ? x + gutter : x;
        for (Cell cell : cells) {
            sheet.columns.put(cell.branch().address(), strip);
            double hook = top - GAP / 2;
            cell.place(left, top, top + (cell.hasPort() ? Metrics.PORT_HEIGHT : 0), w - gutter, side, sheet);
            Sheet.Gate gate = sheet.ports.get(cell.branch().address());
            double to = gate == null ? left + 6 : gate.middle();
            sheet.wire(
                    Sheet.id("edge", cell.branch().address()),
                    cell.branch().address(),
                    Role.WIRE,
                    "",
                    List.of(
                            new Point(strip.middle(), edge),
                            new Point(strip.middle(), hook),
                            new Point(to, hook),
                            new Point(to, top)));
            top += cell.height() + GAP;
        }
    }
}
