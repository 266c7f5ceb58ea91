// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.List;
import java.util.Optional;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;

/** Carries out one step: checks, writes down, runs, reads back; puts back what failed. */
final class StepRun {
    /** What became of the step. */
    record Result(StepState state, Message why) {}

    private final RunContext session;
    private final Step step;

    StepRun(RunContext session, Step step) {
        this.session = session;
        this.step = step;
    }

    /**
     * Does it. What became of it is in the journal when this returns; when it throws, the journal says that it began.
     *
     * @throws HostException if the host stopped answering, so that nothing is known
     */
    Result run() throws HostException, InterruptedException, JournalException {
        Optional<Message> notReady = Checks.failing(session, step.prechecks());
        if (notReady.isPresent()) {
            return Checks.hold(session, step.verification())
                    ? end(StepState.ALREADY_SO, Message.of("run.already-so"))
                    : end(StepState.FAILED_UNDONE, Message.of("run.precheck-failed", notReady.get()));
        }
        session.write(new Entry.Starting(session.now(), step.id(), RunContext.commands(step.operations())));
        for (Operation operation : step.operations()) {
            switch (session.run(operation)) {
                case Machine.Outcome.Exited(int status, String output) -> {
                    if (status != 0) {
                        return putBack(Message.of(
                                "run.command-failed", operation.shell(), Integer.toString(status), oneLine(output)));
                    }
                }
                case Machine.Outcome.Stuck(Hanging process) -> {
                    return end(
                            StepState.STUCK,
                            process.told(operation, session.limits().operation()));
                }
            }
        }
        Optional<Message> not = Checks.failing(session, step.verification());
        if (not.isPresent()) {
            return putBack(not.get());
        }
        return step.effect() == Step.Effect.NOW
                ? end(StepState.DONE, Message.of("run.done"))
                : end(StepState.WAITING_FOR_REBOOT, Message.of("run.waiting-for-reboot"));
    }

    /** Of a step of which only its beginning is known: what can be seen of it now. A half of it is put back. */
    Result settle() throws HostException, InterruptedException, JournalException {
        if (Checks.hold(session, step.verification())) {
            return step.effect() == Step.Effect.NOW
                    ? end(StepState.DONE, Message.of("run.done-late"))
                    : end(StepState.WAITING_FOR_REBOOT, Message.of("run.waiting-for-reboot"));
        }
        if (Checks.hold(session, step.prechecks())) {
            return end(StepState.UNDONE, Message.of("run.never-happened"));
        }
        Optional<Message> left = undo(session, step);
        return left.isEmpty()
                ? end(StepState.UNDONE, Message.of("run.half-put-back"))
                : end(StepState.FAILED_NOT_UNDONE, Message.of("run.in-between", left.get()));
    }

    private Result putBack(Message failure) throws HostException, InterruptedException, JournalException {
        Optional<Message> left = undo(session, step);
        return left.isEmpty()
                ? end(StepState.FAILED_UNDONE, failure)
                : end(StepState.FAILED_NOT_UNDONE, Message.of("run.not-put-back", failure, left.get()));
    }

    /**
     * Runs the undo of a step. A part that was never done cannot be undone, so a single command that fails counts for
     * nothing: what counts is whether the host is as it was before the step.
     *
     * @return what is otherwise than before the step; empty if nothing is
     */
    static Optional<Message> undo(RunContext session, Step step)
            throws HostException, InterruptedException, JournalException {
        session.write(new Entry.Undoing(session.now(), step.id(), RunContext.commands(step.undo())));
        for (Operation operation : step.undo()) {
            if (session.run(operation) instanceof Machine.Outcome.Stuck(Hanging process)) {
                return Optional.of(process.told(operation, session.limits().operation()));
            }
        }
        return Checks.failing(session, step.prechecks());
    }

    private Result end(StepState state, Message why) throws JournalException {
        session.ended(step, state, why);
        return new Result(state, why);
    }

    private static String oneLine(String output) {
        List<String> lines = output.strip().lines().toList();
        return lines.isEmpty() ? "–" : lines.getLast();
    }
}
