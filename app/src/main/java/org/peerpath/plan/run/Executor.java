// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.host.HostException;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Guard;
import org.peerpath.plan.MeasureStep;
import org.peerpath.plan.Past;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.RunRecord.Progress;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * Carries out the steps of a run one after the other, and stops at the first thing that is not as it should be: a guard,
 * a check, a change by somebody else, trouble in the kernel's log, a host that does not answer.
 */
final class Executor {
    private final RunContext session;
    private final PlanRequest request;
    private final Past past;
    private final String boot;
    private final HostMonitor sight;

    /** A run. Its own changes are no part of the past that it may be there to take back. */
    Executor(RunContext session, PlanRequest request, Past past, String boot, List<Step> steps) {
        this.session = session;
        this.request = request;
        this.past = past;
        this.boot = boot;
        this.sight = new HostMonitor(session, boot);
        sight.watch(steps);
    }

    /** Carries out what is left of a run and writes down how it ended. */
    RunState run(List<Step> left) throws InterruptedException, JournalException {
        return closing(() -> steps(left), Message.of("run.all-done"));
    }

    /** Carries out a canary and nothing else. */
    RunState verify(List<Step> canary) throws InterruptedException, JournalException {
        return closing(
                () -> {
                    canary(canary);
                    session.write(new Entry.Held(session.now()));
                },
                Message.of("run.firmware-held"));
    }

    /** Undoes steps, the last first. */
    RunState undo(List<Progress> done) throws InterruptedException, JournalException {
        try {
            Undo.Result result = new Undo(session).run(done);
            return close(result.state(), result.why());
        } catch (HostException e) {
            return close(RunState.HOST_STOPPED, e.reason());
        }
    }

    /** Does nothing, for the reason given. */
    RunState nothing(Message why) throws JournalException {
        return close(RunState.FAILED_NOT_UNDONE, why);
    }

    /** The host has not been booted yet. */
    RunState waitForReboot() throws JournalException {
        return close(RunState.WAITING_FOR_REBOOT, Message.of("run.reboot-now"));
    }

    @FunctionalInterface
    private interface Part {
        void run() throws Stop, InterruptedException, JournalException;
    }

    private RunState closing(Part part, Message done) throws InterruptedException, JournalException {
        try {
            part.run();
            return close(RunState.DONE, done);
        } catch (Stop stop) {
            return close(stop.state(), stop.why());
        }
    }

    private RunState close(RunState state, Message why) throws JournalException {
        session.write(new Entry.Closed(session.now(), state, why));
        return state;
    }

    private void steps(List<Step> left) throws Stop, InterruptedException, JournalException {
        boolean tried = false;
        boolean reboot = false;
        for (Step step : left) {
            if (reboot && step.effect() == Step.Effect.NOW) {
                break;
            }
            if (!tried && Canary.isDueBefore(request.goal(), step)) {
                tried = true;
                List<Step> from = left.subList(left.indexOf(step), left.size());
                canary(Canary.steps(sight.look(step).host(), from));
            }
            one(step);
            // Whoever set it: it is not in force yet.
            reboot |= step.effect() == Step.Effect.REBOOT;
        }
        if (reboot) {
            throw new Stop(RunState.WAITING_FOR_REBOOT, Message.of("run.reboot-now"));
        }
    }

    /** Comes back only if all went well: held for as long as it was to be, watched all the time, and undone. */
    private void canary(List<Step> steps) throws Stop, InterruptedException, JournalException {
        if (steps.isEmpty()) {
            return;
        }
        sight.watch(steps);
        session.write(new Entry.CanaryBegan(session.now(), steps));
        List<Progress> done = new ArrayList<>();
        for (Step step : steps) {
            StepState state = one(step);
            if (state != StepState.ALREADY_SO) {
                done.add(new Progress(step, state, Optional.empty(), boot));
            }
        }
        Hold how = hold();
        try {
            if (how == Hold.UNHEARD) {
                session.write(new Entry.Silent(session.now(), steps.getLast().id(), sight.tail()));
                sight.sameBoot(session.read());
                session.write(new Entry.Back(session.now(), boot, true));
            }
            Undo.Result result = new Undo(session).run(done);
            if (result.state() != RunState.UNDONE) {
                throw new Stop(result.state(), result.why());
            }
            sight.alarms();
            sight.forget();
        } catch (HostException e) {
            sight.awaitBack(steps.getLast(), e);
            throw new Stop(RunState.HOST_STOPPED, Message.of("run.canary-broken-off", e.reason()));
        }
        switch (how) {
            case HELD -> {}
            case STOPPED -> throw new Stop(RunState.CANCELLED, Message.of("run.cancelled"));
            case UNHEARD ->
                throw new Stop(
                        RunState.HOST_STOPPED,
                        Message.of(
                                "run.canary-unheard",
                                Long.toString(session.limits().silence().toSeconds())));
        }
    }

    /** What came of holding a canary. */
    private enum Hold {
        /** Held and watched for the whole time. */
        HELD,
        /** The person wants to stop. */
        STOPPED,
        /** The host gave no sign for too long, which is what a canary is there to find out. */
        UNHEARD
    }

    private Hold hold() throws Stop, InterruptedException, JournalException {
        session.write(new Entry.Holding(session.now(), session.limits().hold().toSeconds()));
        Instant until = session.now().plus(session.limits().hold());
        while (session.now().isBefore(until)) {
            session.pace().pause(Duration.ofSeconds(1));
            sight.alarms();
            if (session.watch().silence().compareTo(session.limits().silence()) > 0) {
                return Hold.UNHEARD;
            }
            if (session.attendant().wantsToStop()) {
                return Hold.STOPPED;
            }
        }
        return Hold.HELD;
    }

    /** One step with everything around it. */
    private StepState one(Step step) throws Stop, InterruptedException, JournalException {
        if (session.attendant().wantsToStop()) {
            throw new Stop(RunState.CANCELLED, Message.of("run.cancelled"));
        }
        if (step.danger() != Step.Danger.LOW && !session.attendant().allows(step)) {
            throw new Stop(RunState.CANCELLED, Message.of("run.declined", step.purpose()));
        }
        lock(step);
        HostMonitor.Seen before = sight.look(step);
        List<String> unread = Drift.unread(before.view(), step);
        if (!unread.isEmpty()) {
            throw new Stop(RunState.CHANGED, Message.of("run.unread", String.join("; ", unread)));
        }
        if (!Canary.isCanary(step) && !MeasureStep.is(step)) {
            guards(before.host());
        }
        try {
            StepRun.Result result = new StepRun(session, step).run();
            return judge(step, before, result);
        } catch (HostException e) {
            return recover(step, before, e);
        }
    }

    /** The lock is lost with the connection, and had again with it, unless somebody else was faster. */
    private void lock(Step step) throws Stop, InterruptedException {
        Instant until = session.now().plus(session.limits().silence());
        while (!session.watch().locked()) {
            if (session.now().isAfter(until)) {
                throw new Stop(RunState.CHANGED, Message.of("run.lock-lost", step.purpose()));
            }
            session.pace().pause(Duration.ofSeconds(1));
        }
    }

    private void guards(HostModel host) throws Stop {
        Optional<Message> refused = refusal(Planner.plan(host, request, List.of(), past));
        if (refused.isPresent()) {
            throw new Stop(RunState.REFUSED, refused.get());
        }
    }

    /** What the first guard that refuses a plan says; empty if none does. */
    static Optional<Message> refusal(Plan plan) {
        return plan.guards().stream()
                .filter(guard -> guard.answer() == Guard.Answer.REFUSES)
                .findFirst()
                .map(guard -> Message.of("run.guard", guard.id().id(), guard.reason(), guard.lift()));
    }

    private StepState judge(Step step, HostMonitor.Seen before, StepRun.Result result)
            throws Stop, InterruptedException, JournalException, HostException {
        switch (result.state()) {
            case FAILED_UNDONE -> throw new Stop(RunState.FAILED_UNDONE, result.why());
            case DONE, ALREADY_SO, WAITING_FOR_REBOOT -> {}
            default -> throw new Stop(RunState.FAILED_NOT_UNDONE, result.why());
        }
        sight.alarms();
        HostMonitor.Seen after = sight.again();
        Set<Address> virtual = new LinkedHashSet<>(before.host().topology().virtualFunctions(step.target()));
        virtual.addAll(after.host().topology().virtualFunctions(step.target()));
        List<String> more = Drift.between(before.view(), after.view(), Drift.changedBy(step, virtual));
        if (!more.isEmpty()) {
            throw new Stop(RunState.CHANGED, Message.of("run.changed-more", String.join("; ", more)));
        }
        sight.left(after);
        return result.state();
    }

    /** What became of a step in which the host stopped answering. */
    private StepState recover(Step step, HostMonitor.Seen before, HostException failure)
            throws Stop, InterruptedException, JournalException {
        HostException why = failure;
        while (true) {
            sight.awaitBack(step, why);
            try {
                StepRun.Result result = new StepRun(session, step).settle();
                if (result.state() == StepState.UNDONE) {
                    throw new Stop(RunState.HOST_STOPPED, result.why());
                }
                StepState state = judge(step, before, result);
                if (!session.attendant().goesOn(result.why())) {
                    throw new Stop(RunState.CANCELLED, Message.of("run.cancelled"));
                }
                return state;
            } catch (HostException e) {
                why = e;
            }
        }
    }
}
