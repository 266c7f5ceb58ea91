// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.Objects;

/** A port of a switch and what hangs below it; or a device without a port of its own. */
final class Cell extends Block {
    private static final double WIDEST_PORT = 138;

    private final Branch branch;
    private final PortBox port;
    private final Group group;
    private final boolean hasPort;
    private final double bleed;

    private Cell(Branch branch, PortBox port, Group group, boolean hasPort, double bleed, double width, double height) {
        super(width, height);
        this.branch = branch;
        this.port = port;
        this.group = group;
        this.hasPort = hasPort;
        this.bleed = bleed;
    }

    /**
     * Measures a cell.
     *
     * @param depth how many switches are above it
     * @param bleed how far what hangs below reaches out on both sides: as far as the switch around a single port
     */
    static Cell of(Scene scene, Branch branch, int depth, double bleed) {
        PortBox port = PortBox.slot(scene, branch);
        if (!branch.isBridge()) {
            // A device that a damaged or partial source puts directly inside a switch hangs from a strip of its own.
            Branch strip = new Branch(branch.function(), Branch.Kind.BRIDGE, List.of(branch));
            Group group = Group.below(scene, strip, depth);
            return new Cell(branch, port, group, false, bleed, group.width() - 2 * bleed, group.height());
        }
        Group group = Group.below(scene, branch, depth);
        return new Cell(
                branch,
                port,
                group,
                true,
                bleed,
                Math.max(port.width() + group.inset(), group.width() - 2 * bleed),
                port.height() + (group.isEmpty() ? 0 : group.height()));
    }

    Branch branch() {
        return branch;
    }

    boolean hasPort() {
        return hasPort;
    }

    double inset() {
        return group.inset();
    }

    double groupHeight() {
        return group.isEmpty() ? 0 : group.height();
    }

    /** Places and draws the port, and below another edge what hangs from it. */
    void place(double x, double portY, double groupY, double w, Side side, Sheet sheet) {
        Sheet.Gate gate;
        if (hasPort) {
            placePort(x, portY, w, side, sheet);
            gate = Objects.requireNonNull(sheet.ports.get(branch.address()));
        } else {
            double center = side == Side.LEFT ? x + 10 : x + w - 10;
            gate = new Sheet.Gate(new Rect(center - 6, portY, 12, groupY - portY), center, 0, List.of());
        }
        if (group.isEmpty()) {
            return;
        }
        if (hasPort && groupY > portY + port.height()) {
            sheet.wire(
                    Sheet.id("edge", branch.address()),
                    branch.address(),
                    Role.WIRE,
                    "",
                    List.of(new Point(gate.middle(), portY + port.height()), new Point(gate.middle(), groupY)));
        }
        group.place(x - bleed, groupY, w + 2 * bleed, side, gate, sheet);
    }

    /** Above a switch of several ports the strip stands over its middle, where lines enter it. */
    private void placePort(double x, double y, double w, Side side, Sheet sheet) {
        if (!group.isEnteredInTheMiddle()) {
            double room = Math.min(w, WIDEST_PORT + group.inset());
            port.place(side == Side.LEFT ? x : x + w - room, y, room, side, group.inset(), sheet);
            return;
        }
        double room = Math.min(w, port.width());
        double left = side == Side.LEFT ? x + w / 2 - port.stripCenter() : x + w / 2 + port.stripCenter() - room;
        port.place(Math.clamp(left, x, x + w - room), y, room, side, 0, sheet);
    }
}
