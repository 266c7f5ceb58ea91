// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import java.util.stream.Stream;

/** Under which assumption about addresses the question is asked. */
public enum Scenario {
    /** What the bits and the drivers say now. */
    AS_IS("as-is"),
    /** Host drivers, addresses are physical. */
    BARE_METAL("bare-metal"),
    /** Functions assigned through VFIO, addresses go through the IOMMU. */
    VM("vm");

    private final String id;

    Scenario(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** The scenario of that id; empty if there is none. */
    public static Optional<Scenario> of(String id) {
        return Stream.of(values()).filter(s -> s.id.equals(id)).findFirst();
    }
}
