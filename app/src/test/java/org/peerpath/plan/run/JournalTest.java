// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.report.Ink;
import org.peerpath.report.JournalText;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

class JournalTest {
    private static final Instant NOW = Instant.parse("2026-11-30T01:02:03Z");

    @TempDir
    Path folder;

    @Test
    void whatATerminalWouldActOnIsNotReadBack() throws Exception {
        String evil = "\u001b]0;title\u0007\u001b[2J\u202e\n\u0085x";
        String run = write(List.of(
                new Entry.Began(NOW, evil, evil, evil, evil, evil, request(), steps()),
                new Entry.Silent(NOW, evil, List.of(evil)),
                new Entry.Closed(NOW, RunState.REFUSED, Message.of("run.check-failed", evil, evil, evil))));
        String shown = JournalText.of(journal().read(run), Texts.ENGLISH, Ink.PLAIN);
        assertTrue(
                shown.chars()
                        .allMatch(sign ->
                                sign == '\n' || (sign >= ' ' && sign != 0x7f && sign != 0x202e && sign != 0x85)),
                shown);
    }

    /** What was read before a run is there when it is undone by another process; a damaged file is none. */
    @Test
    void theHostBeforeARunIsKept() throws Exception {
        SimulatedHost host = new SimulatedHost(7);
        Snapshot before = host.snapshot();
        SteeredMachine machine = new SteeredMachine("gpu-node-07", host);
        Runs.Result result = new Runs(
                        machine,
                        journal(),
                        new Agreeable(),
                        new FakePace(),
                        Limits.USUAL.holding(Duration.ZERO),
                        "me@here")
                .apply(new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(), 0), Optional.empty());
        assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
        String run = result.run().orElseThrow();
        assertEquals(
                before.functions().keySet(),
                journal().before(run).orElseThrow().functions().keySet());
        assertEquals(
                List.of(),
                Comparison.of(
                        HostModel.of(before), HostModel.of(journal().before(run).orElseThrow())));
        assertFalse(Comparison.of(HostModel.of(before), HostModel.of(host.snapshot()))
                .isEmpty());
        Path file = folder.resolve(run + ".before.json.gz");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(List.of(run), journal().runs(), "it is no run of its own");
        Files.writeString(file, "{");
        assertEquals(Optional.empty(), journal().before(run));
        assertEquals(Optional.empty(), journal().before("../" + run));
    }

    @Test
    void whatIsWrittenIsReadBack() throws Exception {
        List<Step> steps = steps();
        List<Entry> entries = List.of(
                new Entry.Identified(
                        NOW,
                        new HostIdentity(
                                Optional.of("a".repeat(64)),
                                Optional.empty(),
                                new TreeMap<>(Map.of("0000:04:00.0", "0x15b3 0x1023 ? ? ? ?")))),
                new Entry.Began(NOW, "me@here", "gpu-node-07", "node7", "boot", "abc", request(), steps),
                new Entry.Accepted(NOW, List.of("no-other-console")),
                new Entry.CanaryBegan(NOW, List.of(steps.getFirst().named("canary/x"))),
                new Entry.Starting(NOW, steps.getFirst().id(), List.of("echo 'a b' > /x")),
                new Entry.Ended(
                        NOW,
                        steps.getFirst().id(),
                        StepState.DONE,
                        Message.of("run.check-failed", Message.of("plan.bind.check", "a", "b"), "\"\\", "c")),
                new Entry.Undoing(NOW, steps.getFirst().id(), List.of()),
                new Entry.Silent(NOW, "x", List.of("[    1.000000] last words")),
                new Entry.Back(NOW, "boot2", false),
                new Entry.Holding(NOW, 60),
                new Entry.Closed(NOW, RunState.REBOOTED, Message.of("run.rebooted")));
        String run = write(entries);
        RunRecord record = journal().read(run);
        assertEquals(
                entries.stream().map(EntryJson::line).toList(),
                record.entries().stream().map(EntryJson::line).toList());
        Entry.Began began = record.began().orElseThrow();
        assertEquals(request(), began.request());
        assertEquals(Runs.agreement(steps), Runs.agreement(began.steps()));
        assertEquals(
                steps.getFirst().prechecks().getFirst().read(),
                began.steps().getFirst().prechecks().getFirst().read());
        assertEquals(RunState.REBOOTED, record.state());
    }

    @Test
    void aLineThatWasBeingWrittenWhenTheProgramEndedNeverCounted() throws Exception {
        String run = write(List.of(
                new Entry.Began(NOW, "me", "s", "h", "b", "x", request(), steps()),
                new Entry.Starting(NOW, steps().getFirst().id(), List.of())));
        Path file = folder.resolve(run + ".jsonl");
        String whole = Files.readString(file);
        for (int cut = 1; cut < 60; cut++) {
            Files.writeString(file, whole.substring(0, whole.length() - cut));
            assertEquals(1, journal().read(run).entries().size(), "cut by " + cut);
        }
        try (JournalWriter again = journal().reopen(run)) {
            again.write(new Entry.Closed(NOW, RunState.CANCELLED, Message.of("run.cancelled")));
        }
        assertEquals(2, journal().read(run).entries().size());
        assertEquals(RunState.CANCELLED, journal().read(run).state());
    }

    @Test
    void aDamagedLineIsNamedAndNothingIsGuessed() throws Exception {
        String run = write(List.of(new Entry.Began(NOW, "me", "s", "h", "b", "x", request(), steps())));
        Path file = folder.resolve(run + ".jsonl");
        for (String line : List.of(
                "",
                "{}",
                "[1]",
                "{\"entry\":\"run-this\"}",
                "null",
                "\u0000",
                "{\"entry\":\"closed\",\"at\":\"2026-11-30T01:02:03Z\"}")) {
            Files.writeString(file, Files.readString(file).lines().findFirst().orElseThrow() + "\n" + line + "\n");
            JournalException e =
                    assertThrows(JournalException.class, () -> journal().read(run), line);
            assertEquals(Message.of("journal.damaged", run, "2"), e.reason());
        }
    }

    @Test
    void oneProgramAtATimeCarriesOnARun() throws Exception {
        try (JournalWriter writer = journal().begin("gpu-node-07", NOW)) {
            JournalException e =
                    assertThrows(JournalException.class, () -> journal().reopen(writer.run()));
            assertEquals("journal.in-use", e.reason().key());
        }
    }

    @Test
    void namesAreNoPaths() {
        for (String name : List.of("../x", "/etc/passwd", "20261130T010203Z-../../x", "", "x\ny")) {
            assertThrows(JournalException.class, () -> journal().read(name), name);
        }
    }

    @Test
    void onlyTheUserCanReadIt() throws Exception {
        String run = write(List.of());
        Path file = folder.resolve(run + ".jsonl");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        Journal deep = new Journal(folder.resolve("a/b"));
        deep.begin("h", NOW).close();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("a/b"))));
    }

    @Test
    void hostsNamesCannotLeadAnywhere() throws Exception {
        try (JournalWriter writer = journal().begin("ssh://root@[fe80::1%eth0]:22/../../x", NOW)) {
            assertTrue(writer.run().matches("20261130T010203Z-[A-Za-z0-9._-]+"), writer.run());
            assertEquals(List.of(writer.run()), journal().runs());
        }
    }

    @Test
    void theNewestOpenRunOfAHostIsFound() throws Exception {
        assertTrue(journal().unfinished("s").isEmpty());
        write(List.of(new Entry.Began(NOW, "me", "s", "h", "b", "x", request(), steps())));
        assertEquals(
                RunState.UNFINISHED, journal().unfinished("s").orElseThrow().state());
        assertTrue(journal().unfinished("other").isEmpty());
        write(List.of(
                new Entry.Began(NOW, "me", "s", "h", "b", "x", request(), steps()),
                new Entry.Closed(NOW, RunState.DONE, Message.of("run.all-done"))));
        assertFalse(journal().unfinished("s").isPresent(), "what came after it is done");
    }

    private Journal journal() {
        return new Journal(folder);
    }

    private String write(List<Entry> entries) throws JournalException {
        try (JournalWriter writer = journal().begin("gpu-node-07", NOW)) {
            for (Entry entry : entries) {
                writer.write(entry);
            }
            return writer.run();
        }
    }

    private static PlanRequest request() {
        return new PlanRequest(Goal.BIND_VFS, List.of(Address.of(SimulatedHost.nic(0))), 2);
    }

    private static List<Step> steps() {
        return Planner.plan(HostModel.of(new SimulatedHost(4).snapshot()), request())
                .toDo();
    }
}
