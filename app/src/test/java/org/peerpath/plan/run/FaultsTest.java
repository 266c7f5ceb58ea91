// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.plan.Check;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.FaultyMachine.Fault;
import org.peerpath.plan.run.FaultyMachine.Killed;
import org.peerpath.plan.run.RunRecord.Progress;
import org.peerpath.snapshot.Address;

/**
 * Random plans on random hosts with something going wrong at a random command: nothing is done out of order, the journal
 * explains the state, and undoing restores it or says what is left. A seed that fails is printed:
 * {@code -Dpeerpath.seed=N} begins there.
 */
class FaultsTest {
    private static final int RUNS = Integer.getInteger("peerpath.runs", 600);

    @TempDir
    Path folder;

    @Test
    void whateverGoesWrong() throws Exception {
        long first = Long.getLong("peerpath.seed", 1);
        Map<Fault, Integer> happened = new EnumMap<>(Fault.class);
        Map<RunState, Integer> ended = new EnumMap<>(RunState.class);
        for (long seed = first; seed < first + RUNS; seed++) {
            Trial trial = new Trial(seed);
            try {
                trial.run(happened, ended);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + trial + ": " + e.getMessage(), e);
            }
        }
        System.out.println("faults that happened: " + happened);
        System.out.println("how runs ended: " + ended);
        for (Fault fault : Fault.values()) {
            assertTrue(happened.getOrDefault(fault, 0) > RUNS / 100, fault + " hardly ever happened: " + happened);
        }
    }

    /** Two boots that were not read are not the same boot. */
    @Test
    void nothingIsDoneWhereABootInBetweenWouldGoUnnoticed() throws Exception {
        SimulatedHost host = new SimulatedHost(4);
        host.hideBoot();
        stopsBeforeAnything(host, "run.boot-unread");
    }

    /** Nor does a setting that was read neither time stay the same. */
    @Test
    void nothingIsDoneWhereAChangeOfItsSettingWouldGoUnnoticed() throws Exception {
        SimulatedHost host = LongStream.range(1, 100)
                .mapToObj(SimulatedHost::new)
                .filter(it -> "0".equals(it.state().get(SimulatedHost.nic(0) + " vfs")))
                .findFirst()
                .orElseThrow();
        host.hideAutoprobe();
        stopsBeforeAnything(host, "run.unread");
    }

    private void stopsBeforeAnything(SimulatedHost host, String why) throws Exception {
        Map<String, String> before = host.state();
        List<Entry> told = new ArrayList<>();
        Runs.Result result = new Runs(
                        new FaultyMachine(host, told, new Random(1), Fault.NONE, -1),
                        new Journal(folder.resolve("unread")),
                        new Agreeable(told),
                        new FakePace(),
                        Limits.USUAL,
                        "tester@here")
                .apply(new PlanRequest(Goal.BIND_VFS, List.of(Address.of(SimulatedHost.nic(0))), 1), Optional.empty());
        assertEquals(RunState.CHANGED, result.state());
        assertEquals(why, result.why().key());
        assertEquals(before, host.state());
    }

    private final class Trial {
        private final Random random;
        private final SimulatedHost host;
        private final Map<String, String> before;
        private final Journal journal;
        private final List<Entry> told = new ArrayList<>();
        private final Fault fault;
        private final int when;

        Trial(long seed) {
            random = new Random(seed);
            host = new SimulatedHost(seed);
            before = host.state();
            journal = new Journal(folder.resolve("runs-" + seed));
            // In turn: the first number of a Random hardly differs between seeds that follow one another.
            fault = List.of(Fault.values()).get(Math.floorMod(seed, Fault.values().length));
            when = random.nextInt(12);
        }

        @Override
        public String toString() {
            return ", " + fault + " at " + when + ", " + told.getLast();
        }

        void run(Map<Fault, Integer> happened, Map<RunState, Integer> ended) throws Exception {
            FaultyMachine machine = new FaultyMachine(host, told, random, fault, when);
            RunState state;
            try {
                state = runs(machine).apply(request(), Optional.empty()).state();
            } catch (Killed e) {
                state = RunState.UNFINISHED;
            }
            ended.merge(state, 1, Integer::sum);
            if (machine.happened()) {
                happened.merge(fault, 1, Integer::sum);
            }
            if (journal.runs().isEmpty()) {
                assertEquals(before, host.state(), "nothing is written down, so nothing may have been done");
                return;
            }
            RunRecord record = journal.read(journal.runs().getFirst());
            assertEquals(state, record.state());
            inOrder(record.entries());
            explains(record);
            if (machine.happened() && fault.swaps()) {
                refusedElsewhere(record.run());
                host.returns();
            }
            if (machine.happened() && goesOn(state)) {
                state = runs(new FaultyMachine(host, told, random, Fault.NONE, -1))
                        .resume(record.run())
                        .state();
                record = journal.read(record.run());
                explains(record);
                if (state == RunState.DONE) {
                    reached(record);
                }
            }
            undoAll(record);
        }

        /** What was made for one host and its devices is neither resumed nor undone on others; nothing is written. */
        private void refusedElsewhere(String run) throws Exception {
            Map<String, String> there = host.state();
            Runs other = runs(new FaultyMachine(host, told, random, Fault.NONE, -1));
            for (Runs.Result result : List.of(other.resume(run), other.undo(run))) {
                assertEquals(RunState.REFUSED, result.state());
                assertEquals(
                        fault == Fault.SWAP_HOST ? "run.other-host" : "run.other-function",
                        result.why().key());
            }
            assertEquals(there, host.state());
        }

        private boolean goesOn(RunState state) {
            return state == RunState.UNFINISHED || state == RunState.REBOOTED;
        }

        private PlanRequest request() {
            Goal goal = List.of(
                            Goal.VM_GPUDIRECT, Goal.VM_GPUDIRECT, Goal.BIND_VFS, Goal.BARE_METAL_GPUDIRECT, Goal.UNBIND)
                    .get(random.nextInt(5));
            List<Address> nics = random.nextBoolean()
                    ? List.of()
                    : List.of(Address.of(SimulatedHost.nic(random.nextInt(host.pairs()))));
            return new PlanRequest(goal, nics, goal == Goal.BIND_VFS ? 1 + random.nextInt(2) : random.nextInt(3));
        }

        private Runs runs(FaultyMachine machine) {
            return new Runs(machine, journal, new Agreeable(told), new FakePace(), Limits.USUAL, "tester@here");
        }

        /** Every step that begins was pending, and nothing begins after a failure but undoing. */
        private void inOrder(List<Entry> entries) {
            Set<String> begun = new HashSet<>();
            boolean failed = false;
            for (Entry entry : entries) {
                if (entry instanceof Entry.Starting starting) {
                    assertTrue(begun.add(starting.step()), "twice: " + starting.step());
                    assertTrue(!failed, "after a failure: " + starting.step());
                } else if (entry instanceof Entry.Ended end) {
                    failed |= switch (end.state()) {
                        case FAILED_UNDONE, FAILED_NOT_UNDONE, STUCK, NOT_UNDONE -> true;
                        default -> false;
                    };
                }
            }
        }

        /** What the journal says of each step is so. */
        private void explains(RunRecord record) {
            boolean rebooted = fault == Fault.REBOOT && record.state() != RunState.DONE;
            Set<String> later = new HashSet<>();
            for (Progress progress : lastFirst(record)) {
                Step step = progress.step();
                // A value that a later step writes again is that step's to explain.
                boolean last = later.add(step.verification().getFirst().read().shell());
                if (rebooted || !last || fault == Fault.MEDDLE || !host.has(step.target())) {
                    continue;
                }
                switch (progress.state()) {
                    case DONE, ALREADY_SO -> assertTrue(holds(step.verification()), () -> step.id() + " is not done");
                    case FAILED_UNDONE, UNDONE ->
                        // A module that was loaded stays.
                        assertTrue(
                                step.undo().isEmpty() || holds(step.prechecks()),
                                () -> step.id() + " is not undone: " + host.state());
                    default -> {}
                }
            }
        }

        /** The steps in the order in which they were last told of, the last first. */
        private List<Progress> lastFirst(RunRecord record) {
            Map<String, Integer> told = new TreeMap<>();
            for (int i = 0; i < record.entries().size(); i++) {
                switch (record.entries().get(i)) {
                    case Entry.Starting begun -> told.put(begun.step(), i);
                    case Entry.Undoing begun -> told.put(begun.step(), i);
                    case Entry.Ended end -> told.put(end.step(), i);
                    default -> {}
                }
            }
            return record.progress().stream()
                    .sorted(Comparator.comparingInt(
                            progress -> -told.getOrDefault(progress.step().id(), -1)))
                    .toList();
        }

        private boolean holds(List<Check> checks) {
            return checks.stream().allMatch(check -> {
                SimulatedCommands.Answer answer = host.run(check.read());
                return check.met(answer.status(), answer.output());
            });
        }

        private void reached(RunRecord record) {
            for (Progress progress : record.progress()) {
                // Of a function that has gone nothing is left to be asked.
                if (!Canary.isCanary(progress.step())
                        && !progress.step().id().startsWith("autoprobe-off")
                        && host.has(progress.step().target())) {
                    assertTrue(
                            holds(progress.step().verification()),
                            progress.step().id());
                }
            }
        }

        private void undoAll(RunRecord record) throws Exception {
            Runs.Result undone =
                    runs(new FaultyMachine(host, told, random, Fault.NONE, -1)).undo(record.run());
            RunState state = undone.state();
            Map<String, String> now = new TreeMap<>(host.state());
            boolean disturbed = fault == Fault.MEDDLE || fault == Fault.REBOOT;
            if (state == RunState.UNDONE && !disturbed) {
                assertEquals(before, now);
            } else if (state != RunState.UNDONE) {
                RunRecord after = journal.read(record.run());
                assertTrue(after.progress().stream().anyMatch(it -> it.state().touched()), "what is left is named");
                assertTrue(
                        disturbed || fault == Fault.STUCK_AFTER || fault == Fault.STUCK,
                        state + " with " + fault + ": " + undone.why());
            }
        }
    }
}
