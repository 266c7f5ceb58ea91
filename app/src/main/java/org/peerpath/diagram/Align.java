// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** Where a text's {@code x} lies on it. */
public enum Align {
    START,
    MIDDLE,
    END
}
