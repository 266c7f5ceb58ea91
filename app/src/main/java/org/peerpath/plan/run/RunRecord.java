// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.peerpath.model.HostIdentity;
import org.peerpath.plan.JournaledSteps;
import org.peerpath.plan.Past;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * A run as its journal tells it.
 *
 * @param run its name
 * @param entries what was written down, in order
 */
public record RunRecord(String run, List<Entry> entries) {
    public RunRecord {
        entries = List.copyOf(entries);
    }

    /**
     * A step and how far it is.
     *
     * @param why what was written down about it last; empty while nothing was
     * @param boot the host's boot in which that was
     */
    public record Progress(Step step, StepState state, Optional<Message> why, String boot) {}

    /** How the run began; empty if the program ended before that was written. */
    public Optional<Entry.Began> began() {
        return entries.stream()
                .filter(Entry.Began.class::isInstance)
                .map(Entry.Began.class::cast)
                .findFirst();
    }

    /** Who the host was when the run began; empty in journals of version 0.1. */
    public Optional<HostIdentity> identity() {
        return entries.stream()
                .filter(Entry.Identified.class::isInstance)
                .map(entry -> ((Entry.Identified) entry).identity())
                .findFirst();
    }

    /** What the user calls the host. */
    public Optional<String> source() {
        return began().map(Entry.Began::source);
    }

    /** What it tells of a NIC's firmware; empty if it was no trial of one. */
    public Optional<FirmwareTrial> trial() {
        return FirmwareTrial.of(run, entries);
    }

    /** When something was written down last. */
    public Optional<Instant> last() {
        return entries.isEmpty()
                ? Optional.empty()
                : Optional.of(entries.getLast().at());
    }

    /** How it stands: a run whose journal does not end with its end is unfinished. */
    public RunState state() {
        return !entries.isEmpty() && entries.getLast() instanceof Entry.Closed closed
                ? closed.state()
                : RunState.UNFINISHED;
    }

    /** Why it stands so. */
    public Optional<Message> why() {
        return !entries.isEmpty() && entries.getLast() instanceof Entry.Closed closed
                ? Optional.of(closed.why())
                : Optional.empty();
    }

    /** Whether the host may be other than before the run. */
    public boolean hasTouched() {
        return progress().stream().anyMatch(progress -> progress.state().touched());
    }

    /** All steps, of canary and plan, in the order in which they are carried out. */
    public List<Progress> progress() {
        Fold fold = new Fold();
        entries.forEach(fold::take);
        return fold.steps();
    }

    /** The functions that its steps are about. */
    Set<Address> targets() {
        return progress().stream()
                .map(progress -> progress.step().target())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Its steps that the host may still bear. */
    List<Past.Done> done() {
        return progress().stream()
                .filter(progress -> progress.state().touched())
                .map(progress -> new Past.Done(
                        run, progress.boot(), progress.step(), progress.state().certain()))
                .toList();
    }

    /** Goes through a journal and remembers how far each step is. */
    private static final class Fold {
        private final Map<String, Progress> steps = new LinkedHashMap<>();
        private final List<Step> plan = new ArrayList<>();
        private String boot = "";

        private void take(Entry entry) {
            switch (entry) {
                case Entry.Began began -> {
                    boot = began.boot();
                    if (plan.isEmpty()) {
                        began.steps().stream().map(JournaledSteps::judged).forEach(plan::add);
                    }
                }
                case Entry.CanaryBegan canary ->
                    canary.steps().forEach(step -> steps.put(step.id(), pending(JournaledSteps.judged(step))));
                case Entry.Starting starting -> set(starting.step(), StepState.STARTED, Optional.empty());
                case Entry.Ended ended -> set(ended.step(), ended.state(), Optional.of(ended.why()));
                case Entry.Undoing undoing -> set(undoing.step(), StepState.STARTED, Optional.empty());
                case Entry.Back back -> boot = back.boot();
                case Entry.Identified identified -> {}
                case Entry.Accepted accepted -> {}
                case Entry.Silent silent -> {}
                case Entry.Holding holding -> {}
                case Entry.Verifying verifying -> {}
                case Entry.Held held -> {}
                case Entry.Closed closed -> {}
            }
        }

        private List<Progress> steps() {
            plan.forEach(step -> steps.putIfAbsent(step.id(), pending(step)));
            return List.copyOf(steps.values());
        }

        private Progress pending(Step step) {
            return new Progress(step, StepState.PENDING, Optional.empty(), boot);
        }

        /** A step takes its place in the order when it is first told of. */
        private void set(String id, StepState state, Optional<Message> why) {
            Optional.ofNullable(steps.get(id))
                    .map(Progress::step)
                    .or(() -> plan.stream().filter(it -> it.id().equals(id)).findFirst())
                    .ifPresent(step -> steps.put(id, new Progress(step, state, why, boot)));
        }
    }
}
