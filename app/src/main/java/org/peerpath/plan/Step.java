// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
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

    /** With nothing more to check before undoing than that what it set is still set. */
    public Step(
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
            Message risk) {
        this(
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
                undo.isEmpty() ? List.of() : verification);
    }

    /** The same step with other checks before it and before its undoing. */
    Step checkedBy(List<Check> before, List<Check> beforeUndo) {
        return new Step(
                id,
                kind,
                target,
                state,
                purpose,
                before,
                operations,
                verification,
                undo,
                danger,
                effect,
                risk,
                undo.isEmpty() ? List.of() : beforeUndo);
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
        ALREADY_SO
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
