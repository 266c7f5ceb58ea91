// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Objects;
import org.peerpath.snapshot.Address;

/** A root port, and everything below it. */
final class CardOfPort extends CardBody {
    private final Scene scene;
    private final Branch root;
    private final PortBox port;
    private final Group below;

    private CardOfPort(Scene scene, Branch root, PortBox port, Group below) {
        super(
                Math.max(port.width() + below.inset(), below.width()),
                port.height() + (below.isEmpty() ? 0 : below.height()));
        this.scene = scene;
        this.root = root;
        this.port = port;
        this.below = below;
    }

    /** @param least how wide it will be at least */
    static CardOfPort of(Scene scene, Branch root, double least) {
        Group below = Group.below(scene, root, 0);
        return new CardOfPort(scene, root, PortBox.root(scene, root, Math.max(below.width(), least)), below);
    }

    @Override
    void place(Rect inner, Sheet sheet) {
        Address address = root.address();
        boolean abreast = port.isAbreast();
        port.place(
                inner.x(),
                inner.y(),
                inner.width(),
                abreast ? Side.RIGHT : Side.LEFT,
                abreast ? 0 : below.inset(),
                sheet);
        if (below.isEmpty()) {
            return;
        }
        double top = inner.y() + port.height();
        Sheet.Gate gate = Objects.requireNonNull(sheet.ports.get(address));
        if (abreast) {
            boolean devices = root.below().stream().noneMatch(Branch::isBridge);
            double center = devices ? inner.x() + 14 : inner.centerX();
            gate = Sheet.Gate.centered(
                    new Rect(center - 8, top, 16, Metrics.LINK),
                    center,
                    Metrics.LANE,
                    scene.lanes().through(address));
            for (Branch child : root.below()) {
                if (!child.isBridge()) {
                    sheet.columns.put(child.address(), gate);
                }
            }
        }
        // Lines across the root complex leave to the right; the link's speed stands on the other side then.
        boolean crossed = abreast && !scene.lanes().across().isEmpty();
        below.place(inner.x(), top, inner.width(), crossed ? Side.RIGHT : Side.LEFT, gate, sheet);
    }
}
