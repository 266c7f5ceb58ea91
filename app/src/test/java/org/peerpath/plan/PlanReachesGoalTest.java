// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.path.WhatIf;
import org.peerpath.pci.Acs;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.RandomHosts;

/** A plan, carried out on a copy, reaches its goal, or says why it cannot. */
class PlanReachesGoalTest {
    private static final Pattern WRITE = Pattern.compile("setpci -s (\\S+) ECAP_ACS\\+6\\.w=(\\w{4}):(\\w{4})");

    @Test
    void onRandomTrees() throws Exception {
        long first = Long.getLong("peerpath.seed", 1);
        int reached = 0;
        for (long seed = first; seed < first + 200; seed++) {
            reached += reached(seed, RandomHosts.small(seed));
        }
        assertTrue(reached > 0, "no path reached its goal");
    }

    @Test
    void onRandomTreesWithEveryCapability() throws Exception {
        long first = Long.getLong("peerpath.seed", 1);
        int reached = 0;
        for (long seed = first; seed < first + 200; seed++) {
            reached += reached(seed, RandomHosts.capable(seed));
        }
        assertTrue(reached > 50, "only " + reached + " paths reached their goal");
    }

    /** How many nearest paths have reached their goal. */
    private static int reached(long seed, HostBuilder builder) throws WhatIf.RefusedException {
        int reached = 0;
        HostModel host = HostModel.of(builder.build());
        for (Goal goal : List.of(Goal.VM_GPUDIRECT, Goal.BARE_METAL_GPUDIRECT)) {
            Plan plan = Planner.plan(host, new PlanRequest(goal, List.of(), 0));
            boolean onlyAcs = plan.toDo().stream().allMatch(step -> step.kind() == Step.Kind.ACS_CONTROL);
            if (plan.refused() || !onlyAcs) {
                continue;
            }
            HostModel after = carriedOut(host, plan);
            List<List<Address>> leftOut =
                    plan.leftOut().stream().map(LeftOut::functions).toList();
            for (PathReport path : nearest(after, goal)) {
                if (leftOut.contains(List.of(path.requester(), path.target()))) {
                    continue;
                }
                assertEquals(Outcome.INSIDE_SWITCH, path.verdict(), "seed " + seed + " " + goal + ": " + path + plan);
                reached++;
            }
            assertEquals(
                    List.of(),
                    Planner.plan(after, new PlanRequest(goal, List.of(), 0)).toDo(),
                    "seed " + seed + ": a second plan has nothing to do");
        }
        return reached;
    }

    private static HostModel carriedOut(HostModel host, Plan plan) throws WhatIf.RefusedException {
        HostModel now = host;
        for (Step step : plan.toDo()) {
            List<Change> changes = new ArrayList<>();
            for (Operation operation : step.operations()) {
                Matcher write = WRITE.matcher(operation.shell());
                assertTrue(write.matches(), operation.shell());
                Address port = Address.of(write.group(1));
                int mask = Integer.parseInt(write.group(3), 16);
                int old = now.topology()
                        .get(port)
                        .acs()
                        .flatMap(Acs::control)
                        .asOptional()
                        .orElseThrow();
                changes.add(new Change.AcsControl(port, (old & ~mask) | (Integer.parseInt(write.group(2), 16) & mask)));
            }
            now = WhatIf.apply(now, changes);
        }
        return now;
    }

    private static List<PathReport> nearest(HostModel host, Goal goal) {
        Scenario scenario = goal == Goal.VM_GPUDIRECT ? Scenario.VM : Scenario.BARE_METAL;
        return new PathJudge(host, scenario)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(PathReport::nearest)
                        .toList();
    }
}
