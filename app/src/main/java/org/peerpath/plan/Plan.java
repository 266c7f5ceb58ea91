// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * What would be done on a host to reach a goal. A plan writes nothing.
 *
 * @param request what was asked for
 * @param source the source it was made from
 * @param host the host's name
 * @param steps in the order in which they must be done
 * @param guards what stands in the way; empty if nothing does
 * @param keep ways to make what it sets outlive a boot; no part of the steps
 */
public record Plan(
        PlanRequest request, String source, String host, List<Step> steps, List<Guard> guards, List<Keep> keep) {
    public Plan {
        steps = List.copyOf(steps);
        guards = List.copyOf(guards);
        keep = List.copyOf(keep);
    }

    /** Without a way to keep anything. */
    public Plan(PlanRequest request, String source, String host, List<Step> steps, List<Guard> guards) {
        this(request, source, host, steps, guards, List.of());
    }

    /** The same without ways to keep what it does. */
    Plan keepingNothing() {
        return new Plan(request, source, host, steps, guards);
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

    /** The steps that were carried out before, and wait for the host to be booted. */
    public List<Step> waiting() {
        return steps.stream()
                .filter(step -> step.state() == Step.State.WAITING_FOR_REBOOT)
                .toList();
    }

    /**
     * What shows that a step need not be done, or not again: what it verifies. Keeping the host's driver away from new
     * virtual functions matters only while there are new ones to come, so that step looks at their count instead.
     */
    public List<Check> soWhen(Step step) {
        int place = steps.indexOf(step);
        return step.kind() != Step.Kind.AUTOPROBE
                ? step.verification()
                : steps.stream()
                        .skip(place + 1L)
                        .filter(later -> later.kind() == Step.Kind.VF_COUNT
                                && later.target().equals(step.target()))
                        .findFirst()
                        .map(Step::verification)
                        .orElse(step.verification());
    }

    /**
     * What shows that a step need not be undone, or not again: that all is as it was before it. Having drivers look for new
     * virtual functions again was for those that the plan made, so that step looks at their count instead.
     */
    public List<Check> undoneWhen(Step step) {
        int place = steps.indexOf(step);
        return step.kind() != Step.Kind.AUTOPROBE
                ? step.prechecks()
                : steps.stream()
                        .limit(Math.max(0, place))
                        .filter(earlier -> earlier.kind() == Step.Kind.VF_COUNT
                                && earlier.target().equals(step.target()))
                        .findFirst()
                        .map(Step::prechecks)
                        .orElse(step.prechecks());
    }
}
