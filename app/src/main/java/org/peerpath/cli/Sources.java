// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.List;
import java.util.function.Consumer;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

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

    /** The same sources, where the monitors of VMs that run on hosts are asked for their functions. */
    default Sources askingMonitors(boolean wanted) {
        return this;
    }

    /**
     * Reads the kernel logs that a source holds.
     *
     * @param remarks told of logs inside that cannot be read
     * @throws UnreadableSourceException if there is none that can be read
     */
    default List<NamedLog> logs(String source, Consumer<Message> remarks) throws UnreadableSourceException {
        return LogFiles.read(source, remarks);
    }

    default HostModel host(String source) throws UnreadableSourceException {
        return HostModel.of(open(source));
    }
}
