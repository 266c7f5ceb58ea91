// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;

/** Which path: who sends, and whose memory. */
public record PathKey(Address requester, Address target) {
    /** The key of a report's path. */
    public static PathKey of(PathReport report) {
        return new PathKey(report.requester(), report.target());
    }
}
