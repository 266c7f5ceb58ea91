// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.WindowEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Agreeable;
import org.peerpath.plan.run.FakePace;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.Runs;
import org.peerpath.plan.run.SimulatedHost;
import org.peerpath.plan.run.SteeredMachine;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.model.Errand;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.wizard.Page;
import org.peerpath.ui.wizard.RunModel;
import org.peerpath.ui.wizard.Wizard;
import org.testfx.api.FxRobot;

/** A person goes through the wizard with a mouse; the host behind it is simulated, everything else is the program. */
@Tag("ui")
class WizardTest {
    private final FxRobot robot = new FxRobot();
    private final SimulatedHost host = new SimulatedHost(7);
    private final SteeredMachine machine = new SteeredMachine(SimulatedWindow.HOST, host);
    private final List<Stages> opened = new ArrayList<>();

    @TempDir
    Path folder;

    private Stages stages;
    private WizardHand hand;

    @AfterEach
    void close() {
        opened.forEach(Stages::close);
    }

    @BeforeEach
    void open() {
        stages = SimulatedWindow.open(host, machine, journal());
        opened.add(stages);
        hand = new WizardHand(stages);
    }

    private Journal journal() {
        return new Journal(folder.resolve("runs"));
    }

    private Wizard wizard() {
        return stages.window.wizard();
    }

    private void toTheChecks(Goal goal) {
        hand.click("#set-up");
        hand.on(Page.GOAL);
        hand.click("#goal-" + goal.id());
        hand.next(Page.DEVICES);
        hand.next(Page.CHECKS);
    }

    private void toTheCanary() {
        toTheChecks(Goal.BIND_VFS);
        hand.answerAll("simulated");
        hand.next(Page.PLAN);
        hand.next(Page.CANARY);
    }

    @Test
    void fromTheGoalToBoundVirtualFunctionsAndBack() {
        Map<String, String> before = host.state();
        toTheCanary();
        hand.click("#run-start-first");
        Stages.until(
                "the question after the canary",
                () -> wizard().run().stateProperty().get() instanceof RunModel.State.Asks);
        assertEquals(before, host.state(), "the canary is undone, and nothing else was done yet");
        hand.click("#run-go");
        hand.on(Page.VERIFY);
        assertEquals("The plan is carried out", hand.text("#wizard-standing"));
        assertTrue(host.state().values().stream().anyMatch(state -> state.startsWith("vfio-pci/")), host::toString);
        Stages.until(
                "the window's own view of the host",
                () -> stages.window
                                .session()
                                .viewProperty()
                                .get()
                                .orElseThrow()
                                .read()
                                .topology()
                                .virtualFunctions(Address.of(SimulatedHost.nic(0)))
                                .size()
                        > 0);
        hand.next(Page.KEEP);
        hand.click("#wizard-next");
        Stages.until("the wizard closed", () -> !wizard().shownProperty().get());

        Stages.onWindow(() -> wizard().show());
        Stages.onWindow(() -> wizard().undo());
        hand.on(Page.VERIFY);
        Stages.until("undone", () -> hand.says("Undone"));
        assertEquals(before, host.state());
    }

    /** The pairs that a run changes are listed, better ones too; after its undo none is. */
    @Test
    void everyPairWhoseVerdictChangedIsListedAndNoneAfterTheUndo() {
        toTheChecks(Goal.BARE_METAL_GPUDIRECT);
        hand.answerAll("simulated");
        hand.next(Page.PLAN);
        hand.next(Page.APPLY);
        hand.click("#run-start");
        Stages.until("the end or a question", () -> {
            RunModel.State state = wizard().run().stateProperty().get();
            if (state instanceof RunModel.State.Asks) {
                wizard().run().answer(true);
            }
            return state instanceof RunModel.State.Ended;
        });
        hand.on(Page.VERIFY);
        Stages.until("the pairs", () -> !hand.reads("#wizard-pairs-summary").isEmpty());
        assertTrue(hand.reads("#wizard-pairs-summary").contains(" 0 worse"), hand.reads("#wizard-pairs-summary"));
        assertFalse(hand.reads("#wizard-pairs-summary").contains(" 0 better"), hand.reads("#wizard-pairs-summary"));
        assertTrue(hand.reads("#wizard-pairs").contains("GPU 0 → mlx5_0"), hand.reads("#wizard-pairs"));
        hand.click("#run-undo");
        Stages.until("undone", () -> hand.says("Undone"));
        Stages.until(
                "a comparison with the host before the run",
                () -> hand.reads("#wizard-pairs-summary")
                        .startsWith("No pair of the host has another verdict than before"));
    }

    @Test
    void nothingGoesOnBeforeEveryQuestionIsAnswered() {
        toTheChecks(Goal.BIND_VFS);
        Stages.until("the plan", () -> wizard().choice().sheetProperty().get().isPresent());
        Button next = stages.find(Button.class, "#wizard-next");
        assertTrue(next.isDisabled());
        assertTrue(hand.text("#wizard-blocked").contains("still to be answered"), hand.text("#wizard-blocked"));
        hand.answerAll("simulated");
        Stages.until("the way on", () -> !next.isDisabled());
        CheckBox first = stages.find("#wizard-page-checks").lookupAll(".check-box").stream()
                .map(CheckBox.class::cast)
                .findFirst()
                .orElseThrow();
        Stages.onWindow(first::fire);
        Stages.until("the way on closed again", next::isDisabled);
    }

    @Test
    void aRefusalNamesItsRuleAndWhatLiftsIt() {
        toTheChecks(Goal.BIND_VFS);
        Stages.onWindow(() -> wizard().choice().choose(List.of(), 9));
        Stages.until("the refusal", () -> hand.says("Refused"));
        Node card = stages.find("#guard-too-many-vfs");
        assertTrue(card.lookupAll(".label").stream()
                .anyMatch(node -> ((Labeled) node).getText().startsWith("To clear it: ")));
        assertTrue(stages.find(Button.class, "#wizard-next").isDisabled());
        assertEquals(List.of(), machine.done());
    }

    @Test
    void aCanaryThatHangsIsNamedAndCostsOneFunction() {
        machine.freezeAt(command -> command.contains("drivers_probe"));
        toTheCanary();
        hand.click("#run-start-first");
        Stages.until("the silence", () -> wizard().run().stateProperty().get() instanceof RunModel.State.Silent);
        Stages.frames(3);
        assertTrue(hand.text("#wizard-standing").contains("has not answered for"), hand.text("#wizard-standing"));
        hand.click("#run-give-up");
        hand.on(Page.VERIFY);
        assertEquals("The host stopped answering", hand.text("#wizard-standing"));
        assertEquals(
                1,
                machine.done().stream()
                        .filter(operation -> operation.shell().contains("sriov_numvfs"))
                        .count());

        machine.thaw();
        hand.click("#run-undo");
        Stages.until("undone", () -> hand.says("Undone"));
    }

    private void toTheTrial() {
        hand.click("#set-up");
        hand.on(Page.GOAL);
        hand.click("#goal-verify-firmware");
        hand.next(Page.DEVICES);
        hand.next(Page.CHECKS);
        hand.answerAll("simulated");
        hand.next(Page.PLAN);
        hand.next(Page.CANARY);
        hand.click("#run-start-first");
    }

    @Test
    void aFirmwareIsTriedWithOneFunctionAndNothingIsLeft() {
        Map<String, String> before = host.state();
        toTheTrial();
        hand.on(Page.VERIFY);
        assertEquals("The firmware held", hand.text("#wizard-standing"));
        assertEquals(before, host.state());
        assertEquals(
                1,
                machine.done().stream()
                        .filter(operation -> operation.shell().contains("drivers_probe"))
                        .count());
        Stages.until("the trial in the list", () -> hand.reads("#wizard-trials").contains("Held for 1 s"));
        assertTrue(hand.reads("#wizard-trials").contains("firmware 40.50.0464"), hand.reads("#wizard-trials"));
    }

    @Test
    void aFirmwareThatFreezesTheHostIsNamed() {
        machine.freezeAt(command -> command.contains("drivers_probe"));
        toTheTrial();
        Stages.until("the silence", () -> wizard().run().stateProperty().get() instanceof RunModel.State.Silent);
        hand.click("#run-give-up");
        hand.on(Page.VERIFY);
        assertEquals("The host stopped answering", hand.text("#wizard-standing"));
        Stages.until(
                "the trial in the list",
                () -> hand.reads("#wizard-trials").contains("stopped answering during canary/bind"));
    }

    @Test
    void aNicWithVirtualFunctionsIsNotTried() throws Exception {
        Address nic = Address.of(SimulatedHost.nic(0));
        new Runs(machine, journal(), new Agreeable(), new FakePace(), SimulatedWindow.QUICK, "tester@here")
                .apply(new PlanRequest(Goal.BIND_VFS, List.of(nic), 1), Optional.empty());
        open();
        Stages.onWindow(() -> stages.window.session().setUpProperty().set(Optional.of(SetUp.of(new Errand.Try(nic)))));
        hand.on(Page.CHECKS);
        hand.answerAll("simulated");
        Stages.until("the reason", () -> hand.reads("#wizard-blocked").contains("a trial starts without any"));
        assertTrue(stages.find(Button.class, "#wizard-next").isDisabled());
    }

    /** The program ends in the middle of a run. */
    private void brokenOff() {
        machine.killAt(command -> command.contains("sriov_numvfs"));
        Runs runs = new Runs(machine, journal(), new Agreeable(), new FakePace(), SimulatedWindow.QUICK, "tester@here");
        assertThrows(
                SteeredMachine.Killed.class,
                () -> runs.apply(new PlanRequest(Goal.BIND_VFS, List.of(), 1), Optional.empty()));
    }

    @Test
    void aRunThatWasBrokenOffOpensByItselfAndGoesOn() {
        brokenOff();
        open();
        hand.on(Page.APPLY);
        assertTrue(hand.text("#wizard-standing").contains("not finished"), hand.text("#wizard-standing"));
        hand.click("#run-resume");
        // Guards are asked anew, then whether to go on with the host that answers again, then before what is dangerous.
        while (!(wizard().run().stateProperty().get() instanceof RunModel.State.Ended)) {
            Stages.until(
                    "an end or a question",
                    () -> wizard().run().stateProperty().get() instanceof RunModel.State.Ended
                            || wizard().run().stateProperty().get() instanceof RunModel.State.Asks
                            || wizard().run().stateProperty().get() instanceof RunModel.State.AsksToGoOn);
            RunModel.State state = wizard().run().stateProperty().get();
            if (!(state instanceof RunModel.State.Ended)) {
                hand.click("#run-go");
                Stages.until(
                        "the answer taken",
                        () -> !wizard().run().stateProperty().get().equals(state));
            }
        }
        hand.on(Page.VERIFY);
        assertEquals("The plan is carried out", hand.text("#wizard-standing"));
    }

    @Test
    void aRunLeftAsItIsIsNotOfferedAgain() throws Exception {
        brokenOff();
        open();
        hand.on(Page.APPLY);
        hand.click("#run-leave");
        Stages.until("the wizard closed", () -> !wizard().shownProperty().get());
        assertEquals(RunState.LEFT, journal().read(journal().runs().getFirst()).state());
        open();
        Stages.frames(20);
        assertFalse(wizard().shownProperty().get());
    }

    @Test
    void aRunGoesOnOutOfViewAndKeepsTheWindowOpen() {
        machine.freezeAt(command -> command.contains("drivers_probe"));
        toTheCanary();
        hand.click("#run-start-first");
        Stages.until("the silence", () -> wizard().run().stateProperty().get() instanceof RunModel.State.Silent);
        robot.type(KeyCode.ESCAPE);
        Stages.until("the wizard hidden", () -> !wizard().shownProperty().get());
        assertTrue(stages.find("#run-bar").isVisible());
        Stages.onWindow(() -> stages.stage.fireEvent(new WindowEvent(stages.stage, WindowEvent.WINDOW_CLOSE_REQUEST)));
        Stages.until("the wizard in view again", () -> wizard().shownProperty().get());
        assertTrue(stages.stage.isShowing());
        machine.thaw();
        Stages.until(
                "an answer is asked for, or the end",
                () -> !(wizard().run().stateProperty().get() instanceof RunModel.State.Silent));
        Stages.onWindow(() -> wizard().run().stop());
        Stages.until("the end", () -> {
            wizard().run().answer(false);
            return !wizard().run().stateProperty().get().isGoing();
        });
    }
}
