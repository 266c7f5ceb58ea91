// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.stream.Stream;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * One guarded step of a plan.
 *
 * @param id stable within a plan: {@code acs:0000:17:00.0}
 * @param kind what sort of step it is
 * @param target the function it changes
 * @param state whether there is anything to do
 * @param purpose why it is done
 * @param prechecks what must hold right before it
 * @param operations the exact commands, in order
 * @param verification what must hold right after it
 * @param undo the commands that put things back, in order; empty where there is nothing to put back
 * @param danger how much can go wrong
 * @param effect when it takes effect
 * @param risk what could go wrong
 * @param undoChecks what must hold right before it is undone: that what it set is still set, and that nobody has come to
 *     lean on it since
 */
public record Step(
        String id,
        Kind kind,
        Address target,
        State state,
        Message purpose,
        List<Check> prechecks,
        List<Operation> operations,
        List<Check> verification,
        List<Operation> undo,
        Danger danger,
        Effect effect,
        Message risk,
        List<Check> undoChecks) {
    public Step {
        prechecks = List.copyOf(prechecks);
        operations = List.copyOf(operations);
        verification = List.copyOf(verification);
        undo = List.copyOf(undo);
        undoChecks = List.copyOf(undoChecks);
    }

    /** The same step under another id. */
    public Step named(String other) {
        return new Step(
                other,
                kind,
                target,
                state,
                purpose,
                prechecks,
                operations,
                verification,
                undo,
                danger,
                effect,
                risk,
                undoChecks);
    }

    /** Whether it changes something that goes when its virtual function does. */
    boolean isOnVirtualFunction() {
        return kind == Kind.DRIVER || kind == Kind.IDENTITY;
    }

    /** Begins a step of which everything else is still open: harmless, taking effect at once, with nothing to undo. */
    static Builder of(String id, Kind kind, Address target, Message purpose, Message risk) {
        return new Builder(id, kind, target, purpose, risk);
    }

    /** A step in the making, said in the order in which it happens. */
    static final class Builder {
        private final String id;
        private final Kind kind;
        private final Address target;
        private State state = State.TO_DO;
        private final Message purpose;
        private final Message risk;
        private List<Check> prechecks = List.of();
        private List<Operation> operations = List.of();
        private List<Check> verification = List.of();
        private List<Operation> undo = List.of();
        private Danger danger = Danger.LOW;
        private Effect effect = Effect.NOW;
        private List<Check> alsoBeforeUndo = List.of();

        private Builder(String id, Kind kind, Address target, Message purpose, Message risk) {
            this.id = id;
            this.kind = kind;
            this.target = target;
            this.purpose = purpose;
            this.risk = risk;
        }

        /** What must hold right before it. */
        Builder before(Check... checks) {
            return before(List.of(checks));
        }

        Builder before(List<Check> checks) {
            prechecks = Stream.concat(prechecks.stream(), checks.stream()).toList();
            return this;
        }

        Builder run(Operation... commands) {
            return run(List.of(commands));
        }

        Builder run(List<Operation> commands) {
            operations = List.copyOf(commands);
            return this;
        }

        /** What must hold right after it, and before it is undone. */
        Builder after(Check... checks) {
            return after(List.of(checks));
        }

        Builder after(List<Check> checks) {
            verification = List.copyOf(checks);
            return this;
        }

        Builder undo(Operation... commands) {
            return undo(List.of(commands));
        }

        Builder undo(List<Operation> commands) {
            undo = List.copyOf(commands);
            return this;
        }

        /** What else must hold before it is undone: that nobody has come to lean on it. */
        Builder undoneOnlyIf(List<Check> checks) {
            alsoBeforeUndo = List.copyOf(checks);
            return this;
        }

        Builder danger(Danger how) {
            danger = how;
            return this;
        }

        Builder takesEffect(Effect when) {
            effect = when;
            return this;
        }

        /** It is so already: there is nothing to run and nothing to undo. */
        Builder alreadySoIf(boolean so) {
            return so ? as(State.ALREADY_SO) : this;
        }

        /** There is nothing to run, and so nothing to undo. */
        Builder as(State other) {
            state = other;
            operations = List.of();
            undo = List.of();
            return this;
        }

        Step build() {
            List<Check> beforeUndo = undo.isEmpty()
                    ? List.of()
                    : Stream.concat(verification.stream(), alsoBeforeUndo.stream())
                            .toList();
            return new Step(
                    id,
                    kind,
                    target,
                    state,
                    purpose,
                    prechecks,
                    operations,
                    verification,
                    undo,
                    danger,
                    effect,
                    risk,
                    beforeUndo);
        }
    }

    /** What sort of step it is. */
    public enum Kind {
        ACS_CONTROL,
        ATS_OPTION,
        AUTOPROBE,
        VF_COUNT,
        IDENTITY,
        MODULE,
        DRIVER
    }

    /** Whether there is anything to do. */
    public enum State {
        TO_DO,
        /** The host is already so; the step is shown and left alone. */
        ALREADY_SO,
        /** It is set already, and takes effect when the host is booted. */
        WAITING_FOR_REBOOT
    }

    /** How much can go wrong. */
    public enum Danger {
        LOW,
        /** Something in use could be disturbed. */
        MEDIUM,
        /** The host could stop answering. */
        HIGH
    }

    /** When a step takes effect. */
    public enum Effect {
        NOW,
        /** Only after the host is booted again. */
        REBOOT
    }
}
