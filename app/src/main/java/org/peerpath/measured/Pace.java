// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

/** How a figure stands to what its path can carry. */
enum Pace {
    /** More than the path can carry. */
    FASTER,
    /** As much as the path can carry. */
    REACHED,
    /** Less, but more than half. */
    SHORT,
    /** Half or less. */
    FAR;

    static Pace of(double share, Standards standards) {
        if (share > standards.value("faster")) {
            return FASTER;
        }
        if (share >= standards.value("reached")) {
            return REACHED;
        }
        return share > standards.value("half") ? SHORT : FAR;
    }
}
