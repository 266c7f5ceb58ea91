// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.iommu.HostModel;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;

/** Opens what a user names on the command line. */
@FunctionalInterface
interface Sources {
    /**
     * Reads a source once.
     *
     * @throws UnreadableSourceException if it gives no snapshot
     */
    Snapshot open(String source) throws UnreadableSourceException;

    /** The same sources, where hosts are read as root, for which a password may be asked for. */
    default Sources asRoot(boolean wanted) {
        return this;
    }

    default HostModel host(String source) throws UnreadableSourceException {
        return HostModel.of(open(source));
    }
}
