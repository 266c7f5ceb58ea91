// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Shape;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;

/** What a person means who points at a shape of the picture. */
final class Meant {
    private Meant() {}

    /** A shape that belongs to a path means the path, a card the path that matters most in it; else its function. */
    static Selection by(Shape shape, Optional<HostView> shown) {
        return shape.mark()
                .path()
                .map(Selection::of)
                .or(() -> shown.filter(view -> isCard(shape)).flatMap(view -> worst(shape, view)))
                .or(() -> shape.mark().function().map(Selection::of))
                .orElse(Selection.nothing());
    }

    private static boolean isCard(Shape shape) {
        return switch (shape.mark().role()) {
            case CARD, CARD_DETOUR, CARD_UNKNOWN, CARD_BLOCKED -> true;
            default -> false;
        };
    }

    private static Optional<Selection> worst(Shape shape, HostView view) {
        return shape.mark().function().flatMap(view::worstBelow).map(report -> Selection.of(PathKey.of(report)));
    }
}
