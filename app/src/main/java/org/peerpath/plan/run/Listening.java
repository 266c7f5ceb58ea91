// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.OptionalInt;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.snapshot.Snapshot;

/** A machine of which what its last command printed is kept: of a measurement that is all that counts. */
final class Listening implements Machine {
    /** Of timeout(1). */
    private static final int TIMED_OUT = 124;

    private final Machine machine;
    private volatile String output = "";
    private volatile OptionalInt status = OptionalInt.empty();

    Listening(Machine machine) {
        this.machine = machine;
    }

    /** Returns the result of a run with what its command printed. */
    TestRun told(Runs.Result result) {
        return new TestRun(result, output, status.orElse(0) == TIMED_OUT);
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public Snapshot read() throws HostException, InterruptedException {
        return machine.read();
    }

    @Override
    public Outcome run(Operation operation, Duration limit) throws HostException, InterruptedException {
        Outcome outcome = machine.run(operation, limit);
        if (!operation.changesNothing() && outcome instanceof Outcome.Exited(int exit, String printed)) {
            output = printed;
            status = OptionalInt.of(exit);
        }
        return outcome;
    }

    @Override
    public HostChannel watch(String owner) throws HostException, InterruptedException {
        return machine.watch(owner);
    }
}
