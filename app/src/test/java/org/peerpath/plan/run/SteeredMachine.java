// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/** A simulated host that a test freezes at a command, lets go on, or has speak through its kernel's log. */
public final class SteeredMachine implements Machine {
    /** The program ends in the middle. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final String name;
    private final SimulatedHost host;
    private final List<Operation> done = Collections.synchronizedList(new ArrayList<>());
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private volatile Predicate<String> freezesAt = command -> false;
    private volatile Predicate<String> killedAt = command -> false;
    private volatile Predicate<String> unheardFrom = command -> false;
    private volatile boolean frozen;
    private volatile boolean unheard;

    /**
     * A machine.
     *
     * @param name what the user calls it
     */
    public SteeredMachine(String name, SimulatedHost host) {
        this.name = name;
        this.host = host;
    }

    /** It stops answering when it is given a command, which it never carries out. */
    public void freezeAt(Predicate<String> command) {
        freezesAt = command;
    }

    /** From a command on its pulse is not heard any more, though it answers. */
    public void unheardFrom(Predicate<String> command) {
        unheardFrom = command;
    }

    /** The program is killed when it has given this command, which is carried out. */
    public void killAt(Predicate<String> command) {
        killedAt = command;
    }

    /** It answers again, as if nothing had been. */
    public void thaw() {
        freezesAt = command -> false;
        frozen = false;
    }

    /** Its kernel says something. */
    public void say(String line) {
        log.add(line);
    }

    /** Everything that was run to change it, in order. */
    public List<Operation> done() {
        return List.copyOf(done);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Snapshot read() throws HostException {
        answering();
        synchronized (host) {
            return host.snapshot();
        }
    }

    private void answering() throws HostException {
        if (frozen) {
            throw new HostException(HostException.Kind.GONE, Message.of("host.no-status"));
        }
    }

    @Override
    public Outcome run(Operation operation, Duration limit) throws HostException {
        answering();
        if (freezesAt.test(operation.shell())) {
            frozen = true;
            answering();
        }
        unheard |= unheardFrom.test(operation.shell());
        if (!operation.changesNothing()) {
            done.add(operation);
        }
        synchronized (host) {
            SimulatedCommands.Answer answer = host.run(operation);
            if (killedAt.test(operation.shell())) {
                killedAt = command -> false;
                throw new Killed();
            }
            return new Outcome.Exited(answer.status(), answer.output());
        }
    }

    @Override
    public HostChannel watch(String owner) {
        return new Quiet(() -> frozen || unheard ? Duration.ofSeconds(40) : Duration.ZERO, log);
    }
}
