// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Texts;

/** The playbook of a plan: checked by Ansible's own tools, and run by it against stand-ins. */
class PlaybookTest {
    private static final Path LINT = Path.of("/usr/bin/ansible-lint");

    @TempDir
    private Path folder;

    @Test
    void changesNothingInCheckModeThenAppliesOnce() throws Exception {
        StandIns host = ansible();
        StandIns.Result check = play(host, oneBad(), "--check");
        assertEquals(0, check.status(), check.output());
        assertEquals("001d", host.get("register"));
        StandIns.Result unasked = play(host, oneBad());
        assertNotEquals(0, unasked.status(), "the guards ask");
        assertEquals("001d", host.get("register"));
        StandIns.Result done = play(host, oneBad(), "-e", "peerpath_accept=true");
        assertEquals(0, done.status(), done.output());
        assertTrue(done.output().contains("changed=1"), done.output());
        assertEquals("005d", host.get("register"));
        StandIns.Result again = play(host, oneBad(), "-e", "peerpath_accept=true");
        assertEquals(0, again.status(), again.output());
        assertTrue(again.output().contains("changed=0"), again.output());
        assertEquals(0, play(host, oneBad(), "--tags", "undo", "--check").status());
        assertEquals("005d", host.get("register"));
        StandIns.Result undone = play(host, oneBad(), "--tags", "undo");
        assertEquals(0, undone.status(), undone.output());
        assertTrue(undone.output().contains("changed=1"), undone.output());
        assertEquals("001d", host.get("register"));
        StandIns.Result twice = play(host, oneBad(), "--tags", "undo");
        assertEquals(0, twice.status(), twice.output());
        assertTrue(twice.output().contains("changed=0"), twice.output());
    }

    @Test
    void undoesOnlyWhatIsStillAsItWasSet() throws Exception {
        StandIns host = ansible();
        host.put("register", "0000");
        assertNotEquals(0, play(host, oneBad(), "--tags", "undo").status());
        assertEquals("0000", host.get("register"));
    }

    @Test
    void stopsWhereTheHostIsNoLongerAsItWasRead() throws Exception {
        StandIns host = ansible();
        host.put("register", "0000");
        assertNotEquals(0, play(host, oneBad(), "-e", "peerpath_accept=true").status());
        assertEquals("0000", host.get("register"));
    }

    @Test
    void everySamplesPlaybookIsCleanForAnsibleAndItsLint() throws Exception {
        StandIns host = ansible();
        List<String> files = new ArrayList<>();
        for (String sample : Samples.names()) {
            for (Goal goal : Goal.values()) {
                Plan plan = Planner.plan(HostModel.of(Samples.open(sample)), new PlanRequest(goal, List.of(), 2));
                Path file = folder.resolve(sample + "-" + goal.id() + ".yml");
                Files.writeString(file, Playbook.of(plan, Texts.ENGLISH, true));
                files.add(file.toString());
            }
        }
        List<String> syntax = Ansible.syntax();
        syntax.addAll(files);
        StandIns.Result checked = host.run(syntax, "x");
        assertEquals(0, checked.status(), checked.output());
        assumeTrue(Files.isExecutable(LINT), "ansible-lint is not installed");
        List<String> lint = new ArrayList<>(List.of(LINT.toString(), "--offline", "--nocolor", "-p"));
        lint.addAll(files);
        StandIns.Result linted = host.run(lint, "x");
        assertEquals(0, linted.status(), linted.output());
    }

    @Test
    void oneHostAtATimeAndNoneAfterAFailure() throws UnreadableSourceException {
        String text = Playbook.of(oneBad(), Texts.ENGLISH, false);
        assertTrue(text.contains("\n  serial: 1\n"), text);
        assertTrue(text.contains("\n  max_fail_percentage: 0\n"), text);
        assertFalse(text.contains("[keep, never]"), "what keeps things is not there unless asked for");
    }

    @Test
    void namesOfHostsAreNoExpressions() throws UnreadableSourceException {
        Plan plan = oneBad();
        Plan hostile = new Plan(
                plan.request(), plan.source(), "x\n- hosts: all {{ lookup('pipe','id') }}", plan.steps(), List.of());
        String text = Playbook.of(hostile, Texts.ENGLISH, false);
        assertTrue(text.lines().noneMatch(line -> line.startsWith("- hosts")), text);
        assertTrue(
                text.lines().filter(line -> line.contains("lookup")).allMatch(line -> line.startsWith("#")),
                "only a comment names it: " + text);
        assertTrue(text.contains("hosts: \"{{ peerpath_hosts | mandatory }}\""), text);
    }

    private StandIns ansible() throws IOException {
        Ansible.assumeInstalled();
        return new StandIns(folder);
    }

    private StandIns.Result play(StandIns host, Plan plan, String... arguments)
            throws IOException, InterruptedException {
        Path file = folder.resolve("plan.yml");
        Files.writeString(file, Playbook.of(plan, Texts.ENGLISH, true));
        return host.run(Ansible.here(file, arguments), "x");
    }

    private static Plan oneBad() throws UnreadableSourceException {
        return Planner.plan(
                HostModel.of(Samples.open("hgx-b300-one-bad")), new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
    }
}
