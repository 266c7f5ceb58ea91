// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import java.util.function.Consumer;
import org.peerpath.host.HostStage;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;

/** Reads whatever a person names: this machine, a host over SSH, a file or folder, a sample. */
public interface Sources {
    /**
     * Reads a source; called away from the window's thread and interrupted to cancel.
     *
     * @throws UnreadableSourceException with the reason in a person's words
     * @throws InterruptedException if it was cancelled
     */
    Snapshot read(String source) throws UnreadableSourceException, InterruptedException;

    /**
     * The same, told what a host is busy with.
     *
     * @param stage called on the thread that reads
     * @throws UnreadableSourceException with the reason in a person's words
     * @throws InterruptedException if it was cancelled
     */
    default Snapshot read(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        return read(source);
    }

    /**
     * Reads a host as root, which may ask the person for a password; a file is read as it always is.
     *
     * @throws UnreadableSourceException with the reason in a person's words
     * @throws InterruptedException if it was cancelled
     */
    default Snapshot readAsAdministrator(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        return read(source, stage);
    }

    /**
     * Returns the hosts that a folder, an archive or a list of sources holds, by the names under which each is read; empty
     * where it is one host, or anything else. Called away from the window's thread.
     *
     * @throws UnreadableSourceException if it cannot be told
     */
    default List<String> hosts(String source) throws UnreadableSourceException {
        return List.of();
    }

    /** Ends what is kept open to a host; the next reading connects anew. Called away from the window's thread. */
    default void forget(String source) {}
}
