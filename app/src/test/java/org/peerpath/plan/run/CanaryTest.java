// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Operation;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;

/** A canary has held only if it was held for the whole time and watched all the while; else nothing follows it. */
class CanaryTest {
    private static final Address NIC = Address.of(SimulatedHost.nic(0));
    private static final PlanRequest TWO = new PlanRequest(Goal.BIND_VFS, List.of(NIC), 2);

    @TempDir
    Path folder;

    private final SimulatedHost host = new SimulatedHost(7);
    private final SteeredMachine machine = new SteeredMachine("gpu-node-07", host);

    private Runs runs(Attendant attendant) {
        return new Runs(
                machine, new Journal(folder.resolve("runs")), attendant, new FakePace(), Limits.USUAL, "tester@here");
    }

    private RunRecord record(Runs.Result result) throws JournalException {
        return new Journal(folder.resolve("runs")).read(result.run().orElseThrow());
    }

    private long bound() {
        return machine.done().stream()
                .map(Operation::shell)
                .filter(command -> command.contains("drivers_probe"))
                .count();
    }

    @Test
    void theRestFollowsOneThatHeld() throws Exception {
        assertEquals(
                RunState.DONE,
                runs(new Agreeable()).apply(TWO, Optional.empty()).state());
        assertEquals(3, bound(), "the canary and two more");
    }

    /** The host may have been frozen for as long, or nobody watched: neither is holding. */
    @Test
    void oneOnAHostThatWasNotHeardHasNotHeld() throws Exception {
        machine.unheardFrom(command -> command.contains("drivers_probe"));
        Runs.Result result = runs(new Agreeable()).apply(TWO, Optional.empty());
        assertEquals(RunState.HOST_STOPPED, result.state());
        assertEquals("run.canary-unheard", result.why().key());
        assertEquals(1, bound(), "nothing follows");
        assertTrue(record(result).entries().stream()
                .anyMatch(entry -> entry instanceof Entry.Silent(var at, String step, var log)
                        && step.startsWith("canary/bind:")));
        assertEquals(
                List.of(StepState.UNDONE),
                record(result).progress().stream()
                        .filter(progress -> Canary.isCanary(progress.step()))
                        .map(RunRecord.Progress::state)
                        .distinct()
                        .toList());
    }

    @Test
    void aFirmwareOnAHostThatWasNotHeardHasNotHeld() throws Exception {
        machine.unheardFrom(command -> command.contains("drivers_probe"));
        Runs.Result result = runs(new Agreeable()).verifyFirmware(NIC, Optional.empty());
        assertEquals(RunState.HOST_STOPPED, result.state());
        assertEquals(
                FirmwareTrial.Verdict.HUNG, record(result).trial().orElseThrow().verdict());
    }

    @Test
    void nothingFollowsOneThatAPersonEnds() throws Exception {
        Runs.Result result = runs(new Agreeable() {
                    @Override
                    public boolean wantsToStop() {
                        return told.stream().anyMatch(Entry.Holding.class::isInstance);
                    }
                })
                .apply(TWO, Optional.empty());
        assertEquals(RunState.CANCELLED, result.state());
        assertEquals(1, bound());
    }
}
