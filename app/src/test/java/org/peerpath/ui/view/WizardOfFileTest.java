// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.SimulatedHost;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.Cases;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.wizard.NoTools;
import org.peerpath.ui.wizard.Page;
import org.peerpath.ui.wizard.RunModel;
import org.peerpath.ui.wizard.Wizard;

/** The wizard over a file: nothing can be carried out, so it leads to a script and asks nothing that it could not use. */
@Tag("ui")
class WizardOfFileTest {
    private Optional<Stages> opened = Optional.empty();

    @AfterEach
    void close() {
        opened.ifPresent(Stages::close);
    }

    private Stages open(Snapshot snapshot) {
        Stages.startToolkit();
        Stages stages = Stages.openWorking(
                prompter -> source -> snapshot, NoTools.TOOLS, 1000, 800, settings -> {}, "gpu-node-07.json.gz");
        opened = Optional.of(stages);
        stages.settled();
        return stages;
    }

    private static Wizard wizard(Stages stages) {
        return stages.window.wizard();
    }

    private static void planned(Stages stages) {
        Stages.until(
                "the plan", () -> wizard(stages).choice().sheetProperty().get().isPresent());
        Stages.frames(3);
    }

    @Test
    void theFirstPageSaysThatAFileCannotBeChangedAndOffersTheScript() {
        Stages stages = open(new SimulatedHost(7).snapshot());
        WizardHand hand = new WizardHand(stages);
        hand.click("#set-up");
        hand.on(Page.GOAL);
        planned(stages);
        assertTrue(hand.reads("#wizard-file").contains("cannot change it"), hand.reads("#wizard-file"));
        MenuButton save =
                assertInstanceOf(MenuButton.class, stages.find("#wizard-file").lookup("#plan-save"));
        assertFalse(save.isDisabled());
        assertTrue(save.getItems().stream().anyMatch(item -> item.getText().equals("As shell script")));

        hand.click("#goal-" + Goal.BIND_VFS.id());
        hand.next(Page.DEVICES);
        hand.next(Page.CHECKS);
        planned(stages);
        Node checks = stages.find("#wizard-page-checks");
        assertFalse(wizard(stages)
                .choice()
                .sheetProperty()
                .get()
                .orElseThrow()
                .plan()
                .asked()
                .isEmpty());
        assertTrue(
                checks.lookupAll("*").stream()
                        .noneMatch(node -> node.getId() != null && node.getId().startsWith("confirm-")),
                "questions are to be read, not answered");
        assertTrue(hand.reads("#wizard-page-checks").contains("Answer this on the host"));
        hand.next(Page.PLAN);
        Stages.onWindow(() -> wizard(stages).start());
        Stages.frames(3);
        assertInstanceOf(
                RunModel.State.Idle.class, wizard(stages).run().stateProperty().get(), "there is nothing to run it on");
        hand.next(Page.KEEP);
    }

    /** The last page has the commands for the plan's own pairs, and holds what they print against the verdict. */
    @Test
    void theLastPageMeasuresThePairsOfThePlan() {
        Stages stages = open(new SimulatedHost(7).snapshot());
        WizardHand hand = new WizardHand(stages);
        Address nic = Address.of(SimulatedHost.nic(0));
        PlanRequest request = new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(nic), 0);
        Stages.onWindow(() -> stages.window.session().setUpProperty().set(Optional.of(SetUp.of(request))));
        hand.on(Page.CHECKS);
        planned(stages);
        hand.next(Page.PLAN);
        hand.next(Page.KEEP);
        TitledPane pair = stages.find(TitledPane.class, "#measure-0");
        assertEquals("mlx5_0 → GPU 0", pair.getText());
        Stages.onWindow(() -> pair.setExpanded(true));
        String commands = hand.reads("#measure-0");
        assertTrue(commands.contains("ib_write_bw -d mlx5_0"), commands);
        assertTrue(commands.contains("--use_cuda=0"), commands);
        assertTrue(commands.contains("SERVER"), commands);
        TextArea text = stages.find(TextArea.class, "#measure-text-0");
        Button take = stages.find(Button.class, "#measure-take-0");
        Stages.onWindow(() -> {
            text.setText("no output of anything");
            take.fire();
        });
        Stages.until("that it is no output", () -> hand.reads("#measure-said-0").contains("none of its 1 lines"));
        Stages.onWindow(() -> {
            text.setText("""
                                RDMA_Write BW Test
             Dual-port       : OFF          Device         : mlx5_0
             #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
             1048576    5000             391.02             390.40               0.046539
            """);
            take.fire();
        });
        Stages.until("the figure", () -> hand.reads("#measure-said-0").contains("48.8"));
        assertEquals(1, stages.measured().size());
    }

    @Test
    void aHostThatCanBeChangedIsNotCalledAFile() {
        SimulatedHost host = new SimulatedHost(7);
        Stages.startToolkit();
        Stages stages = Stages.openWorking(
                prompter -> source -> host.snapshot(), NoTools.TOOLS, 1000, 800, settings -> {}, "gpu-node-07");
        opened = Optional.of(stages);
        stages.settled();
        WizardHand hand = new WizardHand(stages);
        hand.click("#set-up");
        hand.on(Page.GOAL);
        planned(stages);
        assertEquals("", hand.reads("#wizard-file"));
    }

    @Test
    void onlyNicsThatCanTakePartAreTicked() throws Exception {
        Stages stages = open(Cases.host("field/hosts/north-south"));
        WizardHand hand = new WizardHand(stages);
        hand.click("#set-up");
        hand.on(Page.GOAL);
        hand.click("#goal-" + Goal.VM_GPUDIRECT.id());
        hand.next(Page.DEVICES);
        planned(stages);
        CheckBox alone = stages.find(CheckBox.class, "#nic-0000-41-00-0");
        CheckBox near = stages.find(CheckBox.class, "#nic-0000-23-00-0");
        assertTrue(alone.isDisabled() && !alone.isSelected(), "a NIC on a root port shares no switch with a GPU");
        assertTrue(hand.reads("#why-nic-0000-41-00-0").contains("switch"), hand.reads("#why-nic-0000-41-00-0"));
        assertTrue(!near.isDisabled() && near.isSelected());
        assertEquals(List.of(), wizard(stages).choice().request().nics(), "all that can is still all");
    }

    /** A plan with questions: what it does must be seen without scrolling, on the plan's page and in the wizard. */
    @Test
    void whatThePlanDoesStandsAboveTheFold() {
        Stages stages = open(new SimulatedHost(7).snapshot());
        WizardHand hand = new WizardHand(stages);
        PlanRequest request = new PlanRequest(Goal.BIND_VFS, List.of(), 1);
        Stages.onWindow(() -> stages.window.session().setUpProperty().set(Optional.of(SetUp.of(request))));
        hand.on(Page.CHECKS);
        planned(stages);
        assertAboveTheFold(stages, "#plan-outline", "#wizard-place");
        hand.next(Page.PLAN);
        planned(stages);
        assertAboveTheFold(stages, ".step .command", "#wizard-place");
    }

    private static void assertAboveTheFold(Stages stages, String selector, String place) {
        Node node = stages.find(selector);
        ScrollPane scroll = stages.find(ScrollPane.class, place);
        AtomicReference<Double> below = new AtomicReference<>(0.0);
        Stages.onWindow(() -> {
            Bounds of = node.localToScene(node.getBoundsInLocal());
            Bounds view = scroll.localToScene(scroll.getBoundsInLocal());
            below.set(of.getMaxY() - view.getMaxY());
        });
        assertTrue(below.get() <= 0, selector + " ends " + below.get() + " below the fold");
    }

    @Test
    void whatTheWhatIfAskedStaysInStepWithIt() throws Exception {
        Stages stages = open(Samples.open("hgx-b300-one-bad"));
        Stages.onWindow(() -> {
            stages.window.session().ask(Scenario.VM);
            stages.window.session().change(new Change.AcsControl(Address.of("0000:b7:00.0"), 0x5d));
        });
        stages.untilView("the what-if", HostView::isWhatIf);
        WizardHand hand = new WizardHand(stages);
        PlanRequest request = new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0);
        Stages.onWindow(() -> stages.window.session().setUpProperty().set(Optional.of(SetUp.of(request))));
        hand.on(Page.CHECKS);
        hand.next(Page.PLAN);
        planned(stages);
        assertTrue(hand.reads("#plan-tried").contains("Done by step 1."), hand.reads("#plan-tried"));
        Stages.onWindow(() -> stages.window.session().undo());
        Stages.until(
                "the plan that speaks of no what-if",
                () -> wizard(stages)
                        .choice()
                        .sheetProperty()
                        .get()
                        .filter(sheet -> sheet.tried().isEmpty())
                        .isPresent());
        Stages.frames(3);
        assertEquals("", hand.reads("#plan-tried"));
        assertFalse(stages.find(Button.class, "#wizard-next").isDisabled());
    }
}
