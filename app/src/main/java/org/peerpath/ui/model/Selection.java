// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.Optional;
import org.peerpath.diagram.PathKey;
import org.peerpath.snapshot.Address;

/** What the window speaks of now. */
public sealed interface Selection {
    /** The host as a whole. */
    record Nothing() implements Selection {}

    /** One function. */
    record OfFunction(Address function) implements Selection {}

    /**
     * A path.
     *
     * @param port the port on its way whose registers are shown; empty for the one that decides
     */
    record OfPath(PathKey path, Optional<Address> port) implements Selection {}

    /** One IOMMU group, by name. */
    record OfGroup(String group) implements Selection {}

    static Selection nothing() {
        return new Nothing();
    }

    static Selection of(Address function) {
        return new OfFunction(function);
    }

    static Selection of(PathKey path) {
        return new OfPath(path, Optional.empty());
    }

    /** The path meant, if one is. */
    default Optional<PathKey> asPath() {
        return this instanceof OfPath path ? Optional.of(path.path()) : Optional.empty();
    }

    /** The function meant, if one is: also the port of a path. */
    default Optional<Address> asFunction() {
        return switch (this) {
            case OfFunction(Address function) -> Optional.of(function);
            case OfPath(PathKey path, Optional<Address> port) -> port;
            case Nothing _, OfGroup _ -> Optional.empty();
        };
    }
}
