// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** Virtual functions whose interfaces are on are freed, bound and given back, interfaces and all. */
class FreedInterfaceTest {
    @TempDir
    Path folder;

    private final SimulatedHost host = new SimulatedHost(7);
    private Map<String, String> before = Map.of();

    @BeforeEach
    void interfaces() {
        host.network(0, 2);
        host.load();
        before = host.state();
    }

    private Runs runs() {
        return new Runs(
                new SteeredMachine("gpu-node-07", host),
                new Journal(folder.resolve("runs")),
                new Agreeable(),
                new FakePace(),
                Limits.USUAL.holding(Duration.ZERO),
                "me@here");
    }

    private Runs.Result bind() throws Exception {
        Runs.Result result = runs().apply(
                        new PlanRequest(Goal.BIND_VFS, List.of(Address.of(SimulatedHost.nic(0))), 0), Optional.empty());
        assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
        assertEquals(
                2,
                host.state().values().stream()
                        .filter(state -> state.startsWith("vfio-pci/"))
                        .count());
        return result;
    }

    @Test
    void whatWasDoneIsUndone() throws Exception {
        Runs.Result result = bind();
        RunState undone = runs().undo(result.run().orElseThrow()).state();
        assertEquals(RunState.UNDONE, undone);
        assertEquals(before, host.state());
    }

    @Test
    void theGoalOfRestoringFindsItInTheJournal() throws Exception {
        bind();
        Runs.Result back = runs().apply(PlanRequest.restore(Optional.empty()), Optional.empty());
        assertEquals(RunState.DONE, back.state(), Texts.ENGLISH.say(back.why()));
        assertEquals(before, host.state());
        assertTrue(before.values().stream().anyMatch(state -> state.endsWith("/1003")));
    }
}
