// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.control.Spinner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.lab.GuestIp;
import org.peerpath.lab.Lab;
import org.peerpath.lab.LabHost;
import org.peerpath.plan.Goal;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.RunState;
import org.peerpath.ui.RealSources;
import org.peerpath.ui.wizard.Page;
import org.peerpath.ui.wizard.RunModel;
import org.peerpath.ui.wizard.Wizard;

/** The wizard from its first page to a virtual function bound on a real kernel over SSH, and back. */
@Lab("hgx")
class WizardOnLabTest {
    private static final String NIC = "/sys/bus/pci/devices/0000:04:00.0";

    @TempDir
    Path folder;

    @Test
    void fromTheGoalToABoundVirtualFunctionAndBack(LabHost host) throws Exception {
        GuestIp.install(host);
        Journal journal = new Journal(folder.resolve("runs"));
        AtomicReference<RealSources> sources = new AtomicReference<>();
        RunModel.Tools tools = new RunModel.Tools(
                source -> sources.get().reach(source),
                journal,
                Pace.REAL,
                Limits.USUAL.holding(Duration.ofSeconds(3)),
                "tester@here");
        Stages stages = Stages.openWorking(
                prompter -> {
                    sources.set(new RealSources(
                            prompter, Clock.systemUTC(), (source, asked, stage) -> host.sshHost("root")));
                    return sources.get();
                },
                tools,
                1000,
                800,
                settings -> {},
                "lab");
        try {
            Stages.within(
                    Duration.ofMinutes(3),
                    "the host read over SSH",
                    () -> stages.window.session().viewProperty().get().isPresent());
            WizardHand hand = new WizardHand(stages);
            Wizard wizard = stages.window.wizard();
            hand.click("#set-up");
            hand.on(Page.GOAL);
            hand.click("#goal-" + Goal.BIND_VFS.id());
            hand.next(Page.DEVICES);
            Spinner<?> functions = stages.find(Spinner.class, "#wizard-functions");
            assertEquals(1, functions.getValue(), "one virtual function is what is offered where there are none");
            hand.next(Page.CHECKS);
            Stages.until("the plan", () -> wizard.choice().sheetProperty().get().isPresent());
            hand.answerAll(
                    wizard.choice().sheetProperty().get().orElseThrow().plan().host());
            hand.next(Page.PLAN);
            hand.next(Page.CANARY);
            hand.click("#run-start-first");
            Stages.within(
                    Duration.ofMinutes(5),
                    "the question after the canary",
                    () -> wizard.run().stateProperty().get() instanceof RunModel.State.Asks);
            assertEquals("0", host.run("cat " + NIC + "/sriov_numvfs"), "what went first is undone");
            hears(wizard.run());
            hand.click("#run-go");
            Stages.within(
                    Duration.ofMinutes(8),
                    "the end",
                    () -> wizard.run().stateProperty().get() instanceof RunModel.State.Ended);
            hand.on(Page.VERIFY);
            assertEquals("The plan is carried out", hand.text("#wizard-standing"));
            assertEquals("1", host.run("cat " + NIC + "/sriov_numvfs"));
            assertTrue(host.run("readlink " + NIC + "/virtfn0/driver").endsWith("/vfio-pci"));

            hand.click("#run-undo");
            Stages.within(Duration.ofMinutes(5), "undone", () -> hand.says("Undone"));
            assertEquals("0", host.run("cat " + NIC + "/sriov_numvfs"));
            assertEquals(
                    RunState.UNDONE, journal.read(journal.runs().getFirst()).state());
        } finally {
            stages.close();
            sources.get().close();
        }
    }

    /** Over SSH the pulse comes again and again, and not all at once when a buffer is full. */
    private static void hears(RunModel run) {
        AtomicReference<Duration> last = new AtomicReference<>(Duration.ZERO);
        AtomicInteger pulses = new AtomicInteger();
        Stages.within(Duration.ofMinutes(1), "five pulses", () -> {
            Duration now = run.pulseProperty().get().orElseThrow().silence();
            if (now.compareTo(last.getAndSet(now)) < 0) {
                pulses.incrementAndGet();
            }
            return pulses.get() >= 5;
        });
    }
}
