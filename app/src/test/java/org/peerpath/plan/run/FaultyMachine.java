// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/** A simulated host on which one thing goes wrong, at one place; and a witness that nothing is done out of order. */
final class FaultyMachine implements Machine {
    /** What can go wrong. */
    enum Fault {
        NONE,
        /** The command fails and has done nothing. */
        FAIL,
        /** The command does it, and says that it failed. */
        FAIL_AFTER,
        /** The command says that it worked, and has done nothing. */
        LIE,
        STUCK,
        STUCK_AFTER,
        LOSE_BEFORE,
        LOSE_AFTER,
        REBOOT,
        /** It does not answer for a while after the command was done. */
        FREEZE,
        /** Somebody else changes something between two readings. */
        MEDDLE,
        /** The kernel's log tells of trouble. */
        ALARM,
        KILL_BEFORE,
        KILL_AFTER,
        /** The connection breaks, and the name leads to another host by then, which looks the same. */
        SWAP_HOST,
        /** The connection breaks, and other devices of the same kind stand there by then. */
        SWAP_FUNCTION;

        boolean swaps() {
            return this == SWAP_HOST || this == SWAP_FUNCTION;
        }
    }

    /** The program is killed. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final Hanging HANGING =
            new Hanging("412", "sh", "D", "qi_submit_sync", "90210", List.of("qi_submit_sync", "sriov_numvfs_store"));

    private final SimulatedHost host;
    private final Random random;
    private final List<Entry> journal;
    private final List<String> log = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    final List<Operation> done = new ArrayList<>();
    private Fault fault;
    private int countdown;
    private int deaf;
    private boolean busy;
    private @Nullable Entry begun;

    /**
     * A machine.
     *
     * @param journal what has been written down, as it grows
     * @param fault what goes wrong
     * @param when at which command that changes something, from 0
     */
    FaultyMachine(SimulatedHost host, List<Entry> journal, Random random, Fault fault, int when) {
        this.host = host;
        this.journal = journal;
        this.random = random;
        this.fault = fault;
        this.countdown = when;
    }

    boolean happened() {
        return countdown < 0;
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public Snapshot read() throws HostException {
        answering();
        return host.snapshot();
    }

    private void answering() throws HostException {
        if (deaf > 0) {
            deaf--;
            throw gone();
        }
    }

    private static HostException gone() {
        return new HostException(HostException.Kind.GONE, Message.of("host.no-status"));
    }

    @Override
    public Outcome run(Operation operation, Duration limit) throws HostException {
        assertFalse(busy, "two at once");
        busy = true;
        try {
            answering();
            boolean changes =
                    operation instanceof Operation.Write || operation.shell().contains("=");
            if (operation.shell().startsWith("cat /proc/")) {
                // What hung has ended since.
                return new Outcome.Exited(1, "");
            }
            if (!changes) {
                asked.add(operation.shell());
                return exited(host.run(operation));
            }
            assertFalse(host.isSwapped(), () -> "not the one it was: " + operation.shell());
            writtenDownFirst(operation);
            done.add(operation);
            return countdown-- == 0 ? wrong(operation) : exited(host.run(operation));
        } finally {
            busy = false;
        }
    }

    private static Outcome exited(SimulatedCommands.Answer answer) {
        return new Outcome.Exited(answer.status(), answer.output());
    }

    /** The last thing in the journal is that this is going to be done; and the questions before it were asked. */
    private void writtenDownFirst(Operation operation) {
        Entry last = journal.getLast();
        if (last instanceof Entry.Undoing undoing) {
            assertTrue(undoing.commands().contains(operation.shell()), operation.shell());
            return;
        }
        Entry.Starting starting = assertInstanceOf(Entry.Starting.class, last, operation.shell());
        assertTrue(starting.commands().contains(operation.shell()), operation.shell());
        if (starting.equals(begun)) {
            return;
        }
        begun = starting;
        RunRecord record = new RunRecord("test", journal);
        record.progress().stream()
                .filter(progress -> progress.step().id().equals(starting.step()))
                .flatMap(progress -> progress.step().prechecks().stream())
                .forEach(check -> assertTrue(
                        asked.contains(check.read().shell()),
                        "not asked first: " + check.read().shell()));
        asked.clear();
    }

    private Outcome wrong(Operation operation) throws HostException {
        return switch (fault) {
            case FAIL -> new Outcome.Exited(1, "I/O error");
            case FAIL_AFTER -> {
                host.run(operation);
                yield new Outcome.Exited(1, "I/O error");
            }
            case LIE -> new Outcome.Exited(0, "");
            case STUCK -> new Outcome.Stuck(HANGING);
            case STUCK_AFTER -> {
                host.run(operation);
                yield new Outcome.Stuck(HANGING);
            }
            case LOSE_BEFORE -> throw gone();
            case LOSE_AFTER -> {
                host.run(operation);
                throw gone();
            }
            case REBOOT -> {
                host.run(operation);
                host.reboot();
                deaf = random.nextInt(4);
                throw gone();
            }
            case FREEZE -> {
                host.run(operation);
                deaf = 1 + random.nextInt(4);
                throw gone();
            }
            case MEDDLE -> {
                Outcome outcome = exited(host.run(operation));
                host.meddle(random);
                yield outcome;
            }
            case ALARM -> {
                log.add("[  100.000000] DMAR: VT-d detected Invalidation Time-out Error: SID 401");
                yield exited(host.run(operation));
            }
            case SWAP_HOST -> {
                host.run(operation);
                host.becomesAnother();
                deaf = random.nextInt(4);
                throw gone();
            }
            case SWAP_FUNCTION -> {
                host.run(operation);
                host.getsOtherDevices();
                deaf = random.nextInt(4);
                throw gone();
            }
            case KILL_BEFORE -> throw new Killed();
            case KILL_AFTER -> {
                host.run(operation);
                throw new Killed();
            }
            case NONE -> exited(host.run(operation));
        };
    }

    @Override
    public HostChannel watch(String owner) {
        return new Quiet(log);
    }
}
