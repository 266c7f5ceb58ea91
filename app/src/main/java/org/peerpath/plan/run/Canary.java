// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;

/**
 * The risky part of a plan, first on one NIC and one VF: created and bound, held and watched, unbound and removed. It is
 * the three-step reproducer of the freeze, carried out where the least is lost (Elice, 2026-10-26).
 */
final class Canary {
    private static final String PREFIX = "canary/";

    private Canary() {}

    /** Whether a step can stop the host at once, so that a canary has to go before it. */
    static boolean isDueBefore(Goal goal, Step step) {
        return (goal == Goal.VM_GPUDIRECT || goal == Goal.BIND_VFS || goal == Goal.RESTORE)
                && step.danger() == Step.Danger.HIGH
                && step.effect() == Step.Effect.NOW
                && (step.triedOnNewFunction() || step.triedItself())
                && !isCanary(step);
    }

    static boolean isCanary(Step step) {
        return step.id().startsWith(PREFIX);
    }

    /**
     * The steps of the canary for what is left of a plan. Empty where a VF is there already and bound, since then nothing
     * new would be tried.
     */
    static List<Step> steps(HostModel host, List<Step> left) {
        Optional<Step> count = left.stream().filter(Step::triedOnNewFunction).findFirst();
        if (count.isPresent()) {
            return ofNew(host, count.get().target());
        }
        return left.stream()
                .filter(Step::triedItself)
                .findFirst()
                .map(step -> List.of(renamed(step)))
                .orElse(List.of());
    }

    /** Creating one VF on a NIC and binding it, as the planner itself would. */
    private static List<Step> ofNew(HostModel host, Address nic) {
        return alone(host, nic).steps();
    }

    /** A plan that is nothing but the canary of a NIC. */
    static Plan alone(HostModel host, Address nic) {
        Plan plan = Planner.plan(host, new PlanRequest(Goal.BIND_VFS, List.of(nic), 1));
        return new Plan(
                plan.request(),
                plan.source(),
                plan.host(),
                plan.toDo().stream().map(Canary::renamed).toList(),
                plan.guards());
    }

    private static Step renamed(Step step) {
        return step.named(PREFIX + step.id());
    }
}
