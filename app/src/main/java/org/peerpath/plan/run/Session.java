// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.peerpath.host.HostException;
import org.peerpath.iommu.HostModel;
import org.peerpath.plan.AllowedOperation;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;

/**
 * What the parts of a run share.
 *
 * @param machine the host
 * @param watch the second channel to it
 * @param journal where everything is written down first
 */
record Session(Machine machine, Watch watch, JournalWriter journal, Attendant attendant, Pace pace, Limits limits) {
    Instant now() {
        return pace.now();
    }

    /** Writes down, then tells. */
    void write(Entry entry) throws JournalException {
        journal.write(entry);
        attendant.told(entry);
    }

    void ended(Step step, StepState state, Message why) throws JournalException {
        write(new Entry.Ended(now(), step.id(), state, why));
    }

    HostModel read() throws HostException, InterruptedException {
        return HostModel.of(machine.read());
    }

    Machine.Outcome run(Operation operation) throws HostException, InterruptedException {
        return run(operation, limits.operation());
    }

    /** Asks something that changes nothing. */
    Machine.Outcome ask(Operation.Run read) throws HostException, InterruptedException {
        return run(read, limits.check());
    }

    /** Nothing but what the program may ever run reaches the host, wherever the plan or journal came from. */
    private Machine.Outcome run(Operation operation, Duration limit) throws HostException, InterruptedException {
        if (!AllowedOperation.allows(operation)) {
            throw new NotAllowedException(operation);
        }
        return machine.run(operation, limit);
    }

    static List<String> commands(List<Operation> operations) {
        return operations.stream().map(Operation::shell).toList();
    }
}
