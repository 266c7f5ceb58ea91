// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.stream.Stream;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/**
 * A function that is drawn, and what is drawn below it.
 *
 * @param function the function
 * @param kind what it is to the reader
 * @param below in the order drawn, left to right
 */
record Branch(PciFunction function, Kind kind, List<Branch> below) {
    enum Kind {
        NIC,
        GPU,
        BRIDGE,
        OTHER
    }

    Branch {
        below = List.copyOf(below);
    }

    Address address() {
        return function.address();
    }

    boolean isBridge() {
        return kind == Kind.BRIDGE;
    }

    /** NICs stand left of GPUs, as traffic is drawn from left to right; the rest stands right of both. */
    int rank() {
        return switch (kind) {
            case NIC -> 0;
            case GPU -> 2;
            case OTHER -> 3;
            case BRIDGE -> bridgeRank();
        };
    }

    private int bridgeRank() {
        int least = below.stream().mapToInt(Branch::rank).min().orElse(3);
        int most = below.stream().mapToInt(Branch::rank).max().orElse(3);
        return least == 0 && most >= 1 && most != 3 ? 1 : least;
    }

    boolean holds(Kind wanted) {
        return kind == wanted || below.stream().anyMatch(b -> b.holds(wanted));
    }

    /** This one and all below it. */
    Stream<Branch> all() {
        return Stream.concat(Stream.of(this), below.stream().flatMap(Branch::all));
    }
}
