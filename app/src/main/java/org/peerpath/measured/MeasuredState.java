// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.Locale;

/** How a measured figure is shown beside a path. */
public enum MeasuredState {
    /** It agrees with the verdict: the path carries what its links allow and the data was right. */
    CONFIRMED,
    /** It is less than the links allow. */
    SHORT,
    /** It proves nothing yet: nobody compared the data, or it contradicts the verdict. */
    UNVERIFIED;

    /** Returns the word used in JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
