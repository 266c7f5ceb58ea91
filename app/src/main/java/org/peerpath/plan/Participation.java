// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.peerpath.pci.PciFunction;

/** Plans for those NICs that can take part, where nobody asked for one by name. */
final class Participation {
    private Participation() {}

    /**
     * Returns the plan for all of them; where that is refused because some cannot take part, the plan for the others, which
     * names those left out. A refusal that concerns the host, or all of them, stays.
     *
     * @param plan the plan for some NICs
     */
    static Plan of(List<PciFunction> all, Function<List<PciFunction>, Plan> plan) {
        Plan whole = plan.apply(all);
        if (refusals(whole).noneMatch(guard -> guard.id().leavesOut())) {
            return whole;
        }
        List<LeftOut> left = new ArrayList<>();
        List<PciFunction> rest = new ArrayList<>();
        for (PciFunction nic : all) {
            refusals(plan.apply(List.of(nic)))
                    .filter(guard -> guard.id().leavesOut())
                    .findFirst()
                    .ifPresentOrElse(
                            guard -> left.add(new LeftOut(guard.id(), List.of(nic.address()), guard.reason())),
                            () -> rest.add(nic));
        }
        return left.isEmpty() || rest.isEmpty() ? whole : plan.apply(rest).leavingOut(left);
    }

    /**
     * Returns the NICs that cannot take part, each with the reason: those that the plan for all of them leaves out, and where
     * nobody can, all of whom that is true.
     *
     * @param plan the plan for some NICs
     */
    static List<LeftOut> unable(List<PciFunction> all, Function<List<PciFunction>, Plan> plan) {
        Plan whole = of(all, plan);
        List<LeftOut> unable = new ArrayList<>();
        for (PciFunction nic : all) {
            List<LeftOut> left = whole.leftOut().stream()
                    .filter(it -> it.functions().getFirst().equals(nic.address()))
                    .toList();
            boolean entirely = left.stream().anyMatch(it -> it.functions().size() == 1);
            Supplier<Plan> alone = () -> plan.apply(List.of(nic));
            if (entirely || (!left.isEmpty() && alone.get().refused())) {
                unable.add(new LeftOut(
                        left.getFirst().id(),
                        List.of(nic.address()),
                        left.getFirst().reason()));
            } else if (whole.refused()) {
                refusals(alone.get())
                        .filter(guard -> guard.id().leavesOut())
                        .findFirst()
                        .ifPresent(
                                guard -> unable.add(new LeftOut(guard.id(), List.of(nic.address()), guard.reason())));
            }
        }
        return unable;
    }

    private static Stream<Guard> refusals(Plan plan) {
        return plan.guards().stream().filter(guard -> guard.answer() == Guard.Answer.REFUSES);
    }
}
