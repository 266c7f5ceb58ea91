// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Guard;
import org.peerpath.plan.GuardId;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** Journals that somebody edited, and those of 0.1, which do not say whose they are. */
class ForgedJournalTest {
    private static final String NIC = SimulatedHost.nic(0);

    @TempDir
    Path folder;

    private SimulatedHost host = new SimulatedHost(1);
    private Map<String, String> before = Map.of();
    private Map<String, String> after = Map.of();
    private String run = "";
    private final List<Plan> shown = new ArrayList<>();
    private boolean agrees = true;

    @BeforeEach
    void aRunThatIsDone() throws Exception {
        host = LongStream.range(1, 300)
                .mapToObj(SimulatedHost::new)
                .filter(it -> it.pairs() > 1 && "0".equals(it.state().get(NIC + " vfs")))
                .findFirst()
                .orElseThrow();
        before = host.state();
        Runs.Result done = runs().apply(new PlanRequest(Goal.BIND_VFS, List.of(Address.of(NIC)), 2), Optional.empty());
        assertEquals(RunState.DONE, done.state(), () -> Texts.ENGLISH.say(done.why()));
        run = done.run().orElseThrow();
        after = host.state();
        shown.clear();
    }

    @Test
    void aJournalOfAnUnknownHostIsUndoneOnlyByOneWhoSawEveryValue() throws Exception {
        edit(text -> text.lines()
                .filter(line -> !line.contains("\"identified\""))
                .collect(Collectors.joining("\n", "", "\n")));
        assertEquals("run.host-unrecorded", refused(runs().resume(run)));
        agrees = false;
        assertEquals("run.not-accepted", refused(runs().undo(run)));
        Guard asked = shown.getLast().asked().stream()
                .filter(guard -> guard.id() == GuardId.HOST_UNKNOWN)
                .findFirst()
                .orElseThrow();
        String said = Texts.ENGLISH.say(asked.reason());
        // Present value, and the one that comes back, of everything that the run has changed.
        assertTrue(said.contains("/sys/bus/pci/devices/" + NIC + "/sriov_numvfs: 2 ← 0"), said);
        assertTrue(
                said.contains("ip link show dev eth0: vf 1 link/ether 02:55:01:00:00:00 brd ff:ff:ff:ff:ff:ff"), said);
        assertEquals(1, said.lines().count(), said);
        agrees = true;
        assertEquals(RunState.UNDONE, runs().undo(run).state());
        assertEquals(before, host.state());
    }

    /** Even where the host has become another: without an identity nobody but the person can tell. */
    @Test
    void anEmptyIdentityIsNone() throws Exception {
        edit(text -> text.replaceAll("a{64}", "c".repeat(64)));
        assertEquals("run.other-host", refused(runs().undo(run)));
        edit(text -> text.replaceAll("\"c{64}\"", "null"));
        assertEquals("run.host-unknown", refused(runs().undo(run)));
        assertEquals("run.host-unknown", refused(runs().resume(run)));
        assertEquals(List.of(), shown, "it is not even offered");
    }

    /** What is no operation of this program's cannot be built from a journal, whatever it says. */
    @ParameterizedTest
    @CsvSource({
        "sriov_numvfs\",\"value\":\"0\", reset\",\"value\":\"1\"",
        "sriov_numvfs\",\"value\":\"0\", sriov_numvfs\",\"value\":\"$(id)\"",
        "sriov_numvfs\",\"value\":\"0\", ../../x\",\"value\":\"0\"",
        "/sys/bus/pci/devices/, /proc/sys/kernel/",
        "\"do\":\"write\", \"do\":\"eval\"",
        "\"goal\":\"BIND_VFS\", \"goal\":\"FORMAT\"",
        "\"nics\":[\"0000:04:00.0\"], \"nics\":[\"$(id)\"]",
        "\"danger\":\"HIGH\", \"danger\":\"NONE\"",
    })
    void whatIsNotAllowedIsADamagedJournal(String was, String is) throws Exception {
        edit(text -> {
            assertTrue(text.contains(was), () -> was + " is not in " + text);
            return text.replace(was, is);
        });
        assertThrows(JournalException.class, () -> runs().undo(run));
        assertThrows(JournalException.class, () -> runs().resume(run));
        assertEquals(after, host.state());
    }

    /** Allowed, but about another device than the step says. */
    @Test
    void aCommandAboutAnotherDeviceIsRefused() throws Exception {
        String other = SimulatedHost.nic(1);
        edit(text -> text.replace(
                "/sys/bus/pci/devices/" + NIC + "/sriov_numvfs\",\"value\":\"0\"",
                "/sys/bus/pci/devices/" + other + "/sriov_numvfs\",\"value\":\"0\""));
        assertEquals("run.guard", refused(runs().undo(run)));
    }

    @Test
    void aDangerThatWasTalkedDownIsToldAnew() throws Exception {
        edit(text -> text.replaceAll("\"danger\":\"(?:HIGH|MEDIUM)\"", "\"danger\":\"LOW\""));
        agrees = false;
        assertEquals("run.not-accepted", refused(runs().undo(run)));
        assertTrue(
                shown.getLast().steps().stream()
                        .filter(step -> step.operations().stream()
                                .anyMatch(operation -> operation.shell().contains("sriov_numvfs")))
                        .allMatch(step -> step.danger() == Step.Danger.HIGH),
                () -> shown.getLast().toString());
    }

    /** Numbers of functions in the journal that the host has never had. */
    @Test
    void anotherFunctionAtTheAddressRefuses() throws Exception {
        edit(text -> text.replace("0x15b3 0x1023", "0x15b3 0x1021"));
        assertEquals("run.other-function", refused(runs().undo(run)));
        assertEquals("run.other-function", refused(runs().resume(run)));
    }

    private String refused(Runs.Result result) {
        assertEquals(RunState.REFUSED, result.state(), () -> Texts.ENGLISH.say(result.why()));
        assertEquals(after, host.state());
        return result.why().key();
    }

    private interface Edit {
        String of(String text);
    }

    private void edit(Edit edit) throws Exception {
        Path file = folder.resolve("runs").resolve(run + ".jsonl");
        String text = Files.readString(file);
        String edited = edit.of(text);
        assertFalse(edited.equals(text), () -> "nothing to edit in " + text);
        Files.writeString(file, edited);
    }

    private Runs runs() {
        List<Entry> told = new ArrayList<>();
        return new Runs(
                new FaultyMachine(host, told, new Random(1), FaultyMachine.Fault.NONE, -1),
                new Journal(folder.resolve("runs")),
                new Agreeable(told) {
                    @Override
                    public boolean accepts(Plan plan, List<Guard> asked) {
                        shown.add(plan);
                        return agrees;
                    }
                },
                new FakePace(),
                Limits.USUAL,
                "tester@here");
    }
}
