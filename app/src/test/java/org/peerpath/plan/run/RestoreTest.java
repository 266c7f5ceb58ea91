// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Guard;
import org.peerpath.plan.GuardId;
import org.peerpath.plan.Past;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.FaultyMachine.Fault;
import org.peerpath.plan.run.FaultyMachine.Killed;
import org.peerpath.snapshot.Address;

/** Going back to what was before runs: found from their journals, planned and carried out like anything else. */
class RestoreTest {
    @TempDir
    Path folder;

    private final FakePace pace = new FakePace();
    private SimulatedHost host = new SimulatedHost(1);
    private Journal journal = new Journal(Path.of("/nowhere"));

    private void begin(long seed) {
        host = new SimulatedHost(seed);
        journal = new Journal(folder.resolve("runs-" + seed));
    }

    /** Whatever was done, in whichever order: all of it goes back, and then there is nothing left to take back. */
    @Test
    void allRunsGoBackToTheStateBeforeTheFirst() throws Exception {
        Map<RunState, Integer> ended = new EnumMap<>(RunState.class);
        for (long seed = 1; seed <= 60; seed++) {
            begin(seed);
            Random random = new Random(seed);
            Map<String, String> before = host.state();
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                apply(request(random));
            }
            RunState state = apply(PlanRequest.restore(Optional.empty())).state();
            ended.merge(state, 1, Integer::sum);
            assertTrue(
                    state == RunState.DONE || state == RunState.NOTHING_TO_DO,
                    "seed " + seed + ": " + state + guards());
            assertEquals(before, host.state(), "seed " + seed);
            assertEquals(
                    RunState.NOTHING_TO_DO,
                    apply(PlanRequest.restore(Optional.empty())).state(),
                    "seed " + seed);
        }
        assertTrue(ended.getOrDefault(RunState.DONE, 0) > 30, ended::toString);
    }

    private PlanRequest request(Random random) {
        Goal goal = List.of(Goal.VM_GPUDIRECT, Goal.BIND_VFS, Goal.BARE_METAL_GPUDIRECT, Goal.UNBIND)
                .get(random.nextInt(4));
        List<Address> nics = List.of(Address.of(SimulatedHost.nic(random.nextInt(host.pairs()))));
        return new PlanRequest(goal, nics, goal == Goal.UNBIND ? 0 : random.nextInt(3));
    }

    /** Functions that were removed come back with the addresses and settings that their NIC had for them. */
    @Test
    void functionsThatComeBackHaveWhatTheyHad() throws Exception {
        int came = 0;
        for (long seed = 1; seed <= 40; seed++) {
            begin(seed);
            if (!host.state().toString().contains("/on")) {
                continue;
            }
            came++;
            Map<String, String> before = host.state();
            apply(new PlanRequest(Goal.UNBIND, List.of(), 0));
            assertTrue(host.state().values().stream().noneMatch(value -> value.contains("/")), host.state()::toString);
            assertEquals(List.of(), guards(GuardId.IDENTITY_LOST));
            assertEquals(
                    RunState.DONE, apply(PlanRequest.restore(Optional.empty())).state());
            assertEquals(before, host.state());
        }
        assertTrue(came > 5, "only " + came);
    }

    @Test
    void aRunThatALaterOneStandsOnStays() throws Exception {
        begin(4);
        PlanRequest open = new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(), 0);
        Map<String, String> before = host.state();
        String first = apply(open).run().orElseThrow();
        Map<String, String> between = host.state();
        String second =
                apply(new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0)).run().orElseThrow();
        Map<String, String> after = host.state();
        assertTrue(refuses(Optional.of(first), GuardId.LATER_CHANGE), () -> guards(Optional.of(first)));
        assertEquals(
                RunState.REFUSED, apply(PlanRequest.restore(Optional.of(first))).state());
        assertEquals(after, host.state());
        assertEquals(
                RunState.DONE, apply(PlanRequest.restore(Optional.of(second))).state());
        assertEquals(between, host.state());
        assertEquals(RunState.DONE, apply(PlanRequest.restore(Optional.empty())).state());
        assertEquals(before, host.state());
    }

    @Test
    void whatSomebodyElseHasChangedSinceIsRefused() throws Exception {
        begin(4);
        apply(new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(), 0));
        assertEquals(List.of(), guards(GuardId.CHANGED_SINCE));
        String port = steps(plan(Optional.empty())).getFirst().target().toString();
        host.write(port, 0x04);
        assertTrue(refuses(Optional.empty(), GuardId.CHANGED_SINCE), this::guards);
    }

    @Test
    void whatEndedHalfwayIsRefused() throws Exception {
        begin(4);
        assertThrows(
                Killed.class,
                () -> runs(Fault.KILL_AFTER, 1)
                        .apply(new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(), 0), Optional.empty()));
        assertTrue(refuses(Optional.empty(), GuardId.JOURNAL_UNKNOWN), this::guards);
        String run = journal.runs().getFirst();
        runs(Fault.NONE, -1).resume(run);
        assertEquals(List.of(), guards(GuardId.JOURNAL_UNKNOWN));
    }

    @Test
    void whatTheJournalDoesNotTellIsNotGuessed() throws Exception {
        begin(4);
        HostModel model = HostModel.of(host.snapshot());
        Plan nobodyLooked = Planner.plan(model, PlanRequest.restore(Optional.empty()), List.of(), Past.UNREAD);
        assertTrue(nobodyLooked.refused());
        assertTrue(refuses(Optional.of("20261130T010203Z-x"), GuardId.JOURNAL_UNKNOWN));
        assertEquals(List.of(), plan(Optional.empty()).guards(), "nothing was done, and that is known");
        apply(new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(), 0));
        assertEquals(List.of(), guards(GuardId.JOURNAL_UNKNOWN));
        Files.writeString(folder.resolve("runs-4/20200101T000000Z-damaged.jsonl"), "{\n");
        assertEquals(List.of(Guard.Answer.ASKS), guards(GuardId.JOURNAL_UNKNOWN));
        host.hideBoot();
        assertTrue(refuses(Optional.empty(), GuardId.JOURNAL_UNKNOWN), this::guards);
    }

    @Test
    void whatWentWithABootNeedsNothing() throws Exception {
        begin(4);
        apply(new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(), 0));
        host.reboot();
        assertEquals(
                RunState.NOTHING_TO_DO,
                apply(PlanRequest.restore(Optional.empty())).state());
    }

    /** The way back is a run like any other: killed, it is resumed; done, it can itself be undone. */
    @Test
    void theWayBackIsResumedAndUndone() throws Exception {
        begin(4);
        Map<String, String> before = host.state();
        apply(new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(), 0));
        Map<String, String> done = host.state();
        pace.pause(Duration.ofMinutes(1));
        assertThrows(
                Killed.class,
                () -> runs(Fault.KILL_AFTER, 1).apply(PlanRequest.restore(Optional.empty()), Optional.empty()));
        String run = journal.runs().getFirst();
        assertEquals(RunState.DONE, runs(Fault.NONE, -1).resume(run).state());
        assertEquals(before, host.state());
        assertEquals(RunState.UNDONE, runs(Fault.NONE, -1).undo(run).state());
        assertEquals(done, host.state());
    }

    private Runs runs(Fault fault, int when) {
        List<Entry> told = new ArrayList<>();
        return new Runs(
                new FaultyMachine(host, told, new Random(1), fault, when),
                journal,
                new Agreeable(told),
                pace,
                Limits.USUAL,
                "tester@here");
    }

    private Runs.Result apply(PlanRequest request) throws Exception {
        Instant before = pace.now();
        Runs.Result result = runs(Fault.NONE, -1).apply(request, Optional.empty());
        pace.pause(Duration.ofMinutes(1));
        assertTrue(pace.now().isAfter(before), "no two runs have one name");
        return result;
    }

    private Plan plan(Optional<String> run) throws JournalException {
        HostModel model = HostModel.of(host.snapshot());
        Past past = journal.past(model);
        return Planner.plan(model, PlanRequest.restore(run), List.of(), past);
    }

    private static List<Step> steps(Plan plan) {
        return plan.toDo();
    }

    private boolean refuses(Optional<String> run, GuardId id) throws JournalException {
        return plan(run).guards().stream()
                .anyMatch(guard -> guard.id() == id && guard.answer() == Guard.Answer.REFUSES);
    }

    private List<Guard.Answer> guards(GuardId id) throws JournalException {
        return plan(Optional.empty()).guards().stream()
                .filter(guard -> guard.id() == id)
                .map(Guard::answer)
                .toList();
    }

    private String guards() {
        return guards(Optional.empty());
    }

    private String guards(Optional<String> run) {
        try {
            return plan(run).guards().toString();
        } catch (JournalException e) {
            throw new AssertionError(e);
        }
    }
}
