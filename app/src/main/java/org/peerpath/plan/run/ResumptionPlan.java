// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.host.HostException;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Check;
import org.peerpath.plan.Guard;
import org.peerpath.plan.JournaledSteps;
import org.peerpath.plan.Past;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;

/** What resuming or undoing a run would do, before it does anything: on which host, which steps, and what speaks against it. */
final class ResumptionPlan {
    private final RunContext session;
    private final RunRecord record;
    private final Entry.Began began;
    private final HostModel host;
    private final Past past;
    private final boolean back;

    ResumptionPlan(RunContext session, RunRecord record, HostModel host, Past past, boolean back) {
        this.session = session;
        this.record = record;
        this.began = record.began().orElseThrow();
        this.host = host;
        this.past = past;
        this.back = back;
    }

    /** Returns why nothing is done; empty if the host is the right one, no guard refuses and the person agrees. */
    Optional<Message> refusal() throws HostException, InterruptedException {
        List<Guard> unknown = new ArrayList<>();
        if (record.identity().isPresent()) {
            Optional<Message> other =
                    RightHost.refusal(record.identity().get(), session.machine().name(), host);
            if (other.isPresent()) {
                return other;
            }
        } else if (!back) {
            return Optional.of(Message.of("run.host-unrecorded", record.run()));
        } else {
            unknown.add(Guard.hostUnknown(Message.of("run.values", values())));
        }
        Plan plan = plan(unknown);
        Optional<Message> refused = Executor.refusal(plan);
        if (refused.isPresent()) {
            return refused;
        }
        return session.attendant().accepts(plan, plan.asked())
                ? Optional.empty()
                : Optional.of(Message.of("run.not-accepted"));
    }

    private Plan plan(List<Guard> unknown) {
        String source = session.machine().name();
        List<Step> steps = record.progress().stream()
                .filter(progress -> back ? progress.state().touched() : !isThere(progress))
                .map(RunRecord.Progress::step)
                .filter(step -> back || !Canary.isCanary(step))
                .toList();
        Plan plan = back
                ? JournaledSteps.back(host, began.request(), source, steps)
                : JournaledSteps.forward(host, began.request(), source, steps);
        Set<Guard> guards = new LinkedHashSet<>(unknown);
        guards.addAll(plan.guards());
        if (!back) {
            guards.addAll(Planner.plan(host, began.request(), List.of(), past).asked());
        }
        return new Plan(plan.request(), plan.source(), plan.host(), plan.steps(), List.copyOf(guards));
    }

    private static boolean isThere(RunRecord.Progress progress) {
        return progress.state() == StepState.DONE || progress.state() == StepState.ALREADY_SO;
    }

    /** The value of everything that the run has changed, as it is and as it was before. */
    private String values() throws HostException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (RunRecord.Progress progress : record.progress()) {
            if (progress.state().touched()) {
                for (Check check : progress.step().prechecks()) {
                    String now = session.ask(check.read()) instanceof Machine.Outcome.Exited(int status, String output)
                                    && status == 0
                            ? Checks.shown(check, output)
                            : "–";
                    lines.add(check.read().shell() + ": " + now + " ← " + check.expected());
                }
            }
        }
        return String.join("; ", lines);
    }
}
