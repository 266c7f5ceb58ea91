// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.plan.run.FaultyMachine.Fault;
import org.peerpath.plan.run.FaultyMachine.Killed;
import org.peerpath.plan.run.FirmwareTrial.Verdict;
import org.peerpath.report.TrialTable;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** Trying a firmware: the three steps on one VF, and what its journal tells afterwards. */
class FirmwareTrialTest {
    private static final Address NIC = Address.of(SimulatedHost.nic(0));

    @TempDir
    Path folder;

    private final FakePace pace = new FakePace();
    private final List<Entry> told = new ArrayList<>();
    private SimulatedHost host = withVfs(false);
    private Map<String, String> before = Map.of();

    private static SimulatedHost withVfs(boolean wanted) {
        return LongStream.range(1, 200)
                .mapToObj(SimulatedHost::new)
                .filter(it -> "0".equals(it.state().get(NIC + " vfs")) != wanted)
                .findFirst()
                .orElseThrow();
    }

    @BeforeEach
    void remember() {
        before = host.state();
    }

    @Test
    void holdsAndLeavesNothingBehind() throws Exception {
        Runs.Result result = runs(Fault.NONE, -1).verifyFirmware(NIC, Optional.empty());
        assertEquals(RunState.DONE, result.state());
        assertEquals("run.firmware-held", result.why().key());
        assertEquals(before, host.state());
        FirmwareTrial trial = trial();
        assertEquals(Verdict.HELD, trial.verdict());
        assertEquals("40.50.0464", trial.setting().firmware());
        assertEquals("7.1.0", trial.setting().kernel());
        assertEquals(60, trial.setting().seconds());
        assertEquals(
                1,
                told.stream()
                        .filter(entry -> entry instanceof Entry.Starting starting
                                && starting.step().startsWith("canary/bind:"))
                        .count(),
                "one function and no more");
    }

    @Test
    void aHostThatStopsIsNamedWithItsStep() throws Exception {
        runs(Fault.FREEZE, 1).verifyFirmware(NIC, Optional.empty());
        assertEquals(Verdict.HUNG, trial().verdict());
        assertTrue(trial().step().orElseThrow().startsWith("canary/"), trial()::toString);
        String table = TrialTable.of(journal().trials("simulated"), Texts.ENGLISH);
        assertTrue(table.contains("40.50.0464") && table.contains("stopped answering"), table);
    }

    @Test
    void aBootInTheMiddleIsNoGoodSign() throws Exception {
        runs(Fault.REBOOT, 1).verifyFirmware(NIC, Optional.empty());
        assertEquals(Verdict.HUNG, trial().verdict());
    }

    @Test
    void troubleInTheLogIsTold() throws Exception {
        runs(Fault.ALARM, 2).verifyFirmware(NIC, Optional.empty());
        assertEquals(Verdict.TROUBLE, trial().verdict());
    }

    @Test
    void whatWasBrokenOffTellsNothingAndIsCleanedUp() throws Exception {
        assertThrows(Killed.class, () -> runs(Fault.KILL_AFTER, 1).verifyFirmware(NIC, Optional.empty()));
        assertEquals(Verdict.BROKEN_OFF, trial().verdict());
        String run = journal().runs().getFirst();
        runs(Fault.NONE, -1).resume(run);
        assertEquals(before, host.state());
        assertEquals(Verdict.BROKEN_OFF, trial().verdict(), "cleaning up is no trial");
    }

    @Test
    void aNicWithVfsIsNotTried() throws Exception {
        host = withVfs(true);
        Runs.Result result = runs(Fault.NONE, -1).verifyFirmware(NIC, Optional.empty());
        assertEquals(RunState.REFUSED, result.state());
        assertEquals("run.trial-needs-no-vfs", result.why().key());
        assertEquals(List.of(), journal().runs());
    }

    @Test
    void trialsOfOneHostStandBesideEachOther() throws Exception {
        runs(Fault.FREEZE, 1).verifyFirmware(NIC, Optional.empty());
        host.reboot();
        pace.pause(Duration.ofMinutes(1));
        runs(Fault.NONE, -1).verifyFirmware(NIC, Optional.empty());
        assertEquals(
                List.of(Verdict.HUNG, Verdict.HELD),
                journal().trials("simulated").stream()
                        .map(FirmwareTrial::verdict)
                        .toList());
        assertEquals(List.of(), journal().trials("another"));
    }

    private FirmwareTrial trial() throws JournalException {
        return journal().read(journal().runs().getFirst()).trial().orElseThrow();
    }

    private Journal journal() {
        return new Journal(folder.resolve("runs"));
    }

    private Runs runs(Fault fault, int when) {
        return new Runs(
                new FaultyMachine(host, told, new Random(1), fault, when),
                journal(),
                new Agreeable(told),
                pace,
                Limits.USUAL,
                "tester@here");
    }
}
