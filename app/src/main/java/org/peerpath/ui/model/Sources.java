// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;

/** Reads whatever a person names: this machine, a host over SSH, a file or folder, a sample. */
public interface Sources {
    /** This machine, as the user who runs the program. */
    String LOCAL = "local";

    /** Begins the name of a host reached over SSH. */
    String SSH = "ssh://";

    /**
     * Reads a source; called away from the window's thread and interrupted to cancel.
     *
     * @throws UnreadableSourceException with the reason in a person's words
     * @throws InterruptedException if it was cancelled
     */
    Snapshot read(String source) throws UnreadableSourceException, InterruptedException;

    /**
     * Reads a host as root, which may ask the person for a password; a file is read as it always is.
     *
     * @throws UnreadableSourceException with the reason in a person's words
     * @throws InterruptedException if it was cancelled
     */
    default Snapshot readAsAdministrator(String source) throws UnreadableSourceException, InterruptedException {
        return read(source);
    }
}
