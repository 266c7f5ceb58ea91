// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.SshHost;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Playbook;
import org.peerpath.plan.run.Agreeable;
import org.peerpath.plan.run.HostMachine;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Texts;

/** A playbook run by Ansible against a real kernel does what the program does, and its undo what the program's does. */
@Lab("hgx")
class PlaybookOnLabTest {
    private static final Path PLAYBOOK = Path.of("/usr/bin/ansible-playbook");
    /** Each question and each command is a start of Python there, which takes seconds on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(15);

    @TempDir
    private Path folder;

    @Test
    void thePlaybookGivesTheSameResult(LabHost host) throws Exception {
        assumeTrue(Files.isExecutable(PLAYBOOK), "skipped: Ansible is not installed");
        GuestPython.install(host);
        try (SshHost ssh = host.sshHost("root")) {
            HostMachine machine = new HostMachine(ssh, "lab", Pace.REAL);
            PlanRequest request = new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(ApplyOnLabTest.nic()), 0);
            // One step is left to do, for each takes Ansible a minute here; many are tried against stand-ins.
            Planner.plan(HostModel.of(machine.read()), request).toDo().stream()
                    .skip(1)
                    .flatMap(step -> step.operations().stream())
                    .forEach(operation -> host.run(operation.shell()));
            Snapshot before = machine.read();
            Plan plan = Planner.plan(HostModel.of(before), request);
            assertEquals(
                    1,
                    plan.toDo().size(),
                    () -> plan.guards().stream()
                            .map(guard -> guard.id() + " " + Texts.ENGLISH.say(guard.reason()))
                            .toList()
                            .toString());
            Path file = folder.resolve("plan.yml");
            Files.writeString(file, Playbook.of(plan, Texts.ENGLISH, false));

            play(host, file, "--check");
            assertEquals(List.of(), ApplyOnLabTest.differences(before, machine.read()), "check mode changes nothing");
            String done = play(host, file, "-e", "peerpath_accept=true");
            assertTrue(done.contains("changed=" + plan.toDo().size() + " "), done);
            Snapshot byPlaybook = machine.read();
            assertNotEquals(List.of(), ApplyOnLabTest.differences(before, byPlaybook));
            String again = play(host, file, "-e", "peerpath_accept=true");
            assertTrue(again.contains("changed=0 "), again);
            assertEquals(List.of(), ApplyOnLabTest.differences(byPlaybook, machine.read()), "the second time");
            play(host, file, "--tags", "undo");
            assertEquals(List.of(), ApplyOnLabTest.differences(before, machine.read()), "undone");

            Runs runs = new Runs(
                    machine,
                    new Journal(folder.resolve("runs")),
                    new Agreeable(),
                    Pace.REAL,
                    Limits.USUAL,
                    "tester@lab");
            Runs.Result result = runs.apply(request, Optional.empty());
            assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
            assertEquals(List.of(), ApplyOnLabTest.differences(byPlaybook, machine.read()), "as the program does it");
        }
    }

    private static String play(LabHost host, Path file, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "ANSIBLE_NOCOLOR=1",
                "ANSIBLE_PIPELINING=1",
                "ANSIBLE_LOCAL_TEMP=" + file.resolveSibling("ansible"),
                "ANSIBLE_SSH_CONTROL_PATH_DIR=" + file.resolveSibling("cp"),
                "ANSIBLE_TIMEOUT=120",
                "ANSIBLE_SSH_ARGS=-F " + host.config() + " -o ControlMaster=auto -o ControlPersist=60s",
                PLAYBOOK.toString(),
                "-i",
                host.alias() + ",",
                "-u",
                "root",
                "-e",
                "peerpath_hosts=" + host.alias(),
                "-e",
                "ansible_become=false",
                "-e",
                "ansible_python_interpreter=/usr/bin/python3",
                file.toString()));
        command.addAll(List.of(more));
        Output output = Commands.run(command, new byte[0], LIMIT);
        String said = output.out() + output.err();
        assertEquals(0, output.status(), said);
        return said;
    }
}
