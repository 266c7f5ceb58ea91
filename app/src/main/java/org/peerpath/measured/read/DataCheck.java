// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.Optional;

/** Whether the tool compared the data that arrived with the data that was sent. */
public enum DataCheck {
    /** It compared, and the data was right. */
    PASSED,
    /** It compared, and the data was wrong. */
    FAILED,
    /** It did not compare. */
    NOT_MADE,
    /** The text does not tell. */
    UNSAID;

    /** Returns the contract's {@code validated}: true only where data was compared and right; empty where it cannot be told. */
    public Optional<Boolean> validated() {
        return switch (this) {
            case PASSED -> Optional.of(true);
            case FAILED, NOT_MADE -> Optional.of(false);
            case UNSAID -> Optional.empty();
        };
    }

    /** Returns what is known about figures of which some carry this and some the other check. */
    DataCheck and(DataCheck other) {
        if (this == FAILED || other == FAILED) {
            return FAILED;
        }
        return this == other ? this : UNSAID;
    }
}
