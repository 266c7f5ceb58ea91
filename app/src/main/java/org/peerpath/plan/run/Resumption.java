// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.host.HostException;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.RunRecord.Progress;
import org.peerpath.text.Message;

/** A run that was broken off: finds out how far it came, and goes on from there or undoes it. */
final class Resumption {
    private final RunContext session;
    private final Executor executor;
    private final Journal journal;
    private final String run;
    private final String boot;

    /** @param boot the host's id of its boot now */
    Resumption(RunContext session, Executor executor, Journal journal, String run, String boot) {
        this.session = session;
        this.executor = executor;
        this.journal = journal;
        this.run = run;
        this.boot = boot;
    }

    /** Registers, VFs and drivers are as the kernel sets them at boot: whatever was done to them before is gone. */
    static void forget(RunContext session, RunRecord record, String boot) throws JournalException {
        for (Progress progress : record.progress()) {
            boolean happened = progress.state().touched() || progress.state() == StepState.ALREADY_SO;
            if (happened
                    && progress.step().effect() == Step.Effect.NOW
                    && !progress.boot().equals(boot)) {
                session.ended(progress.step(), StepState.UNDONE, Message.of("run.gone-with-boot"));
            }
        }
    }

    /** Does what is left of it; a canary that was broken off is undone first. */
    RunState goOn() throws HostException, InterruptedException, JournalException {
        settle();
        RunRecord record = journal.read(run);
        List<Progress> canary = touched(record).stream()
                .filter(progress -> Canary.isCanary(progress.step()))
                .toList();
        if (!canary.isEmpty()) {
            RunState undone = executor.undo(canary);
            if (undone != RunState.UNDONE) {
                return undone;
            }
        }
        if (record.progress().stream().anyMatch(this::waitsForReboot)) {
            return executor.waitForReboot();
        }
        List<Step> left = new ArrayList<>();
        for (Progress progress : record.progress()) {
            if (!Canary.isCanary(progress.step()) && !isThere(progress)) {
                left.add(progress.step());
            }
        }
        return executor.run(left);
    }

    /** Undoes what it has done, the last step first. */
    RunState undo() throws HostException, InterruptedException, JournalException {
        settle();
        return executor.undo(touched(journal.read(run)));
    }

    /** Finds out what became of steps of which only the beginning is written down. */
    private void settle() throws HostException, InterruptedException, JournalException {
        for (Progress progress : journal.read(run).progress()) {
            if (progress.state() == StepState.STARTED || progress.state() == StepState.STUCK) {
                new StepRun(session, progress.step()).settle();
            }
        }
    }

    private static List<Progress> touched(RunRecord record) {
        return record.progress().stream()
                .filter(progress -> progress.state().touched())
                .toList();
    }

    private boolean waitsForReboot(Progress progress) {
        boolean set = progress.state() == StepState.WAITING_FOR_REBOOT || progress.state() == StepState.ALREADY_SO;
        return set
                && progress.step().effect() == Step.Effect.REBOOT
                && progress.boot().equals(boot);
    }

    /** Whether a step needs nothing more. */
    private boolean isThere(Progress progress) throws HostException, InterruptedException {
        return switch (progress.state()) {
            case DONE, ALREADY_SO -> true;
            case WAITING_FOR_REBOOT -> Checks.hold(session, progress.step().verification());
            default -> false;
        };
    }
}
