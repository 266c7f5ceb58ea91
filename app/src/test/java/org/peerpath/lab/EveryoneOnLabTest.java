// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.acs.PairChange;
import org.peerpath.host.SshHost;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Agreeable;
import org.peerpath.plan.run.HostMachine;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Texts;

/**
 * Two NICs, a drive and a GPU below one switch of a real kernel: a plan for one NIC is carried out and read back, everyone's
 * path is judged again from a fresh reading, and after the undo the host is as it was.
 */
@Lab(value = "crowd", sriov = false)
class EveryoneOnLabTest {
    @TempDir
    Path folder;

    @Test
    void nobodyIsWorseOffAndTheUndoLeavesNothing(LabHost host) throws Exception {
        GuestIp.install(host);
        try (SshHost ssh = host.sshHost("root")) {
            HostMachine machine = new HostMachine(ssh, "lab", Pace.REAL);
            Runs runs = new Runs(
                    machine,
                    new Journal(folder),
                    new Agreeable(new ArrayList<>()),
                    Pace.REAL,
                    Limits.USUAL.holding(Duration.ofSeconds(3)),
                    "tester@lab");
            Snapshot read = machine.read();
            HostModel before = HostModel.of(read);
            // The machine's own uplink hangs on the root bus.
            List<Address> nics = addresses(Roles.nics(before.topology(), true)).stream()
                    .filter(nic -> nic.bus() > 0)
                    .toList();
            Address drive = addresses(Roles.targets(before.topology(), Roles.TargetKind.NVME))
                    .getFirst();
            Address gpu = addresses(Roles.targets(before.topology(), Roles.TargetKind.GPU))
                    .getFirst();
            assertEquals(2, nics.size(), nics.toString());
            assertEquals(Outcome.DETOUR, verdict(before, nics.getFirst(), gpu));
            assertEquals(Outcome.DETOUR, verdict(before, drive, gpu));

            Runs.Result result = runs.apply(
                    new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(nics.getFirst()), 0), Optional.empty());
            assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
            HostModel after = HostModel.of(machine.read());
            assertEquals(Outcome.INSIDE_SWITCH, verdict(after, nics.getFirst(), gpu));
            List<PairChange> changes = PairChange.between(before, after, Scenario.BARE_METAL, nics.subList(0, 1));
            assertFalse(changes.isEmpty());
            assertTrue(changes.stream().noneMatch(PairChange::worse), changes::toString);
            for (Address bystander : List.of(nics.getLast(), drive)) {
                assertTrue(
                        verdict(after, bystander, gpu).compareTo(verdict(before, bystander, gpu)) <= 0,
                        bystander + " is worse off");
            }

            assertEquals(RunState.UNDONE, runs.undo(result.run().orElseThrow()).state());
            Snapshot last = machine.read();
            assertEquals(List.of(), ApplyOnLabTest.differences(read, last));
            assertEquals(
                    List.of(), PairChange.between(before, HostModel.of(last), Scenario.BARE_METAL, nics.subList(0, 1)));
        }
    }

    private static List<Address> addresses(List<PciFunction> functions) {
        return functions.stream().map(PciFunction::address).toList();
    }

    private static Outcome verdict(HostModel host, Address requester, Address target) {
        return new PathJudge(host, Scenario.BARE_METAL).judge(requester, target).verdict();
    }
}
