// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.host.HostException;
import org.peerpath.host.SshHost;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.ShellScript;
import org.peerpath.plan.run.Agreeable;
import org.peerpath.plan.run.Attendant;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.HostMachine;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.NormalisedJournal;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Texts;

/** Plans carried out on a real kernel: done, read back, undone, refused, interrupted. */
@Lab("hgx")
class ApplyOnLabTest {
    private static final String DEVICES = "/sys/bus/pci/devices/";
    private static final String NIC = "0000:04:00.0";

    private static final String NIC_PORT = "0000:02:01.0";
    private static final Limits QUICK = Limits.USUAL.holding(Duration.ofSeconds(3));

    @TempDir
    Path folder;

    private final List<Entry> told = new ArrayList<>();
    private Consumer<Entry> whenTold = entry -> {};
    private Runnable whenSilent = () -> {};

    /** Says yes, and does something to the host at the right moment. */
    private final Attendant attendant = new Agreeable(told) {
        @Override
        public void told(Entry entry) {
            super.told(entry);
            whenTold.accept(entry);
        }

        @Override
        public boolean waitsFor(Duration silent, List<String> log) {
            whenSilent.run();
            return silent.compareTo(Duration.ofMinutes(5)) < 0;
        }
    };

    @BeforeEach
    void toolsAreThere(LabHost host) {
        GuestIp.install(host);
    }

    @Test
    void acsIsChangedReadBackAndUndone(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            Snapshot before = machine(ssh).read();
            Runs.Result result = runs(ssh).apply(request(Goal.BARE_METAL_GPUDIRECT, 0), Optional.empty());
            assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
            assertEquals("0011", host.run("setpci -s " + NIC_PORT + " ECAP_ACS+6.w"), "SV and UF stay");

            Runs.Result again = runs(ssh).apply(request(Goal.BARE_METAL_GPUDIRECT, 0), Optional.empty());
            assertEquals(RunState.NOTHING_TO_DO, again.state(), "the second time there is nothing to do");

            assertEquals(
                    RunState.UNDONE, runs(ssh).undo(result.run().orElseThrow()).state());
            assertEquals("001d", host.run("setpci -s " + NIC_PORT + " ECAP_ACS+6.w"));
            assertEquals(List.of(), differences(before, machine(ssh).read()));
        }
    }

    @Test
    void vfsAreMadeBoundUnboundAndRemoved(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            Snapshot before = machine(ssh).read();
            Runs.Result result = runs(ssh).apply(request(Goal.BIND_VFS, 2), Optional.empty());
            assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
            assertEquals("2", host.run("cat " + DEVICES + NIC + "/sriov_numvfs"));
            for (String vf : List.of("virtfn0", "virtfn1")) {
                assertEquals("vfio-pci", host.run("basename $(readlink " + DEVICES + NIC + "/" + vf + "/driver)"));
            }
            assertTrue(told.stream().anyMatch(Entry.CanaryBegan.class::isInstance), "one VF went first");

            assertEquals(
                    RunState.UNDONE, runs(ssh).undo(result.run().orElseThrow()).state());
            assertEquals("0", host.run("cat " + DEVICES + NIC + "/sriov_numvfs"));
            assertEquals("1", host.run("cat " + DEVICES + NIC + "/sriov_drivers_autoprobe"));
            assertEquals(List.of(), differences(before, machine(ssh).read()));
        }
    }

    @Test
    void aHeldVfIsNeitherUnboundNorUndone(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            Runs.Result result = runs(ssh).apply(request(Goal.BIND_VFS, 1), Optional.empty());
            assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
            String group = host.run("basename $(readlink " + DEVICES + NIC + "/virtfn0/iommu_group)");
            Process holder = host.start("exec 5<>/dev/vfio/" + group + "; echo held; exec sleep 600");
            try (var said = holder.inputReader()) {
                assertEquals("held", said.readLine());
                assertEquals(
                        RunState.NOT_UNDONE,
                        runs(ssh).undo(result.run().orElseThrow()).state());
                assertEquals(
                        RunState.REFUSED,
                        runs(ssh)
                                .apply(request(Goal.UNBIND, 0), Optional.empty())
                                .state());
                assertEquals("vfio-pci", host.run("basename $(readlink " + DEVICES + NIC + "/virtfn0/driver)"));
            } finally {
                host.run("pkill -f 'sleep 600'");
                holder.destroy();
            }
            assertEquals(
                    RunState.UNDONE, runs(ssh).undo(result.run().orElseThrow()).state());
        }
    }

    @Test
    void aHostThatFreezesInAStepIsNamedAndGoesOnWhenItAnswers(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            whenTold = once(entry -> isStarting(entry, "vf-count:" + NIC), host::freeze);
            whenSilent = host::resume;
            Runs.Result result = runs(ssh).apply(request(Goal.BIND_VFS, 1), Optional.empty());
            assertEquals(RunState.HOST_STOPPED, result.state(), Texts.ENGLISH.say(result.why()));
            assertTrue(
                    told.stream()
                            .anyMatch(entry -> entry instanceof Entry.Silent silent
                                    && silent.step().equals("vf-count:" + NIC)),
                    told::toString);
            assertTrue(
                    told.stream().anyMatch(entry -> entry instanceof Entry.Back back && back.sameBoot()),
                    told::toString);
            assertEquals("0", host.run("cat " + DEVICES + NIC + "/sriov_numvfs"), "the command never got there");
            Runs.Result resumed = runs(ssh).resume(result.run().orElseThrow());
            assertEquals(RunState.DONE, resumed.state(), Texts.ENGLISH.say(resumed.why()));
            assertEquals("1", host.run("cat " + DEVICES + NIC + "/sriov_numvfs"));
        }
    }

    @Test
    void aHostThatIsBootedInAStepIsFoundWithAnotherBootIdAndDoneAnew(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            whenTold = once(entry -> isStarting(entry, "acs:" + NIC_PORT), host::reset);
            Runs.Result result = runs(ssh).apply(request(Goal.BARE_METAL_GPUDIRECT, 0), Optional.empty());
            assertEquals(RunState.REBOOTED, result.state(), Texts.ENGLISH.say(result.why()));
            assertTrue(
                    told.stream().anyMatch(entry -> entry instanceof Entry.Back back && !back.sameBoot()),
                    told::toString);
            Runs.Result resumed = runs(ssh).resume(result.run().orElseThrow());
            assertEquals(RunState.DONE, resumed.state(), Texts.ENGLISH.say(resumed.why()));
            assertEquals("0011", host.run("setpci -s " + NIC_PORT + " ECAP_ACS+6.w"), "SV and UF stay");
        }
    }

    @Test
    void troubleInTheKernelsLogStopsTheCanary(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            whenTold = once(
                    Entry.Holding.class::isInstance,
                    () -> host.run("echo 'DMAR: VT-d detected Invalidation Time-out Error: SID 401' > /dev/kmsg"));
            Runs runs = new Runs(
                    machine(ssh),
                    new Journal(folder),
                    attendant,
                    Pace.REAL,
                    Limits.USUAL.holding(Duration.ofMinutes(2)),
                    "lab");
            Runs.Result result = runs.apply(request(Goal.BIND_VFS, 2), Optional.empty());
            assertEquals(RunState.ALARM, result.state(), Texts.ENGLISH.say(result.why()));
            assertEquals(
                    RunState.UNDONE, runs(ssh).undo(result.run().orElseThrow()).state());
            assertEquals("0", host.run("cat " + DEVICES + NIC + "/sriov_numvfs"));
        }
    }

    /** What the simulator makes of a plan is what a real kernel makes of it. */
    @ParameterizedTest
    @CsvSource({"BARE_METAL_GPUDIRECT, 0", "BIND_VFS, 2"})
    void theSimulatorGivesTheSameJournal(Goal goal, int virtualFunctions, LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            PlanRequest request = request(goal, virtualFunctions);
            Runs.Result result = runs(ssh).apply(request, Optional.empty());
            assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
            runs(ssh).undo(result.run().orElseThrow());
            assertEquals(
                    String.join("\n", NormalisedJournal.simulated(request, folder.resolve("simulated"))),
                    String.join("\n", NormalisedJournal.of(told)));
        }
    }

    @Test
    void aSecondAdministratorIsKeptOut(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root");
                SshHost other = host.sshHost("root")) {
            whenTold = once(Entry.Began.class::isInstance, () -> {
                HostException no = assertThrows(
                        HostException.class,
                        () -> runs(other).apply(request(Goal.BARE_METAL_GPUDIRECT, 0), Optional.empty()));
                assertTrue(Texts.ENGLISH.say(no.reason()).contains("tester@lab"), Texts.ENGLISH.say(no.reason()));
            });
            Runs.Result result = runs(ssh).apply(request(Goal.BARE_METAL_GPUDIRECT, 0), Optional.empty());
            assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
        }
    }

    /** The script does what the program does, and its undo what the program's does. */
    @Test
    void theScriptGivesTheSameResult(LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost("root")) {
            for (PlanRequest request : List.of(request(Goal.BARE_METAL_GPUDIRECT, 0), request(Goal.BIND_VFS, 2))) {
                Snapshot before = machine(ssh).read();
                Plan plan = Planner.plan(HostModel.of(before), request);
                host.write("/tmp/plan.sh", ShellScript.of(plan, Texts.ENGLISH).getBytes(StandardCharsets.UTF_8));
                host.run("sh /tmp/plan.sh --accept");
                Snapshot byScript = machine(ssh).read();
                host.run("sh /tmp/plan.sh --undo");
                assertEquals(List.of(), differences(before, machine(ssh).read()), request.toString());

                Runs.Result result = runs(ssh).apply(request, Optional.empty());
                assertEquals(RunState.DONE, result.state(), Texts.ENGLISH.say(result.why()));
                assertEquals(List.of(), differences(byScript, machine(ssh).read()), request.toString());
                runs(ssh).undo(result.run().orElseThrow());
            }
        }
    }

    private static Consumer<Entry> once(Predicate<Entry> when, Runnable what) {
        boolean[] done = new boolean[1];
        return entry -> {
            if (!done[0] && when.test(entry)) {
                done[0] = true;
                what.run();
            }
        };
    }

    private static boolean isStarting(Entry entry, String step) {
        return entry instanceof Entry.Starting starting && starting.step().equals(step);
    }

    static Address nic() {
        return Address.of(NIC);
    }

    private static PlanRequest request(Goal goal, int virtualFunctions) {
        return new PlanRequest(goal, List.of(Address.of(NIC)), virtualFunctions);
    }

    private static HostMachine machine(SshHost ssh) {
        return new HostMachine(ssh, "lab", Pace.REAL);
    }

    private Runs runs(SshHost ssh) {
        return new Runs(machine(ssh), new Journal(folder), attendant, Pace.REAL, QUICK, "tester@lab");
    }

    /** What differs between two readings, but for counters, link states and power states. */
    static List<String> differences(Snapshot one, Snapshot other) {
        List<String> differences = new ArrayList<>();
        TreeSet<Address> all = new TreeSet<>(one.functions().keySet());
        all.addAll(other.functions().keySet());
        for (Address address : all) {
            FunctionFacts before = one.functions().get(address);
            FunctionFacts after = other.functions().get(address);
            if (before == null || after == null) {
                differences.add(address + " is " + (before == null ? "new" : "gone"));
                continue;
            }
            TreeSet<String> names = new TreeSet<>(before.attributes().keySet());
            names.addAll(after.attributes().keySet());
            names.removeIf(name -> name.startsWith("power") || name.startsWith("net/") || name.startsWith("msi_irqs"));
            for (String name : names) {
                Object was = before.attributes().get(name);
                Object is = after.attributes().get(name);
                if (!Objects.equals(was, is)) {
                    differences.add(address + " " + name + ": " + was + " → " + is);
                }
            }
        }
        return differences;
    }
}
