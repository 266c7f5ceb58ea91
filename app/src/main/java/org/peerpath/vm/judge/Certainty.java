// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.Locale;

/** How sure a verdict of a VM is. */
public enum Certainty {
    /** A log line, a mapping that was read, or the host's own registers say so. */
    CERTAIN,
    /** Versions and options say so. */
    LIKELY,
    /** It depends on something that was not read. */
    POSSIBLE;

    /** Returns the word used in JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the less sure of both. */
    Certainty and(Certainty other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
