// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.List;
import java.util.Optional;
import org.peerpath.host.HostException;
import org.peerpath.model.HostModel;
import org.peerpath.plan.MeasureStep;
import org.peerpath.plan.Past;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/**
 * How a measurement ended.
 *
 * @param output what the command printed; empty if it never ran
 * @param timedOut whether it was ended because its time was over, most likely since no client came
 */
public record TestRun(Runs.Result result, String output, boolean timedOut) {
    /** Carries one out on a host that is watched. */
    static Runs.Result carryOut(
            Runs runs, Machine machine, HostChannel watch, MeasureStep.Wanted wanted, List<String> agreed)
            throws HostException, InterruptedException, JournalException {
        Snapshot snapshot = machine.read();
        HostModel host = HostModel.of(snapshot);
        Optional<Message> unfit = MeasureStep.unfit(host, wanted);
        if (unfit.isPresent()) {
            return new Runs.Result(Optional.empty(), RunState.REFUSED, unfit.get());
        }
        Plan plan = MeasureStep.plan(host, wanted);
        List<Step> steps = plan.toDo();
        return runs.carryOut(
                plan,
                Optional.of(agreed),
                watch,
                host,
                () -> runs.began(snapshot, host, plan.request(), steps),
                session ->
                        new Executor(session, plan.request(), Past.UNREAD, HostMonitor.boot(host), steps).run(steps));
    }
}
