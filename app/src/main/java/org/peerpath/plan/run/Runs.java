// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.peerpath.host.HostException;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.plan.MeasureStep;
import org.peerpath.plan.Past;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.RunRecord.Progress;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.text.Message;

/** Begins, resumes and undoes runs: the one way to change anything on a host, for the window and the command line. */
public final class Runs {
    private final Machine machine;
    private final Journal journal;
    private final Attendant attendant;
    private final Pace pace;
    private final Limits limits;
    private final String who;

    /**
     * Runs on one host.
     *
     * @param who the person here: {@code user@workstation}
     */
    public Runs(Machine machine, Journal journal, Attendant attendant, Pace pace, Limits limits, String who) {
        this.machine = machine;
        this.journal = journal;
        this.attendant = attendant;
        this.pace = pace;
        this.limits = limits;
        this.who = who;
    }

    /**
     * How a run ended.
     *
     * @param run its name in the journal; empty if it never began
     * @param why in words
     */
    public record Result(Optional<String> run, RunState state, Message why) {}

    /**
     * Makes the plan for the host as it is now, and carries it out.
     *
     * @param agreed the steps the person has read, as ids with their commands; if the plan has become another, nothing is
     *     done. Empty if the person reads the plan only now
     */
    public Result apply(PlanRequest request, Optional<List<String>> agreed)
            throws HostException, InterruptedException, JournalException {
        return apply(request, agreed, Optional.empty());
    }

    /**
     * The same where the plan that was read was made for a host that is known.
     *
     * @param madeFor who that host is, and which functions the plan is about; the host that answers must be it
     */
    public Result apply(PlanRequest request, Optional<List<String>> agreed, Optional<HostIdentity> madeFor)
            throws HostException, InterruptedException, JournalException {
        try (HostChannel watch = machine.watch(who)) {
            Snapshot snapshot = machine.read();
            HostModel host = HostModel.of(snapshot);
            Optional<Message> other = madeFor.flatMap(identity -> RightHost.refusal(identity, machine.name(), host));
            if (other.isPresent()) {
                return new Result(Optional.empty(), RunState.REFUSED, other.get());
            }
            Past past = journal.pastFor(request, snapshot);
            Plan plan = Planner.plan(host, request, List.of(), past);
            List<Step> steps = plan.toDo();
            return carryOut(
                    plan,
                    agreed,
                    watch,
                    host,
                    () -> began(snapshot, host, request, steps),
                    session -> new Executor(session, request, past, HostMonitor.boot(host), steps).run(steps));
        }
    }

    /**
     * Tries a NIC's firmware with the three steps that froze hosts, and nothing more: one VF is created and bound, held and
     * watched, unbound and removed. What came of it is {@link RunRecord#trial}.
     *
     * @param nic a physical function without VFs that shows ATS
     * @param agreed as for {@link #apply}
     */
    public Result verifyFirmware(Address nic, Optional<List<String>> agreed)
            throws HostException, InterruptedException, JournalException {
        try (HostChannel watch = machine.watch(who)) {
            Snapshot snapshot = machine.read();
            HostModel host = HostModel.of(snapshot);
            Optional<Message> unfit = Trials.unfit(host, nic);
            if (unfit.isPresent()) {
                return new Result(Optional.empty(), RunState.REFUSED, unfit.get());
            }
            Plan plan = Canary.alone(host, nic);
            return carryOut(
                    plan, agreed, watch, host, () -> began(snapshot, host, plan.request(), List.of()), session -> {
                        session.write(new Entry.Verifying(pace.now(), Trials.setting(host, nic, limits.hold())));
                        return new Executor(session, plan.request(), Past.UNREAD, HostMonitor.boot(host), List.of())
                                .verify(plan.toDo());
                    });
        }
    }

    /**
     * Runs one command that measures a pair, as any step: the host locked and watched, written down before and after,
     * within a time. It waits for a client on another host.
     *
     * @param agreed as for {@link #apply}
     */
    public TestRun measure(MeasureStep.Wanted wanted, List<String> agreed)
            throws HostException, InterruptedException, JournalException {
        Listening listening = new Listening(machine);
        Runs runs = new Runs(listening, journal, attendant, pace, limits, who);
        try (HostChannel watch = machine.watch(who)) {
            return listening.told(TestRun.carryOut(runs, listening, watch, wanted, agreed));
        }
    }

    /** What {@link #verifyFirmware} would do. */
    public static Plan trial(HostModel host, Address nic) {
        return Canary.alone(host, nic);
    }

    /** Why a NIC's firmware cannot be tried as the host is now; empty if it can. */
    public static Optional<Message> unfitForTrial(HostModel host, Address nic) {
        return Trials.unfit(host, nic);
    }

    @FunctionalInterface
    interface Work {
        RunState in(RunContext session) throws InterruptedException, JournalException;
    }

    /**
     * Begins a run if nothing speaks against it, and does the work.
     *
     * @param began asked once the person has accepted the plan, since it tells the time
     */
    Result carryOut(
            Plan plan,
            Optional<List<String>> agreed,
            HostChannel watch,
            HostModel host,
            Supplier<Entry.Began> began,
            Work work)
            throws InterruptedException, JournalException {
        Optional<Result> refused = refusal(plan, agreed);
        if (refused.isPresent()) {
            return refused.get();
        }
        try (JournalWriter writer = journal.begin(machine.name(), pace.now())) {
            journal.keepBefore(writer.run(), host.snapshot());
            HostIdentity identity =
                    HostIdentity.of(host, plan.toDo().stream().map(Step::target).toList());
            RunContext session = session(watch, writer, identity);
            session.write(new Entry.Identified(pace.now(), identity));
            session.write(began.get());
            session.write(new Entry.Accepted(
                    pace.now(),
                    plan.asked().stream().map(guard -> guard.id().id()).toList()));
            return result(writer, work.in(session));
        }
    }

    private Optional<Result> refusal(Plan plan, Optional<List<String>> agreed) throws InterruptedException {
        Optional<Message> refused = Executor.refusal(plan);
        if (refused.isPresent()) {
            return ended(RunState.REFUSED, refused.get());
        }
        if (plan.toDo().isEmpty() && !plan.waiting().isEmpty()) {
            return ended(RunState.WAITING_FOR_REBOOT, Message.of("run.reboot-pending"));
        }
        if (plan.toDo().isEmpty()) {
            return ended(RunState.NOTHING_TO_DO, Message.of("run.nothing-to-do"));
        }
        if (agreed.filter(wanted -> !wanted.equals(agreement(plan.toDo()))).isPresent()) {
            return ended(RunState.CHANGED, Message.of("run.other-plan"));
        }
        if (!attendant.accepts(plan, plan.asked())) {
            return ended(RunState.REFUSED, Message.of("run.not-accepted"));
        }
        return Optional.empty();
    }

    private static Optional<Result> ended(RunState state, Message why) {
        return Optional.of(new Result(Optional.empty(), state, why));
    }

    /** What a person agrees to when they agree to steps: their ids, and every command. */
    public static List<String> agreement(List<Step> steps) {
        List<String> lines = new ArrayList<>();
        for (Step step : steps) {
            lines.add(step.id());
            lines.addAll(RunContext.commands(step.operations()));
        }
        return lines;
    }

    /** Whether one NIC and one VF go first, and are undone again, when a plan is carried out. */
    public static boolean triesOneFirst(Plan plan) {
        return plan.toDo().stream()
                .anyMatch(step -> Canary.isDueBefore(plan.request().goal(), step));
    }

    /** Whether a step belongs to what goes first. */
    public static boolean isOfTheFirst(Step step) {
        return Canary.isCanary(step);
    }

    /**
     * Goes on with a run: what was begun is looked at, what is left is done. The person sees the plan of it first; a run
     * whose journal does not say who its host was is not gone on with.
     */
    public Result resume(String run) throws HostException, InterruptedException, JournalException {
        return again(run, false, Resumption::goOn);
    }

    /** Undoes what a run has done, the last step first. The person sees the plan of it first. */
    public Result undo(String run) throws HostException, InterruptedException, JournalException {
        return again(run, true, Resumption::undo);
    }

    @FunctionalInterface
    private interface Again {
        RunState with(Resumption resumption) throws HostException, InterruptedException, JournalException;
    }

    private Result again(String run, boolean back, Again what)
            throws HostException, InterruptedException, JournalException {
        try (HostChannel watch = machine.watch(who);
                JournalWriter writer = journal.reopen(run)) {
            RunRecord record = journal.read(run);
            Entry.Began began =
                    record.began().orElseThrow(() -> new JournalException(Message.of("journal.never-began", run)));
            Snapshot snapshot = machine.read();
            HostModel host = HostModel.of(snapshot);
            Past past = journal.past(host, Optional.of(run));
            HostIdentity identity = HostIdentity.of(host, record.targets());
            RunContext session = session(watch, writer, identity);
            Optional<Message> refused = new ResumptionPlan(session, record, host, past, back).refusal();
            if (refused.isPresent()) {
                return new Result(Optional.empty(), RunState.REFUSED, refused.get());
            }
            String boot = HostMonitor.boot(host);
            session.write(began(snapshot, host, began.request(), began.steps()));
            List<Step> steps = record.progress().stream().map(Progress::step).toList();
            Resumption.forget(session, record, boot);
            Executor executor = new Executor(session, began.request(), past, boot, steps);
            Optional<Message> hanging = Hanging.stillThere(session, record, boot);
            return result(
                    writer,
                    hanging.isPresent()
                            ? executor.nothing(hanging.get())
                            : what.with(new Resumption(session, executor, journal, run, boot)));
        }
    }

    private RunContext session(HostChannel watch, JournalWriter writer, HostIdentity identity) {
        return new RunContext(machine, watch, writer, attendant, pace, limits, identity);
    }

    Entry.Began began(Snapshot snapshot, HostModel host, PlanRequest request, List<Step> steps) {
        return new Entry.Began(
                pace.now(),
                who,
                machine.name(),
                snapshot.origin().host(),
                HostMonitor.boot(host),
                hash(snapshot),
                request,
                steps);
    }

    private Result result(JournalWriter writer, RunState state) throws JournalException {
        return new Result(
                Optional.of(writer.run()),
                state,
                journal.read(writer.run()).why().orElse(Message.of("run.all-done")));
    }

    private static String hash(Snapshot snapshot) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SnapshotFile.write(snapshot, bytes, false);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
