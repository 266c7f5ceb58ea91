// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.model.HostIdentity;
import org.peerpath.text.Message;

/**
 * What would be done on a host to reach a goal. A plan writes nothing.
 *
 * @param request what was asked for
 * @param source the source it was made from
 * @param host the host's name
 * @param steps in the order in which they must be done
 * @param guards what stands in the way; empty if nothing does
 * @param keep ways to make what it sets outlive a boot; no part of the steps
 * @param leftOut what cannot take part, while the rest is planned
 * @param identity who the host is, and what stands at the addresses of the steps
 * @param vms which VMs each step touches, by its id; steps of a journal have none
 */
public record Plan(
        PlanRequest request,
        String source,
        String host,
        List<Step> steps,
        List<Guard> guards,
        List<Keep> keep,
        List<LeftOut> leftOut,
        HostIdentity identity,
        Map<String, StepVms> vms) {
    public Plan {
        vms = Map.copyOf(vms);
        steps = List.copyOf(steps);
        guards = List.copyOf(guards);
        keep = List.copyOf(keep);
        leftOut = List.copyOf(leftOut);
    }

    /** Without a way to keep anything. */
    public Plan(PlanRequest request, String source, String host, List<Step> steps, List<Guard> guards) {
        this(request, source, host, steps, guards, List.of(), List.of());
    }

    /** For a host of which nobody knows who it is. */
    public Plan(
            PlanRequest request,
            String source,
            String host,
            List<Step> steps,
            List<Guard> guards,
            List<Keep> keep,
            List<LeftOut> leftOut) {
        this(request, source, host, steps, guards, keep, leftOut, HostIdentity.UNKNOWN, Map.of());
    }

    /** The same without ways to keep what it does. */
    Plan keepingNothing() {
        return new Plan(request, source, host, steps, guards, List.of(), leftOut, identity, vms);
    }

    /** The same, which leaves these out besides. */
    Plan leavingOut(List<LeftOut> others) {
        return new Plan(
                request,
                source,
                host,
                steps,
                guards,
                keep,
                Stream.concat(others.stream(), leftOut.stream()).toList(),
                identity,
                vms);
    }

    /** The best way for each group. */
    public List<Keep> bestWays() {
        return Stream.of(Keep.Group.values())
                .flatMap(group ->
                        keep.stream().filter(way -> way.group() == group).limit(1))
                .toList();
    }

    /** Whether a guard forbids carrying it out. */
    public boolean refused() {
        return guards.stream().anyMatch(guard -> guard.answer() == Guard.Answer.REFUSES);
    }

    /** What a person must answer for before it is carried out. */
    public List<Guard> asked() {
        return guards.stream()
                .filter(guard -> guard.answer() == Guard.Answer.ASKS)
                .toList();
    }

    /** The steps that change something. */
    public List<Step> toDo() {
        return steps.stream().filter(step -> step.state() == Step.State.TO_DO).toList();
    }

    /** Returns which VMs a step touches; empty where the plan does not tell. */
    public Optional<StepVms> vmsOf(Step step) {
        return Optional.ofNullable(vms.get(step.id()));
    }

    /** Returns what is to be said of the VMs of one step, where that is not said of all. */
    public Optional<Message> vmsSaidAt(Step step) {
        return vmsOfAll().isPresent() ? Optional.empty() : vmsOf(step).map(StepVms::message);
    }

    /** Returns what is to be said once of all steps that change something: VMs were not read, or none is touched. */
    public Optional<Message> vmsOfAll() {
        List<StepVms> all =
                toDo().stream().flatMap(step -> vmsOf(step).stream()).toList();
        return all.stream()
                .filter(one -> !one.read())
                .findFirst()
                .or(() -> all.stream()
                        .filter(one -> all.stream().allMatch(each -> each.vms().isEmpty()))
                        .findFirst())
                .map(one -> one.read() ? Message.of("plan.vms.none-at-all") : one.message());
    }

    /** The steps that were carried out before, and wait for the host to be booted. */
    public List<Step> waiting() {
        return steps.stream()
                .filter(step -> step.state() == Step.State.WAITING_FOR_REBOOT)
                .toList();
    }

    /** Returns the checks that hold where a step need not be done, or not again. */
    public List<Check> soWhen(Step step) {
        return step.kind().answers().soWhen(step, steps);
    }

    /** Returns the checks that hold where a step need not be undone, or not again. */
    public List<Check> undoneWhen(Step step) {
        return step.kind().answers().undoneWhen(step, steps);
    }
}
