// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.Address;

/**
 * A picture of one host: everything that is drawn, in the order it is painted. Immutable; the same in the window and in
 * every file.
 *
 * @param width in CSS pixels at 100 %
 * @param height likewise
 * @param title one line
 * @param description a few sentences for those who cannot see it
 * @param shapes back to front
 * @param standIns for each function of a folded complex, the function that is drawn in its place
 */
public record Picture(
        double width,
        double height,
        String title,
        String description,
        List<Shape> shapes,
        Map<Address, Address> standIns) {
    public Picture {
        shapes = List.copyOf(shapes);
        standIns = Map.copyOf(standIns);
    }

    /** The functions that are drawn and stand for no other. */
    public Set<Address> alone() {
        Set<Address> alone = new HashSet<>();
        for (Shape shape : shapes) {
            if (shape.mark().role().isFunction()) {
                shape.mark().function().ifPresent(alone::add);
            }
        }
        alone.removeAll(standIns.values());
        return alone;
    }

    /** The box of a function: its own or that of the function that stands in for it; empty if it is not drawn. */
    public Optional<Shape.Box> box(Address function) {
        Address drawn = standIns.getOrDefault(function, function);
        for (Shape shape : shapes) {
            if (shape instanceof Shape.Box box
                    && box.mark().role().isFunction()
                    && box.mark().function().equals(Optional.of(drawn))) {
                return Optional.of(box);
            }
        }
        return Optional.empty();
    }
}
