// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.List;
import java.util.Optional;
import org.peerpath.host.HostException;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.RunRecord.Progress;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Undoes steps, the last first: only where what the step did is still so, and nobody uses it. It stops at the first that
 * cannot be undone, since those before it are what that one stands on.
 */
final class Undo {
    /** What became of it. */
    record Result(RunState state, Message why) {}

    private final RunContext session;

    Undo(RunContext session) {
        this.session = session;
    }

    Result run(List<Progress> done) throws HostException, InterruptedException, JournalException {
        for (Progress progress : done.reversed()) {
            StepRun.Result result = one(progress);
            session.ended(progress.step(), result.state(), result.why());
            if (result.state() != StepState.UNDONE) {
                return new Result(
                        RunState.NOT_UNDONE,
                        Message.of("run.not-undone", progress.step().purpose(), result.why()));
            }
        }
        return new Result(RunState.UNDONE, Message.of("run.undone"));
    }

    private StepRun.Result one(Progress progress) throws HostException, InterruptedException, JournalException {
        Step step = progress.step();
        if (Checks.hold(session, step.prechecks())) {
            return new StepRun.Result(StepState.UNDONE, Message.of("run.was-undone"));
        }
        if (step.undo().isEmpty()) {
            return new StepRun.Result(StepState.UNDONE, Message.of("run.stays"));
        }
        HostModel host = session.read();
        if (host.topology().find(step.target()).isEmpty()) {
            return new StepRun.Result(StepState.UNDONE, Message.of("run.gone"));
        }
        // Half of a step is our own doing; anything else that is not as the step left it is somebody's.
        if (progress.state() != StepState.FAILED_NOT_UNDONE) {
            Optional<Message> other = Checks.failing(session, step.undoChecks());
            if (other.isPresent()) {
                return new StepRun.Result(StepState.NOT_UNDONE, Message.of("run.changed-since", other.get()));
            }
        }
        Optional<Message> user = user(host, step);
        if (user.isPresent()) {
            return new StepRun.Result(StepState.NOT_UNDONE, user.get());
        }
        return StepRun.undo(session, step)
                .map(left -> new StepRun.Result(StepState.FAILED_NOT_UNDONE, left))
                .orElseGet(() -> new StepRun.Result(StepState.UNDONE, Message.of("run.undone-step")));
    }

    /** Who uses what the undo of a step would take away; also if that is not known. */
    private static Optional<Message> user(HostModel host, Step step) {
        List<Address> taken = step.takenByUndo(host.topology());
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        return switch (VfioHolders.of(host.snapshot())) {
            case Fact.Known<VfioHolders>(VfioHolders holders) ->
                taken.stream()
                        .flatMap(function -> host.topology().find(function).stream())
                        .flatMap(function -> holders.holderOf(function).stream())
                        .findFirst()
                        .map(holder -> Message.of(
                                "guard.holder",
                                holder.command(),
                                holder.process(),
                                holder.guest().orElse("–")))
                        .or(() -> holders.anyUnnamed()
                                ? Optional.of(Message.of("run.holders-unknown"))
                                : Optional.empty());
            case Fact.Absent<VfioHolders>() -> Optional.of(Message.of("run.holders-unknown"));
            case Fact.Unknown<VfioHolders>(Message why) -> Optional.of(why);
        };
    }
}
