// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import org.peerpath.snapshot.Address;

/** The devices directly below one port: one fills its place, several stand on each other with a strip for lines beside. */
final class DeviceStack extends Block {
    private static final double GAP = 5;

    private final List<DeviceBox> boxes;
    private final List<Branch> branches;
    private final double gutter;

    private DeviceStack(List<Branch> branches, List<DeviceBox> boxes, double gutter) {
        super(
                gutter + boxes.stream().mapToDouble(Block::width).max().orElse(0),
                boxes.stream().mapToDouble(Block::height).sum() + GAP * (boxes.size() - 1));
        this.branches = branches;
        this.boxes = boxes;
        this.gutter = gutter;
    }

    /**
     * Measures a stack.
     *
     * @param lanes how many lines come down to it
     */
    static DeviceStack of(Scene scene, List<Branch> devices, int lanes) {
        return new DeviceStack(
                devices,
                devices.stream().map(d -> DeviceBox.of(scene, d)).toList(),
                devices.size() > 1 ? Metrics.gutter(lanes) : 0);
    }

    boolean single() {
        return boxes.size() == 1;
    }

    /** The middle of the strip beside it, from its left edge; only where there are several. */
    double stripCenter(double w, Block.Side side) {
        return side == Side.LEFT ? gutter / 2 : w - gutter / 2;
    }

    /**
     * Places and draws it.
     *
     * @param wireX where the wire comes down
     */
    void place(double x, double y, double w, Side side, double wireX, Sheet sheet) {
        if (single()) {
            boxes.getFirst().place(x, y, w, new Sheet.Landing(true, y, y), sheet);
            return;
        }
        double top = y;
        double left = side == Side.LEFT ? x + gutter : x;
        double edge = side == Side.LEFT ? left : x + w - gutter;
        for (int i = 0; i < boxes.size(); i++) {
            DeviceBox box = boxes.get(i);
            Address address = branches.get(i).address();
            double hook = top + Math.min(14, box.height() / 2);
            box.place(left, top, w - gutter, new Sheet.Landing(false, edge, hook), sheet);
            sheet.wire(
                    Sheet.id("wire", address),
                    address,
                    Role.WIRE,
                    "",
                    List.of(new Point(wireX, y - 2), new Point(wireX, hook), new Point(edge, hook)));
            top += box.height() + GAP;
        }
    }
}
