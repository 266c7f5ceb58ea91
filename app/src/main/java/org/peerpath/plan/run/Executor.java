// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.host.HostException;
import org.peerpath.iommu.HostModel;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Past;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.RunRecord.Progress;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Carries out the steps of a run one after the other, and stops at the first thing that is not as it should be: a guard,
 * a check, a change by somebody else, trouble in the kernel's log, a host that does not answer.
 */
final class Executor {
    /** No person has had time to do anything since. */
    private static final Duration FRESH = Duration.ofSeconds(2);

    private static final String UNREAD = "–";

    /** Ends a run early. */
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1L;
        private final RunState state;
        private final transient Message why;

        Stop(RunState state, Message why) {
            super(why.key(), null, false, false);
            this.state = state;
            this.why = why;
        }
    }

    private final Session session;
    private final PlanRequest request;
    private final Past past;
    private final String boot;
    private final Set<Address> targets = new TreeSet<>();
    private @Nullable Seen last;
    private int eventsSeen;

    /** A run. Its own changes are no part of the past that it may be there to take back. */
    Executor(Session session, PlanRequest request, Past past, String boot, List<Step> steps) {
        this.session = session;
        this.request = request;
        this.past = past;
        this.boot = boot;
        steps.forEach(step -> targets.add(step.target()));
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
            return close(stop.state, stop.why);
        } catch (NotAllowedException e) {
            return close(RunState.REFUSED, Message.of("run.not-allowed", String.valueOf(e.getMessage())));
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
                canary(Canary.steps(look(step).host(), from));
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
        steps.forEach(step -> targets.add(step.target()));
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
                session.write(new Entry.Silent(session.now(), steps.getLast().id(), tail()));
                sameBoot(session.read());
                session.write(new Entry.Back(session.now(), boot, true));
            }
            Undo.Result result = new Undo(session).run(done);
            if (result.state() != RunState.UNDONE) {
                throw new Stop(result.state(), result.why());
            }
            alarms();
            last = null;
        } catch (HostException e) {
            awaitBack(steps.getLast(), e);
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
            alarms();
            if (session.watch().silence().compareTo(session.limits().silence()) > 0) {
                return Hold.UNHEARD;
            }
            if (session.attendant().wantsToStop()) {
                return Hold.STOPPED;
            }
        }
        return Hold.HELD;
    }

    /** A reading, and what of it matters here. */
    private record Seen(HostModel host, Drift.View view, Instant at) {}

    /** One step with everything around it. */
    private StepState one(Step step) throws Stop, InterruptedException, JournalException {
        if (session.attendant().wantsToStop()) {
            throw new Stop(RunState.CANCELLED, Message.of("run.cancelled"));
        }
        if (step.danger() != Step.Danger.LOW && !session.attendant().allows(step)) {
            throw new Stop(RunState.CANCELLED, Message.of("run.declined", step.purpose()));
        }
        lock(step);
        Seen before = look(step);
        List<String> unread = Drift.unread(before.view(), step);
        if (!unread.isEmpty()) {
            throw new Stop(RunState.CHANGED, Message.of("run.unread", String.join("; ", unread)));
        }
        if (!Canary.isCanary(step)) {
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

    /** The host right before a step, which must be as it was left. A reading made this moment serves. */
    private Seen look(Step step) throws Stop, InterruptedException, JournalException {
        Seen left = last;
        if (left != null && Duration.between(left.at(), session.now()).compareTo(FRESH) < 0) {
            return left;
        }
        HostModel host;
        try {
            host = session.read();
        } catch (HostException e) {
            host = awaitBack(step, e);
        }
        sameBoot(host);
        Seen now = seen(host);
        if (left != null) {
            List<String> changed = Drift.between(left.view(), now.view(), Drift.nothing());
            if (!changed.isEmpty()) {
                throw new Stop(RunState.CHANGED, Message.of("run.changed", String.join("; ", changed)));
            }
        }
        last = now;
        return now;
    }

    private Seen seen(HostModel host) {
        return new Seen(host, Drift.view(host, targets), session.now());
    }

    private void sameBoot(HostModel host) throws Stop, JournalException {
        String now = boot(host);
        if (now.equals(UNREAD)) {
            throw new Stop(RunState.CHANGED, Message.of("run.boot-unread"));
        }
        if (!now.equals(boot)) {
            session.write(new Entry.Back(session.now(), now, false));
            throw new Stop(RunState.REBOOTED, Message.of("run.rebooted"));
        }
    }

    /** The host's id of its boot; a dash where it was not read. */
    static String boot(HostModel host) {
        return host.snapshot()
                .hostText(HostFiles.BOOT_ID)
                .asOptional()
                .map(String::strip)
                .orElse(UNREAD);
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

    private StepState judge(Step step, Seen before, StepRun.Result result)
            throws Stop, InterruptedException, JournalException, HostException {
        switch (result.state()) {
            case FAILED_UNDONE -> throw new Stop(RunState.FAILED_UNDONE, result.why());
            case DONE, ALREADY_SO, WAITING_FOR_REBOOT -> {}
            default -> throw new Stop(RunState.FAILED_NOT_UNDONE, result.why());
        }
        alarms();
        HostModel host = session.read();
        sameBoot(host);
        Seen after = seen(host);
        Set<Address> virtual = new LinkedHashSet<>(before.host().topology().virtualFunctions(step.target()));
        virtual.addAll(host.topology().virtualFunctions(step.target()));
        List<String> more = Drift.between(before.view(), after.view(), Drift.changedBy(step, virtual));
        if (!more.isEmpty()) {
            throw new Stop(RunState.CHANGED, Message.of("run.changed-more", String.join("; ", more)));
        }
        last = after;
        return result.state();
    }

    private void alarms() throws Stop {
        List<LogEvent> events = Alarms.in(session.watch().log());
        if (events.size() > eventsSeen) {
            LogEvent first = events.get(eventsSeen);
            eventsSeen = events.size();
            throw new Stop(RunState.ALARM, Message.of("run.alarm", first.kind().id(), first.text()));
        }
    }

    // ---- A host that does not answer -------------------------------------------------------------------------------

    /** What became of a step in which the host stopped answering. */
    private StepState recover(Step step, Seen before, HostException failure)
            throws Stop, InterruptedException, JournalException {
        HostException why = failure;
        while (true) {
            awaitBack(step, why);
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

    /**
     * Keeps trying to reach the host until it answers or the person has had enough.
     *
     * @return the host, in the same boot
     */
    private HostModel awaitBack(Step step, HostException failure) throws Stop, InterruptedException, JournalException {
        session.write(new Entry.Silent(session.now(), step.id(), tail()));
        Instant since = session.now();
        while (session.attendant().waitsFor(Duration.between(since, session.now()), tail())) {
            session.pace().pause(session.limits().probe());
            try {
                HostModel host = session.read();
                sameBoot(host);
                session.write(new Entry.Back(session.now(), boot, true));
                return host;
            } catch (HostException e) {
                // Still not there.
            }
        }
        throw new Stop(RunState.HOST_STOPPED, Message.of("run.host-stopped", step.purpose(), failure.reason()));
    }

    private List<String> tail() {
        List<String> log = session.watch().log();
        return log.subList(Math.max(0, log.size() - 20), log.size());
    }
}
