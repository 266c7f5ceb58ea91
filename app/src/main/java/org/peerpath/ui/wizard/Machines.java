// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import org.peerpath.host.HostException;
import org.peerpath.plan.run.Machine;

/** Reaches hosts as root, to carry something out there. */
@FunctionalInterface
public interface Machines {
    /**
     * Reaches one over a connection of its own; may ask the person for a password.
     *
     * @param source what the user calls it
     * @throws HostException if it cannot be reached
     */
    Reached reach(String source) throws HostException;

    /**
     * A host that was reached.
     *
     * @param leave ends the connection
     */
    record Reached(Machine machine, Runnable leave) implements AutoCloseable {
        @Override
        public void close() {
            leave.run();
        }
    }
}
