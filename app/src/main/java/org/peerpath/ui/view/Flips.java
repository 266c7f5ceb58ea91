// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import org.peerpath.diagram.Role;
import org.peerpath.diagram.Shape;
import org.peerpath.path.Change;
import org.peerpath.pci.PciFunction;
import org.peerpath.ui.model.Changes;
import org.peerpath.ui.model.Session;

/** Turns a click on a chip into a change of the what-if. */
final class Flips {
    private Flips() {}

    /** Flips what the shape shows; false if there is nothing to flip. */
    static boolean flip(Session session, Shape shape) {
        Optional<Change> change = shape instanceof Shape.Chip chip
                ? session.viewProperty()
                        .get()
                        .flatMap(view ->
                                chip.mark().function().flatMap(view.host().topology()::find))
                        .flatMap(function -> of(function, chip))
                : Optional.empty();
        change.ifPresent(session::change);
        return change.isPresent();
    }

    private static Optional<Change> of(PciFunction function, Shape.Chip chip) {
        return chip.bit()
                .flatMap(bit -> Changes.flip(function, bit))
                .or(() -> isAts(chip.mark().role()) ? Changes.flipAts(function) : Optional.empty());
    }

    private static boolean isAts(Role role) {
        return role == Role.ATS_ON || role == Role.ATS_OFF || role == Role.ATS_READY;
    }
}
