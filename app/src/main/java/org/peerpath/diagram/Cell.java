// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** A port of a switch and what hangs below it; or a device without a port of its own. */
final class Cell extends Block {
    private static final double WIDEST_PORT = 118;

    private final Branch branch;
    private final PortBox port;
    private final Group group;
    private final boolean hasPort;

    private Cell(Branch branch, PortBox port, Group group, boolean hasPort, double width, double height) {
        super(width, height);
        this.branch = branch;
        this.port = port;
        this.group = group;
        this.hasPort = hasPort;
    }

    static Cell of(Scene scene, Branch branch, int depth) {
        PortBox port = PortBox.slot(scene, branch);
        if (!branch.isBridge()) {
            // A device that a damaged or partial source puts directly inside a switch hangs from a strip of its own.
            Branch strip = new Branch(branch.function(), Branch.Kind.BRIDGE, java.util.List.of(branch));
            Group group = Group.below(scene, strip, depth);
            return new Cell(branch, port, group, false, group.width(), group.height());
        }
        Group group = Group.below(scene, branch, depth);
        return new Cell(
                branch,
                port,
                group,
                true,
                Math.max(port.width(), group.width()),
                port.height() + (group.isEmpty() ? 0 : group.height()));
    }

    Branch branch() {
        return branch;
    }

    boolean hasPort() {
        return hasPort;
    }

    double groupHeight() {
        return group.isEmpty() ? 0 : group.height();
    }

    /** Places and draws the port, and below another edge what hangs from it. */
    void place(double x, double portY, double groupY, double w, Side side, Sheet sheet) {
        Sheet.Gate gate;
        if (hasPort) {
            double room = w > WIDEST_PORT + 40 ? WIDEST_PORT : w;
            port.place(x + (w - room) / 2, portY, room, side, sheet);
            gate = java.util.Objects.requireNonNull(sheet.ports.get(branch.address()));
        } else {
            double center = side == Side.LEFT ? x + 10 : x + w - 10;
            gate = new Sheet.Gate(new Rect(center - 6, portY, 12, groupY - portY), center, 0, java.util.List.of());
        }
        if (!group.isEmpty()) {
            if (hasPort && groupY > portY + port.height()) {
                sheet.wire(
                        Sheet.id("edge", branch.address()),
                        branch.address(),
                        Role.WIRE,
                        "",
                        java.util.List.of(
                                new Point(gate.first(), portY + port.height()), new Point(gate.first(), groupY)));
            }
            group.place(x, groupY, w, side, gate, sheet);
        }
    }
}
