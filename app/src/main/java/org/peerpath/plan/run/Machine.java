// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.snapshot.Snapshot;

/** The host that a plan is carried out on, as the executor needs it: everything there happens as root. */
public interface Machine {
    /** How something that was run there came out. */
    sealed interface Outcome {
        /**
         * It came to an end.
         *
         * @param status its exit status
         * @param output what it printed, cleaned
         */
        record Exited(int status, String output) implements Outcome {}

        /**
         * It is still running there after its time was up, and was left alone: a write that waits in the kernel cannot be
         * taken back.
         */
        record Stuck(Hanging process) implements Outcome {}
    }

    /** What the user calls it. */
    String name();

    /**
     * Reads the whole host.
     *
     * @throws HostException if it does not answer, or answers nonsense
     */
    Snapshot read() throws HostException, InterruptedException;

    /**
     * Runs one thing in a child of its own.
     *
     * @param limit after this it counts as stuck
     * @throws HostException if what became of it is not known
     */
    Outcome run(Operation operation, Duration limit) throws HostException, InterruptedException;

    /**
     * Begins to watch the host, over a channel of its own, and locks it for this run. The lock ends with the watch.
     *
     * @param owner who holds the lock, for others to see
     * @throws HostException if it cannot be watched, or somebody else holds the lock
     */
    HostChannel watch(String owner) throws HostException, InterruptedException;
}
