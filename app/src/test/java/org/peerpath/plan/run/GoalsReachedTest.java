// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.run.FaultyMachine.Fault;

/** Every goal, on random hosts: it is reached, so that a second plan has nothing to do; or the plan says why it cannot be. */
class GoalsReachedTest {
    private static final int HOSTS = 60;

    @TempDir
    Path folder;

    private final FakePace pace = new FakePace();

    @ParameterizedTest
    @EnumSource(Goal.class)
    void isReachedOrSaidWhyNot(Goal goal) throws Exception {
        int reached = 0;
        for (long seed = 1; seed <= HOSTS; seed++) {
            Random random = new Random(seed);
            SimulatedHost host = new SimulatedHost(seed);
            Journal journal = new Journal(folder.resolve("runs-" + seed));
            if (goal == Goal.RESTORE) {
                apply(host, journal, request(before(random), random));
            }
            PlanRequest request = request(goal, random);
            Map<String, String> was = host.state();
            RunState state = apply(host, journal, request);
            String trial = "seed " + seed + ", " + goal + ": " + state;
            switch (state) {
                case DONE -> {
                    reached++;
                    assertEquals(RunState.NOTHING_TO_DO, apply(host, journal, request), trial);
                }
                case NOTHING_TO_DO -> assertEquals(was, host.state(), trial);
                case REFUSED -> {
                    assertEquals(was, host.state(), trial);
                    assertTrue(
                            plan(host, journal, request).guards().stream()
                                    .anyMatch(guard -> guard.answer() == Guard.Answer.REFUSES),
                            trial);
                }
                default -> throw new AssertionError(trial);
            }
            lookedAt(goal, host, request, state, trial);
        }
        assertTrue(reached > HOSTS / 5, goal + " was reached on " + reached + " hosts");
    }

    /** What a goal means, by the host's own state and not by the plan's words. */
    private static void lookedAt(Goal goal, SimulatedHost host, PlanRequest request, RunState state, String trial) {
        if (state != RunState.DONE) {
            return;
        }
        host.state().forEach((what, value) -> {
            if (goal == Goal.UNBIND && what.endsWith(" vfs")) {
                assertEquals("0", value, trial + " " + what);
            } else if (goal == Goal.BIND_VFS && what.endsWith(" vfs")) {
                assertEquals(Integer.toString(request.virtualFunctions()), value, trial + " " + what);
            } else if (goal == Goal.BIND_VFS && what.contains(" vf")) {
                assertTrue(value.startsWith("vfio-pci/vfio-pci/"), trial + " " + what + " " + value);
            }
        });
    }

    private static Goal before(Random random) {
        return List.of(Goal.VM_GPUDIRECT, Goal.BIND_VFS, Goal.BARE_METAL_GPUDIRECT, Goal.UNBIND)
                .get(random.nextInt(4));
    }

    private static PlanRequest request(Goal goal, Random random) {
        int count = goal == Goal.BIND_VFS || goal == Goal.VM_GPUDIRECT ? 1 + random.nextInt(2) : 0;
        return goal == Goal.RESTORE ? PlanRequest.restore(Optional.empty()) : new PlanRequest(goal, List.of(), count);
    }

    private RunState apply(SimulatedHost host, Journal journal, PlanRequest request) throws Exception {
        List<Entry> told = new ArrayList<>();
        RunState state = new Runs(
                        new FaultyMachine(host, told, new Random(1), Fault.NONE, -1),
                        journal,
                        new Agreeable(told),
                        pace,
                        Limits.USUAL,
                        "tester@here")
                .apply(request, Optional.empty())
                .state();
        pace.pause(Duration.ofMinutes(1));
        return state;
    }

    private static Plan plan(SimulatedHost host, Journal journal, PlanRequest request) throws JournalException {
        HostModel model = HostModel.of(host.snapshot());
        return Planner.plan(model, request, List.of(), journal.pastFor(request, model.snapshot()));
    }
}
