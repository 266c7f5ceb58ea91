// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.pci.Topology;
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
        return with(other, danger);
    }

    /** Returns the same step with another danger. */
    Step as(Danger other) {
        return with(id, other);
    }

    private Step with(String otherId, Danger otherDanger) {
        return new Step(
                otherId,
                kind,
                target,
                state,
                purpose,
                prechecks,
                operations,
                verification,
                undo,
                otherDanger,
                effect,
                risk,
                undoChecks);
    }

    // ---- What its kind answers -------------------------------------------------------------------------------------

    /** Returns the facts of its function that must have been read before it is carried out. */
    public List<String> restsOn() {
        return kind.answers().restsOn();
    }

    /**
     * Returns whether a fact may differ after it: what it sets, and what the kernel changes with it.
     *
     * @param where the address of the function whose fact it is
     * @param virtualFunctions those that its function has before or after it
     */
    public boolean changes(String where, String fact, Set<Address> virtualFunctions) {
        return kind.answers().changes(this, where, fact, virtualFunctions);
    }

    /** Returns whether it writes to configuration space, which a locked-down kernel forbids. */
    boolean writesConfigurationSpace() {
        return kind.answers().writesConfigurationSpace();
    }

    /** Returns whether it changes something that goes when its virtual function does. */
    boolean lostWithItsFunction() {
        return kind.answers().isLostWithItsFunction();
    }

    /** Returns whether it decides where requests turn, and nothing else. */
    public boolean routes() {
        return kind.answers().routes();
    }

    /** Returns whether no hardware has ever carried out a step of its kind for this project. */
    public boolean unproven() {
        return kind.answers().isUnproven();
    }

    /** Returns whether one new virtual function of its NIC must be tried before it, since it could stop the host. */
    public boolean triedOnNewFunction() {
        return kind.answers().trial(this) == StepKind.Trial.ONE_NEW_FUNCTION;
    }

    /** Returns whether it must be tried and undone before the steps after it, since it could stop the host. */
    public boolean triedItself() {
        return kind.answers().trial(this) == StepKind.Trial.ITSELF;
    }

    /** Returns whether it gives its function to VFIO. */
    boolean givesToVfio() {
        return kind.answers().givesToVfio(this);
    }

    /** Returns the functions that undoing it takes from whoever uses them. */
    public List<Address> takenByUndo(Topology topology) {
        return kind.answers().takenByUndo(this, topology);
    }

    /** Returns whether it makes a change that a what-if has tried. */
    public boolean makes(Change change, HostModel read) {
        return kind.answers().makes(this, change, read);
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

    /** What sort of step it is. The names stand in journals. */
    public enum Kind {
        ACS_CONTROL(new AcsControlStep()),
        ATS_OPTION(new AtsOptionStep()),
        AUTOPROBE(new AutoprobeStep()),
        VF_COUNT(new VfCountStep()),
        IDENTITY(new IdentityStep()),
        MODULE(new ModuleStep()),
        NETWORK(new NetworkStep()),
        DRIVER(new DriverStep()),
        MEASURE(new MeasureStep());

        /** All of them are without state. */
        @SuppressWarnings("ImmutableEnumChecker")
        private final StepKind answers;

        Kind(StepKind answers) {
            this.answers = answers;
        }

        StepKind answers() {
            return answers;
        }
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
