// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/**
 * Scripts and playbooks about virtual functions, tried against a recorded tree: a dry run and check mode say everything
 * that would be done and change nothing.
 */
class RecordedTreeTest {
    private static final String NIC = PlanHosts.NIC;

    @TempDir
    private Path folder;

    /** For each goal, with how many functions are there already. */
    @ParameterizedTest
    @CsvSource({"BIND_VFS, 0, 2", "BIND_VFS, 2, 2", "UNBIND, 2, 0"})
    void theScriptsDryRunSaysAllAndChangesNothing(Goal goal, int there, int wanted) throws Exception {
        Tried tried = tried(goal, there, wanted);
        Path script = folder.resolve("plan.sh");
        Files.writeString(script, tried.tree.rooted(ShellScript.of(tried.plan, Texts.ENGLISH)));
        for (String way : List.of("", "--undo")) {
            List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString(), "--dry-run"));
            command.addAll(way.isEmpty() ? List.of() : List.of(way));
            StandIns.Result dry = tried.host.run(command, "plan");
            assertEquals(0, dry.status(), dry.output());
            if (way.isEmpty()) {
                tried.commands().forEach(line -> assertTrue(dry.output().contains("+ " + line), line + dry.output()));
            }
            assertEquals(tried.before, tried.tree.content(), way);
        }
    }

    @ParameterizedTest
    @CsvSource({"BIND_VFS, 0, 2", "BIND_VFS, 2, 2", "UNBIND, 2, 0"})
    void thePlaybooksCheckModeChangesNothing(Goal goal, int there, int wanted) throws Exception {
        Ansible.assumeInstalled();
        Tried tried = tried(goal, there, wanted);
        Path file = folder.resolve("plan.yml");
        Files.writeString(file, tried.tree.rooted(Playbook.of(tried.plan, Texts.ENGLISH, false)));
        StandIns.Result check = tried.host.run(Ansible.here(file, "--check"), "plan");
        assertEquals(0, check.status(), check.output());
        tried.plan
                .toDo()
                .forEach(step -> assertTrue(check.output().contains(step.id() + ": change it"), check.output()));
        StandIns.Result undone = tried.host.run(Ansible.here(file, "--check", "--tags", "undo"), "plan");
        assertEquals(0, undone.status(), undone.output());
        assertEquals(tried.before, tried.tree.content());
    }

    /** Run in earnest it does the first step, and stops where files do not do what the kernel would. */
    @Test
    void theScriptStopsWhereTheHostDoesNotFollow() throws Exception {
        Tried tried = tried(Goal.BIND_VFS, 2, 2);
        Path script = folder.resolve("plan.sh");
        Files.writeString(script, tried.tree.rooted(ShellScript.of(tried.plan, Texts.ENGLISH)));
        StandIns.Result run = tried.host.run(List.of("/bin/sh", script.toString(), "--accept"), "plan");
        assertNotEquals(0, run.status(), run.output());
        Map<String, String> after = tried.tree.content();
        assertEquals("vfio-pci\n", after.get("sys/bus/pci/devices/0000:04:00.1/driver_override"));
        assertEquals(
                "(null)\n", after.get("sys/bus/pci/devices/0000:04:00.2/driver_override"), "the next was not begun");
    }

    private record Tried(Plan plan, RecordedTree tree, StandIns host, Map<String, String> before) {
        List<String> commands() {
            // What is put back at the end has not been changed in a dry run.
            return plan.toDo().stream()
                    .filter(step -> !step.id().startsWith("autoprobe-back"))
                    .flatMap(step -> step.operations().stream())
                    .map(operation -> switch (operation) {
                        case Operation.Run run -> run.shell();
                        case Operation.Write(String path, String value) ->
                            "put " + (value.isEmpty() ? "" : value) + " " + tree.rooted(path);
                    })
                    .toList();
        }
    }

    private Tried tried(Goal goal, int there, int wanted) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no POSIX shell");
        HostBuilder builder = PlanHosts.host().text("peerpath/vfio-holders", "");
        builder.get(NIC).attribute("sriov_numvfs", Integer.toString(there));
        builder.get(NIC)
                .virtualFunctions(8, there, 1, 1, 0x101e)
                .forEach(vf -> vf.driver(goal == Goal.UNBIND ? "vfio-pci" : "mlx5_core")
                        .group(77)
                        .attribute("driver_override", goal == Goal.UNBIND ? "vfio-pci" : "(null)"));
        Snapshot snapshot = builder.build();
        Plan plan = PlanHosts.plan(HostModel.of(snapshot), goal, wanted);
        assertFalse(plan.refused(), plan.guards()::toString);
        RecordedTree tree = RecordedTree.of(snapshot, Files.createDirectories(folder.resolve("root")));
        return new Tried(plan, tree, new StandIns(Files.createDirectories(folder.resolve("bin"))), tree.content());
    }
}
