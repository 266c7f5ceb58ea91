// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.path.Change;
import org.peerpath.plan.Check;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Keep;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.plan.TouchedVms;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.ChangeWords;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.parts.Ui;

/**
 * A plan in the words of one language: what its page shows. It knows no scene and decides nothing.
 *
 * @param plan what it is about
 * @param standing whether it can be carried out, must be asked about, is refused or has nothing to do
 * @param headline the same in one line
 * @param guards what stands in the way, refusals first
 * @param steps what is to be done, in order
 * @param done what is so already and left alone
 * @param tried what becomes of the what-if's changes, if it came from one
 * @param keep ways to make it outlive a boot; of each kind one is enough
 */
public record PlanSheet(
        Plan plan,
        Standing standing,
        String headline,
        List<GuardRow> guards,
        List<StepRow> steps,
        List<StepRow> done,
        List<Tried> tried,
        List<KeepRow> keep) {
    public PlanSheet {
        keep = List.copyOf(keep);
        guards = List.copyOf(guards);
        steps = List.copyOf(steps);
        done = List.copyOf(done);
        tried = List.copyOf(tried);
    }

    /** Whether it can be carried out. */
    public enum Standing {
        /** The host is as it should be. */
        NOTHING_TO_DO,
        /** Everything is set, and something of it takes effect only when the host is booted. */
        WAITING,
        /** Nothing stands in the way. */
        CLEAR,
        /** A person must confirm something first. */
        ASKS,
        /** A guard forbids it. */
        REFUSED;

        /** The last part of bundle keys and style classes. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A function and what it is called. */
    public record Named(Address function, String name) {}

    /**
     * One guard.
     *
     * @param word "refused" or "asks"
     * @param reason why
     * @param lift what lifts it
     * @param source where the rule comes from
     */
    public record GuardRow(Guard guard, String word, String reason, String lift, String source, List<Named> functions) {
        public GuardRow {
            functions = List.copyOf(functions);
        }

        public boolean refuses() {
            return guard.answer() == Guard.Answer.REFUSES;
        }
    }

    /**
     * One step.
     *
     * @param number from 1, in the order of the plan; 0 for what is already so
     * @param danger how much can go wrong, in words
     * @param effect when it takes effect, in words
     * @param before what is checked right before
     * @param commands exactly what is run
     * @param after what is read right after
     * @param undo exactly what puts it back; empty where nothing does
     * @param risk what could go wrong
     * @param vms which VMs it touches, before and after
     */
    public record StepRow(
            Step step,
            int number,
            String purpose,
            Named target,
            String danger,
            String effect,
            List<CheckRow> before,
            List<String> commands,
            List<CheckRow> after,
            List<String> undo,
            String risk,
            String vms) {
        public StepRow {
            before = List.copyOf(before);
            commands = List.copyOf(commands);
            after = List.copyOf(after);
            undo = List.copyOf(undo);
        }
    }

    /** What is checked, how, and what it must read. */
    public record CheckRow(String what, String command, String expected) {}

    /**
     * One way to make what the plan sets outlive a boot.
     *
     * @param path the file to write; empty where there is none
     * @param content of that file
     * @param commands what puts it into force
     * @param undo what takes it back
     */
    public record KeepRow(
            String what,
            Optional<String> path,
            String content,
            List<String> commands,
            List<String> undo,
            String caution) {
        public KeepRow {
            commands = List.copyOf(commands);
            undo = List.copyOf(undo);
        }
    }

    /**
     * One change of a what-if.
     *
     * @param step the number of the step that makes it, if one does
     * @param note the same in words; or why no step does
     */
    public record Tried(String change, Optional<Integer> step, String note) {}

    /**
     * Plans what is wished for on the host as it was read, whatever the what-if has changed on its copy.
     *
     * @param journal asked for what earlier runs did, where the plan is to go back to what was before
     */
    public static PlanSheet of(HostView view, PlanWish wish, Journal journal, Texts texts) throws JournalException {
        Plan plan = Planner.plan(
                view.read(),
                wish.request(),
                List.of(),
                journal.pastFor(wish.request(), view.read().snapshot()));
        return new Writer(view, plan, texts).write(wish.tried());
    }

    /** A plan that was made already. */
    public static PlanSheet of(HostView view, Plan plan, Texts texts) {
        return new Writer(view, plan, texts).write(List.of());
    }

    /** Puts a plan into words. */
    private record Writer(HostView view, Plan plan, Texts texts, TouchedVms touched) {
        Writer(HostView view, Plan plan, Texts texts) {
            this(view, plan, texts, new TouchedVms(view.read()));
        }

        PlanSheet write(List<Change> changes) {
            List<StepRow> steps = new ArrayList<>();
            List<StepRow> done = new ArrayList<>();
            for (Step step : plan.steps()) {
                if (step.state() == Step.State.TO_DO) {
                    steps.add(step(step, steps.size() + 1));
                } else {
                    done.add(step(step, 0));
                }
            }
            List<GuardRow> guards = new ArrayList<>();
            for (Guard.Answer answer : Guard.Answer.values()) {
                plan.guards().stream()
                        .filter(guard -> guard.answer() == answer)
                        .forEach(guard -> guards.add(guard(guard)));
            }
            Standing standing = standing();
            String headline = texts.say("ui.plan.headline." + standing.id(), steps.size(), done.size(), guards.size());
            ChangeWords words = new ChangeWords(view, texts);
            Coverage coverage = new Coverage(view.read(), steps, texts);
            return new PlanSheet(
                    plan,
                    standing,
                    headline,
                    guards,
                    steps,
                    done,
                    changes.stream()
                            .map(change -> coverage.of(change, words.say(change)))
                            .toList(),
                    plan.keep().stream().map(this::keep).toList());
        }

        private Standing standing() {
            if (plan.refused()) {
                return Standing.REFUSED;
            }
            if (plan.toDo().isEmpty()) {
                return plan.waiting().isEmpty() ? Standing.NOTHING_TO_DO : Standing.WAITING;
            }
            return plan.guards().isEmpty() ? Standing.CLEAR : Standing.ASKS;
        }

        private GuardRow guard(Guard guard) {
            return new GuardRow(
                    guard,
                    Ui.sentence(texts.say("plan.guard." + word(guard.answer()))),
                    Ui.sentence(texts.say(guard.reason())),
                    texts.say(guard.lift()),
                    guard.source(),
                    guard.functions().stream().map(this::named).toList());
        }

        private StepRow step(Step step, int number) {
            return new StepRow(
                    step,
                    number,
                    Ui.sentence(texts.say(step.purpose())),
                    named(step.target()),
                    texts.say("danger." + word(step.danger())),
                    texts.say("effect." + word(step.effect())),
                    step.prechecks().stream().map(this::check).toList(),
                    step.operations().stream().map(Operation::shell).toList(),
                    step.verification().stream().map(this::check).toList(),
                    step.undo().stream().map(Operation::shell).toList(),
                    Ui.sentence(texts.say(step.risk())),
                    texts.say(touched.of(step).message()));
        }

        private KeepRow keep(Keep way) {
            return new KeepRow(
                    Ui.sentence(texts.say(way.what())),
                    way.file().map(Keep.File::path),
                    way.file().map(Keep.File::content).orElse(""),
                    way.commands().stream().map(Keep.Command::shell).toList(),
                    way.undo().stream().map(Keep.Command::shell).toList(),
                    Ui.sentence(texts.say(way.caution())));
        }

        private CheckRow check(Check check) {
            String expected = check.expected().isEmpty()
                    ? texts.say("ui.plan.expects-nothing")
                    : check.mask() == 0 || check.mask() == 0xffff
                            ? check.expected()
                            : texts.say(
                                    "ui.plan.expects-bits",
                                    check.expected(),
                                    String.format(Locale.ROOT, "%04x", check.mask()));
            return new CheckRow(
                    Ui.sentence(texts.say(check.what())), check.read().shell(), expected);
        }

        private Named named(Address function) {
            return new Named(function, texts.say(view.labels().shortName(function)));
        }

        private static String word(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }
    }
}
