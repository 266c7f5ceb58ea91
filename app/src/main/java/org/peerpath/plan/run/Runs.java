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
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SnapshotFile;
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
        try (Watch watch = machine.watch(who)) {
            Snapshot snapshot = machine.read();
            HostModel host = HostModel.of(snapshot);
            Past past = journal.pastFor(request, snapshot);
            Plan plan = Planner.plan(host, request, List.of(), past);
            Optional<Result> no = refusal(plan, agreed);
            if (no.isPresent()) {
                return no.get();
            }
            try (JournalWriter writer = journal.begin(machine.name(), pace.now())) {
                Session session = session(watch, writer);
                session.write(began(snapshot, host, request, plan.toDo()));
                session.write(new Entry.Accepted(
                        pace.now(),
                        asked(plan).stream().map(guard -> guard.id().id()).toList()));
                return result(
                        writer,
                        new Executor(session, request, past, Executor.boot(host), plan.toDo()).run(plan.toDo()));
            }
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
        try (Watch watch = machine.watch(who)) {
            Snapshot snapshot = machine.read();
            HostModel host = HostModel.of(snapshot);
            Optional<Message> unfit = Trials.unfit(host, nic);
            if (unfit.isPresent()) {
                return new Result(Optional.empty(), RunState.REFUSED, unfit.get());
            }
            Plan plan = Canary.alone(host, nic);
            Optional<Result> no = refusal(plan, agreed);
            if (no.isPresent()) {
                return no.get();
            }
            try (JournalWriter writer = journal.begin(machine.name(), pace.now())) {
                Session session = session(watch, writer);
                session.write(began(snapshot, host, plan.request(), List.of()));
                session.write(new Entry.Accepted(
                        pace.now(),
                        asked(plan).stream().map(guard -> guard.id().id()).toList()));
                session.write(new Entry.Verifying(pace.now(), Trials.setting(host, nic, limits.hold())));
                Executor executor = new Executor(session, plan.request(), Past.UNREAD, Executor.boot(host), List.of());
                return result(writer, executor.verify(plan.toDo()));
            }
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
        if (!attendant.accepts(plan, asked(plan))) {
            return ended(RunState.REFUSED, Message.of("run.not-accepted"));
        }
        return Optional.empty();
    }

    private static Optional<Result> ended(RunState state, Message why) {
        return Optional.of(new Result(Optional.empty(), state, why));
    }

    private static List<Guard> asked(Plan plan) {
        return plan.guards().stream()
                .filter(guard -> guard.answer() == Guard.Answer.ASKS)
                .toList();
    }

    /** What a person agrees to when they agree to steps: their ids, and every command. */
    public static List<String> agreement(List<Step> steps) {
        List<String> lines = new ArrayList<>();
        for (Step step : steps) {
            lines.add(step.id());
            lines.addAll(Session.commands(step.operations()));
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

    /** Goes on with a run: what was begun is looked at, what is left is done. */
    public Result resume(String run) throws HostException, InterruptedException, JournalException {
        return again(run, this::goOn);
    }

    /** Undoes what a run has done, the last step first. */
    public Result undo(String run) throws HostException, InterruptedException, JournalException {
        return again(run, (session, executor, record, host) -> {
            settle(session, record);
            return executor.undo(touched(record));
        });
    }

    @FunctionalInterface
    private interface Again {
        RunState run(Session session, Executor executor, RunRecord record, HostModel host)
                throws HostException, InterruptedException, JournalException;
    }

    private Result again(String run, Again what) throws HostException, InterruptedException, JournalException {
        try (Watch watch = machine.watch(who);
                JournalWriter writer = journal.reopen(run)) {
            RunRecord record = journal.read(run);
            Entry.Began began =
                    record.began().orElseThrow(() -> new JournalException(Message.of("journal.never-began", run)));
            Snapshot snapshot = machine.read();
            HostModel host = HostModel.of(snapshot);
            Session session = session(watch, writer);
            session.write(began(snapshot, host, began.request(), began.steps()));
            List<Step> steps = record.progress().stream().map(Progress::step).toList();
            forget(session, record, Executor.boot(host));
            Past past = journal.past(snapshot.origin().host(), Optional.of(run));
            Executor executor = new Executor(session, began.request(), past, Executor.boot(host), steps);
            Optional<Message> hanging = Hanging.stillThere(session, record, Executor.boot(host));
            if (hanging.isPresent()) {
                return result(writer, executor.nothing(hanging.get()));
            }
            return result(writer, what.run(session, executor, journal.read(run), host));
        }
    }

    private RunState goOn(Session session, Executor executor, RunRecord record, HostModel host)
            throws HostException, InterruptedException, JournalException {
        settle(session, record);
        RunRecord now = journal.read(record.run());
        List<Progress> canary = touched(now).stream()
                .filter(progress -> Canary.isCanary(progress.step()))
                .toList();
        if (!canary.isEmpty()) {
            RunState undone = executor.undo(canary);
            if (undone != RunState.UNDONE) {
                return undone;
            }
        }
        if (now.progress().stream().anyMatch(progress -> waitsForReboot(progress, Executor.boot(host)))) {
            return executor.waitForReboot();
        }
        List<Step> left = new ArrayList<>();
        for (Progress progress : now.progress()) {
            if (!Canary.isCanary(progress.step()) && !isThere(session, progress)) {
                left.add(progress.step());
            }
        }
        return executor.run(left);
    }

    private static boolean waitsForReboot(Progress progress, String boot) {
        boolean set = progress.state() == StepState.WAITING_FOR_REBOOT || progress.state() == StepState.ALREADY_SO;
        return set
                && progress.step().effect() == Step.Effect.REBOOT
                && progress.boot().equals(boot);
    }

    /** Whether a step needs nothing more. */
    private static boolean isThere(Session session, Progress progress) throws HostException, InterruptedException {
        return switch (progress.state()) {
            case DONE, ALREADY_SO -> true;
            case WAITING_FOR_REBOOT -> Checks.hold(session, progress.step().verification());
            default -> false;
        };
    }

    /** Registers, VFs and drivers are as the kernel sets them at boot: whatever was done to them before is gone. */
    private static void forget(Session session, RunRecord record, String boot) throws JournalException {
        for (Progress progress : record.progress()) {
            boolean happened = progress.state().touched() || progress.state() == StepState.ALREADY_SO;
            if (happened
                    && progress.step().effect() == Step.Effect.NOW
                    && !progress.boot().equals(boot)) {
                session.ended(progress.step(), StepState.UNDONE, Message.of("run.gone-with-boot"));
            }
        }
    }

    /** Finds out what became of steps of which only the beginning is written down. */
    private static void settle(Session session, RunRecord record)
            throws HostException, InterruptedException, JournalException {
        for (Progress progress : record.progress()) {
            if (progress.state() == StepState.STARTED || progress.state() == StepState.STUCK) {
                new StepRun(session, progress.step()).settle();
            }
        }
    }

    private List<Progress> touched(RunRecord record) throws JournalException {
        return journal.read(record.run()).progress().stream()
                .filter(progress -> progress.state().touched())
                .toList();
    }

    private Session session(Watch watch, JournalWriter writer) {
        return new Session(machine, watch, writer, attendant, pace, limits);
    }

    private Entry.Began began(Snapshot snapshot, HostModel host, PlanRequest request, List<Step> steps) {
        return new Entry.Began(
                pace.now(),
                who,
                machine.name(),
                snapshot.origin().host(),
                Executor.boot(host),
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
