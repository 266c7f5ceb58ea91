// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.peerpath.host.HostException;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;

/**
 * What the parts of a run share.
 *
 * @param machine the host
 * @param watch the second channel to it
 * @param journal where everything is written down first
 * @param identity who the host was when the run began or went on
 */
record RunContext(
        Machine machine,
        HostChannel watch,
        JournalWriter journal,
        Attendant attendant,
        Pace pace,
        Limits limits,
        HostIdentity identity) {
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

    /**
     * Reads the host again.
     *
     * @throws HostException also where the name leads to another host by now, to one that does not tell who it is, or other
     *     devices stand at the addresses of the steps
     */
    HostModel read() throws HostException, InterruptedException {
        HostModel host = HostModel.of(machine.read());
        Optional<Message> other =
                identity.tellsHost() ? RightHost.refusal(identity, machine.name(), host) : Optional.empty();
        if (other.isPresent()) {
            throw new HostException(HostException.Kind.FAILED, other.get());
        }
        return host;
    }

    Machine.Outcome run(Operation operation) throws HostException, InterruptedException {
        return machine.run(operation, limits.operation());
    }

    /** Asks something that changes nothing. */
    Machine.Outcome ask(Operation.Run read) throws HostException, InterruptedException {
        return machine.run(read, limits.check());
    }

    static List<String> commands(List<Operation> operations) {
        return operations.stream().map(Operation::shell).toList();
    }
}
