// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostIdentity;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;

/** Nothing is resumed, undone or applied on another host than the one it was made for, whatever leads there. */
class RightHostTest {
    @TempDir
    Path folder;

    @Test
    void neitherResumedNorUndoneWhereTheNameLeadsElsewhere() throws Exception {
        SimulatedHost host = new SimulatedHost(0);
        Runs.Result done = runs(host).apply(request(), Optional.empty());
        for (int seed = 1; done.state() != RunState.DONE && seed < 100; seed++) {
            host = new SimulatedHost(seed);
            done = runs(host).apply(request(), Optional.empty());
        }
        assertEquals(RunState.DONE, done.state());
        String run = done.run().orElseThrow();
        host.becomesAnother();
        Map<String, String> before = host.state();
        for (Runs.Result result : List.of(runs(host).undo(run), runs(host).resume(run))) {
            assertEquals(RunState.REFUSED, result.state());
            assertEquals("run.other-host", result.why().key());
        }
        assertEquals(before, host.state());
        assertEquals(RunState.DONE, journal().read(run).state(), "nothing is written down of a host it is not about");
    }

    @Test
    void noPlanIsAppliedToAnotherHostOrOneThatIsNotKnown() throws Exception {
        SimulatedHost host = new SimulatedHost(4);
        Map<String, String> before = host.state();
        HostIdentity other = new HostIdentity(Optional.of("c".repeat(64)), Optional.empty(), new TreeMap<>());
        assertEquals(
                "run.other-host",
                runs(host)
                        .apply(request(), Optional.empty(), Optional.of(other))
                        .why()
                        .key());
        assertEquals(
                "run.host-unknown",
                runs(host)
                        .apply(request(), Optional.empty(), Optional.of(HostIdentity.UNKNOWN))
                        .why()
                        .key());
        HostIdentity swapped = new HostIdentity(
                Optional.of("a".repeat(64)),
                Optional.empty(),
                new TreeMap<>(Map.of(SimulatedHost.nic(0), "0x15b3 0x0001 ? ? ? ?")));
        assertEquals(
                "run.other-function",
                runs(host)
                        .apply(request(), Optional.empty(), Optional.of(swapped))
                        .why()
                        .key());
        assertEquals(before, host.state());
    }

    @Test
    void oneIdIsEnoughAndNoneMayDiffer() {
        HostIdentity both = identity("a", "b");
        assertEquals(HostIdentity.Match.SAME, both.compare(identity("a", "")));
        assertEquals(HostIdentity.Match.SAME, both.compare(identity("", "b")));
        assertEquals(HostIdentity.Match.OTHER, both.compare(identity("a", "c")));
        assertEquals(HostIdentity.Match.OTHER, both.compare(identity("c", "b")));
        assertEquals(HostIdentity.Match.UNKNOWN, identity("a", "").compare(identity("", "b")));
    }

    private static HostIdentity identity(String machine, String board) {
        return new HostIdentity(
                Optional.of(machine).filter(id -> !id.isEmpty()),
                Optional.of(board).filter(id -> !id.isEmpty()),
                new TreeMap<>());
    }

    private static PlanRequest request() {
        return new PlanRequest(Goal.VM_GPUDIRECT, List.of(Address.of(SimulatedHost.nic(0))), 0);
    }

    private Journal journal() {
        return new Journal(folder.resolve("runs"));
    }

    private Runs runs(SimulatedHost host) {
        List<Entry> told = new ArrayList<>();
        return new Runs(
                new FaultyMachine(host, told, new Random(1), FaultyMachine.Fault.NONE, -1),
                journal(),
                new Agreeable(told),
                new FakePace(),
                Limits.USUAL,
                "tester@here");
    }
}
