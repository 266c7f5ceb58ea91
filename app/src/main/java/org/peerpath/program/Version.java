// SPDX-License-Identifier: Apache-2.0
package org.peerpath.program;

import java.util.Optional;

/** The version of the program. */
public final class Version {
    private Version() {}

    /** Returns what the jar's manifest says; empty where the program runs from its sources. */
    public static Optional<String> ofProgram() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion());
    }
}
