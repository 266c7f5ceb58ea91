// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/** Steps through the tree by arrow keys: up to the parent, down to the first child, left and right among siblings. */
public final class Walk {
    private final Topology topology;
    private final Predicate<Address> shown;

    /** Which way. */
    public enum Direction {
        UP,
        DOWN,
        LEFT,
        RIGHT
    }

    /**
     * A walk over the functions that are drawn.
     *
     * @param shown whether a function is in the picture
     */
    public Walk(HostView view, Predicate<Address> shown) {
        this.topology = view.host().topology();
        this.shown = shown;
    }

    /** Where a step leads; the first root without a start, nowhere at an end. */
    public Optional<Address> from(Optional<Address> start, Direction direction) {
        if (start.isEmpty() || topology.find(start.get()).isEmpty()) {
            return children(Optional.empty()).stream().findFirst();
        }
        Address here = start.get();
        return switch (direction) {
            case UP -> parent(here);
            case DOWN -> children(Optional.of(here)).stream().findFirst();
            case LEFT -> sibling(here, -1);
            case RIGHT -> sibling(here, 1);
        };
    }

    private Optional<Address> sibling(Address here, int step) {
        List<Address> siblings = children(parent(here));
        int at = siblings.indexOf(here) + step;
        return at >= 0 && at < siblings.size() ? Optional.of(siblings.get(at)) : Optional.empty();
    }

    /** The nearest bridge above that is drawn. */
    private Optional<Address> parent(Address function) {
        return topology.place(function).chain().stream().filter(shown).findFirst();
    }

    private List<Address> children(Optional<Address> parent) {
        List<Address> children = new ArrayList<>();
        for (Address address : topology.functions().keySet()) {
            if (shown.test(address) && parent(address).equals(parent)) {
                children.add(address);
            }
        }
        return children;
    }
}
