// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.SshHost;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Agreeable;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.HostMachine;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.Runs;
import org.peerpath.plan.run.StepState;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** Processes of the program that sleep in a real kernel where no signal reaches them (state D), while reading and applying. */
@Lab("hgx")
class StuckOnLabTest {
    private static final String NIC = "0000:04:00.0";
    private static final String COUNT = "/sys/bus/pci/devices/" + NIC + "/sriov_numvfs";
    /** It takes the device lock in every kernel that has it (drivers/pci/iov.c), and the collector reads it. */
    private static final String LOCKED = "sriov_vf_total_msix";

    /** What a read waits in: some kernels take the lock for the number of VFs or for driver_override, too. */
    private static final String LOCKED_IN = "[a-z0-9_]+_show";

    @TempDir
    Path folder;

    @Test
    void aReadThatNoSignalReachesIsReported(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            List<String> left = new ArrayList<>();
            try (HeldFunction held = HeldFunction.takenAwayFrom(host, NIC)) {
                assertEquals("vfio_unregister_group_dev", held.waitsIn());
                Snapshot snapshot = LiveReader.read(ssh, ssh.name(), LiveReader.Options.USUAL, Instant.now());
                FunctionFacts nic = nic(snapshot);
                String unread = nic.text(LOCKED).toString();
                assertTrue(unread.contains("unknown.timed-out"), unread);
                assertTrue(nic.text(Attributes.DRIVER).isKnown(), "the rest is read");
                List<Message> told = snapshot.notes().stream()
                        .map(Note::what)
                        .filter(note -> note.key().equals("note.left-behind"))
                        .toList();
                assertNotEquals(List.of(), told);
                told.forEach(note -> left.add(isStuck(host, note)));

                FutureTask<Snapshot> reading = new FutureTask<>(() -> read(ssh, Duration.ofMinutes(3)));
                Thread reader = Thread.ofPlatform().start(reading);
                HeldFunction.awaitInGuest(
                        host,
                        "[ $(grep -lxE '" + LOCKED_IN + "' /proc/[0-9]*/wchan 2> /dev/null | wc -l) -gt " + left.size()
                                + " ]");
                reader.interrupt();
                HostException cancelled = assertInstanceOf(
                        HostException.class,
                        assertThrows(ExecutionException.class, reading::get).getCause());
                left.add(isStuck(host, stuck(cancelled, "host.cancelled")));

                HostException tooLong = assertThrows(HostException.class, () -> read(ssh, Duration.ofSeconds(15)));
                assertEquals(HostException.Kind.TIMED_OUT, tooLong.kind());
                left.add(isStuck(host, stuck(tooLong, "host.timed-out")));
                assertEquals(left.size(), left.stream().distinct().count(), left::toString);
            }
            for (String process : left) {
                HeldFunction.awaitInGuest(host, "[ ! -e /proc/" + process + " ]");
            }
            assertEquals("0", host.run("pgrep -c -x head || :"), "nothing of the readings is left");
            Snapshot after = LiveReader.read(ssh, ssh.name(), LiveReader.Options.USUAL, Instant.now());
            assertTrue(nic(after).text(LOCKED).isKnown());
        }
    }

    /** The collector's own patience with a single read would end what is to be stopped here from outside. */
    private static Snapshot read(SshHost ssh, Duration limit) throws Exception {
        Host patient = new Host() {
            @Override
            public String name() {
                return ssh.name();
            }

            @Override
            public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
                    throws HostException, InterruptedException, X {
                String text = script.text().replace("PEERPATH_LIMIT=5\n", "PEERPATH_LIMIT=600\n");
                assertNotEquals(script.text(), text);
                return ssh.talk(new Script(text, script.privilege(), script.limit()), dialogue);
            }
        };
        return LiveReader.read(
                patient,
                ssh.name(),
                new LiveReader.Options(Host.Privilege.ROOT_IF_POSSIBLE, false, limit, ""),
                Instant.now());
    }

    private static FunctionFacts nic(Snapshot snapshot) {
        return HostModel.of(snapshot).topology().get(Address.of(NIC)).facts();
    }

    private static Message stuck(HostException thrown, String why) {
        assertEquals("host.left-behind", thrown.reason().key(), Texts.ENGLISH.say(thrown.reason()));
        Message first = (Message) thrown.reason().args().getFirst();
        assertEquals(why, first.key());
        return (Message) thrown.reason().args().getLast();
    }

    /** The number of the process that a note tells of, which is as the note says. */
    private static String isStuck(LabHost host, Message note) {
        assertEquals("note.left-behind", note.key());
        List<String> args = note.args().stream().map(String::valueOf).toList();
        assertEquals(List.of("head", "D"), args.subList(1, 3));
        assertTrue(args.get(3).matches(LOCKED_IN), args.get(3));
        assertEquals(host.run("cat /proc/" + args.getFirst() + "/wchan"), args.get(3));
        String seen = host.run("cat /proc/" + args.getFirst() + "/stat");
        assertTrue(seen.startsWith(args.getFirst() + " (head) D "), seen);
        String said = Texts.ENGLISH.say(note);
        assertTrue(said.contains("process " + args.getFirst() + " (head) is in state D"), said);
        return args.getFirst();
    }

    /** Somebody else takes the VFs away by hand at the same moment, and a VM does not let go of one. */
    @Test
    void aWriteThatNoSignalReachesIsToldAndNothingElseIsDone(LabHost host) throws Exception {
        host.run("modprobe vfio-pci; cd " + COUNT.replace("/sriov_numvfs", "") + " && echo 0 > sriov_drivers_autoprobe"
                + " && echo 1 > sriov_numvfs && vf=$(basename $(readlink virtfn0)) && echo vfio-pci >"
                + " virtfn0/driver_override && echo $vf > /sys/bus/pci/drivers_probe");
        List<Entry> told = new ArrayList<>();
        HeldFunction[] held = new HeldFunction[1];
        Agreeable attendant = new Agreeable(told) {
            @Override
            public void told(Entry entry) {
                super.told(entry);
                if (held[0] == null
                        && entry instanceof Entry.Starting starting
                        && starting.commands().toString().contains(COUNT)) {
                    try {
                        held[0] = HeldFunction.takenAwayFrom(host, NIC);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
        try (SshHost ssh = host.sshHost("root")) {
            Limits usual = Limits.USUAL.holding(Duration.ofSeconds(3));
            Limits brief =
                    new Limits(usual.check(), Duration.ofSeconds(5), usual.hold(), usual.silence(), usual.probe());
            Journal journal = new Journal(folder);
            Runs runs = new Runs(
                    new HostMachine(ssh, "lab", Pace.REAL), journal, attendant, Pace.REAL, brief, "tester@lab");
            Runs.Result result =
                    runs.apply(new PlanRequest(Goal.UNBIND, List.of(Address.of(NIC)), 0), Optional.empty());
            String said = Texts.ENGLISH.say(result.why());
            assertEquals(RunState.FAILED_NOT_UNDONE, result.state(), said);
            assertEquals("run.stuck", result.why().key(), said);
            List<String> args =
                    result.why().args().stream().map(String::valueOf).toList();
            assertTrue(args.getFirst().contains(COUNT), said);
            assertEquals(List.of("sh", "D", "sriov_numvfs_store"), args.subList(3, 6), said);
            assertTrue(args.get(6).contains("kernfs_fop_write_iter < "), "the kernel's stack: " + said);
            String process = args.get(2);
            assertTrue(host.run("cat /proc/" + process + "/stat").startsWith(process + " (sh) D "), said);

            String run = result.run().orElseThrow();
            String step = journal.read(run).progress().stream()
                    .filter(progress -> progress.state() == StepState.STUCK)
                    .map(progress -> progress.step().id())
                    .reduce((one, two) -> one + two)
                    .orElseThrow();
            assertEquals("vf-count:" + NIC, step);
            assertTrue(told.get(told.size() - 2) instanceof Entry.Ended, "nothing is done after it");
            // The watch there has to notice that its run is over; what hangs holds no lock of ours.
            host.run("flock -w 20 /run/peerpath/lock true");

            int before = told.size();
            Runs.Result early = runs.resume(run);
            assertEquals("run.still-stuck", early.why().key(), Texts.ENGLISH.say(early.why()));
            assertEquals(RunState.FAILED_NOT_UNDONE, early.state());
            assertTrue(
                    told.subList(before, told.size()).stream()
                            .noneMatch(entry -> entry instanceof Entry.Starting || entry instanceof Entry.Undoing),
                    told::toString);

            held[0].close();
            HeldFunction.awaitInGuest(host, "[ ! -e /proc/" + process + " ]");
            Runs.Result resumed = runs.resume(run);
            assertEquals(RunState.DONE, resumed.state(), Texts.ENGLISH.say(resumed.why()));
            assertEquals(RunState.DONE, journal.read(run).state());
            HostModel after = HostModel.of(new HostMachine(ssh, "lab", Pace.REAL).read());
            assertEquals(
                    Fact.known(0), after.topology().get(Address.of(NIC)).sriov().map(it -> it.numVfs()));
        } finally {
            if (held[0] != null) {
                held[0].close();
            }
        }
    }
}
