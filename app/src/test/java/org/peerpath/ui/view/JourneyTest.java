// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.geometry.VerticalDirection;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Role;
import org.peerpath.diagram.Shape;
import org.peerpath.path.Outcome;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Selection;
import org.testfx.api.FxRobot;

/** The main stories, in a real window with a mouse and a keyboard. */
@Tag("ui")
class JourneyTest {
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));

    private final FxRobot robot = new FxRobot();
    private Stages stages;

    @BeforeEach
    void open() {
        stages = Stages.open(new SampleSources(), 1440, 900, settings -> {}, "sample:hgx-b300-one-bad");
        stages.settled();
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private Outcome verdict() {
        return stages.window
                .session()
                .viewProperty()
                .get()
                .flatMap(view -> view.path(BAD))
                .orElseThrow()
                .verdict();
    }

    private Selection selection() {
        return stages.window.session().selectionProperty().get();
    }

    private void click(String selector) {
        click(stages.find(selector));
    }

    /** Turns the wheel over the picture until a node of it is in view. */
    private void intoView(Node node) {
        Node picture = stages.stage.getScene().lookup("#diagram-pane");
        for (int turn = 0;
                turn < 40
                        && !picture.localToScene(picture.getBoundsInLocal())
                                .contains(node.localToScene(node.getBoundsInLocal()));
                turn++) {
            robot.moveTo(picture);
            robot.scroll(1, VerticalDirection.DOWN);
            Stages.frames(2);
        }
    }

    /** Moves there first: the toolkit learns where the pointer is before it is pressed. */
    private void click(Node node) {
        robot.moveTo(node);
        Stages.frames(3);
        robot.clickOn(MouseButton.PRIMARY);
    }

    /** As a person does who reads on; how far depends on how high the window may be on this screen. */
    private void scrollTo(String selector) {
        ScrollPane inspector = stages.find(ScrollPane.class, "#inspector");
        Node node = stages.find(selector);
        Stages.onWindow(() -> {
            Bounds inside = inspector.getContent().sceneToLocal(node.localToScene(node.getBoundsInLocal()));
            double rest = inspector.getContent().getBoundsInLocal().getHeight()
                    - inspector.getViewportBounds().getHeight();
            inspector.setVvalue(Math.clamp((inside.getMinY() - 60) / Math.max(1, rest), 0, 1));
        });
        Stages.frames(3);
    }

    private void selectBad() {
        Stages.onWindow(() -> stages.window.session().select(Selection.of(BAD)));
        stages.find("#deciding-bit");
    }

    @Test
    void theDecidingBitIsOneClickFromTheRibbon() {
        Node word = stages.stage.getScene().getRoot().lookupAll("*").stream()
                .filter(node -> node.getUserData() instanceof Shape.Label label
                        && label.mark().role() == Role.WORD_DETOUR)
                .findFirst()
                .orElseThrow();
        intoView(word);
        click(word);
        Node bit = stages.find("#deciding-bit");
        assertTrue(bit.getAccessibleText().startsWith("Direct Translated P2P"), bit.getAccessibleText());
        assertEquals(Optional.of(BAD), selection().asPath());
    }

    @Test
    void aTryTurnsTheVerdictAndCtrlZTurnsItBack() {
        selectBad();
        scrollTo("#try-0");
        click("#try-0");
        Stages.until("inside the switch", () -> verdict() == Outcome.INSIDE_SWITCH);
        assertTrue(stages.find("#what-if-bar").isVisible());
        robot.press(KeyCode.CONTROL).type(KeyCode.Z).release(KeyCode.CONTROL);
        Stages.until("the detour again", () -> verdict() == Outcome.DETOUR);
    }

    @Test
    void inWhatIfAClickOnAChipFlipsIt() {
        click("#what-if");
        Node chip = stages.stage.getScene().getRoot().lookupAll("*").stream()
                .filter(node -> node.getUserData() instanceof Shape.Chip shape
                        && shape.bit().equals(Optional.of(AcsBit.DT))
                        && shape.mark().function().equals(Optional.of(Address.of("0000:b7:00.0"))))
                .findFirst()
                .orElseThrow();
        click(chip);
        Stages.until("inside the switch", () -> verdict() == Outcome.INSIDE_SWITCH);
    }

    @Test
    void theScenarioIsOneClick() {
        click("#scenario-vm");
        stages.untilView("the VM's view", view -> view.scenario() == Scenario.VM);
    }

    @Test
    void slashTypeEnterGoesToTheNic() {
        click("#diagram-pane");
        robot.type(KeyCode.SLASH);
        TextField field = stages.find(TextField.class, "#search");
        Stages.until("the focus in the search box", field::isFocused);
        robot.write("mlx5_5");
        stages.find(".picture-mark");
        robot.type(KeyCode.ENTER);
        Stages.until("the NIC selected", () -> selection().equals(Selection.of(BAD.requester())));
    }

    @Test
    void theKeyboardAloneReachesTheAnswer() {
        Stages.onWindow(() -> {
            stages.stage.getScene().lookup("#diagram-pane").requestFocus();
            stages.window.session().select(Selection.of(Address.of("0000:b7:00.0")));
        });
        robot.type(KeyCode.DOWN);
        Stages.until("the NIC below", () -> selection().equals(Selection.of(BAD.requester())));
        robot.type(KeyCode.P);
        Stages.until("the other end", () -> selection().equals(Selection.of(BAD.target())));
        robot.type(KeyCode.ENTER);
        Node bit = stages.find("#deciding-bit");
        assertTrue(bit.getAccessibleText().startsWith("Direct Translated P2P"));
        robot.type(KeyCode.ESCAPE);
        Stages.until("nothing selected", () -> selection().equals(Selection.nothing()));
    }

    @Test
    void aBrokenFileIsToldAndTheHostStays(@TempDir Path folder) throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"schema\": ");
        Stages.onWindow(() -> stages.window.session().fleet().open(broken.toString()));
        Stages.until(
                "the failure",
                () -> stages.window
                        .session()
                        .fleet()
                        .find(broken.toString())
                        .filter(entry -> entry.stateProperty().get() instanceof HostEntry.State.Failed)
                        .isPresent());
        assertEquals(Outcome.DETOUR, verdict());
        HostEntry entry =
                stages.window.session().fleet().find(broken.toString()).orElseThrow();
        Stages.onWindow(() -> stages.window.session().fleet().show(entry));
        Labeled why = stages.find(Labeled.class, "#state-why");
        assertTrue(why.getText().contains("broken.json"), why.getText());
    }

    @Test
    void koreanAndDarkAreAtOnce() {
        Stages.onWindow(() -> {
            stages.settings.languageProperty().set(Settings.LanguageChoice.KOREAN);
            stages.settings.themeProperty().set(Settings.ThemeChoice.DARK);
        });
        Stages.until(
                "Korean",
                () -> stages.stage.getScene().lookup("#tab-matrix") instanceof Labeled tab
                        && tab.getText().equals("행렬"));
        assertEquals(Outcome.DETOUR, verdict());
    }

    @Test
    void theCommandPaletteDoesWhatItsWordsSay() {
        robot.press(KeyCode.CONTROL).type(KeyCode.K).release(KeyCode.CONTROL);
        Stages.until(
                "the palette", () -> stages.stage.getScene().lookup("#palette").isVisible());
        TextField field = stages.find(TextField.class, "#palette-field");
        Stages.until("the focus in the palette", field::isFocused);
        robot.write("matrix");
        Stages.until("the words", () -> field.getText().equals("matrix"));
        robot.type(KeyCode.ENTER);
        stages.find("#matrix");
    }

    private void vm() {
        Stages.onWindow(() -> stages.window.session().ask(Scenario.VM));
        stages.untilView("the VM's view", view -> view.scenario() == Scenario.VM);
    }

    private static boolean says(Node node, String text) {
        return node.lookupAll(".mono").stream()
                .anyMatch(
                        each -> each instanceof Labeled label && label.getText().equals(text));
    }

    @Test
    void theOfferOfThePathOpensTheWizardAtTheChecks() {
        vm();
        selectBad();
        click("#offer-0");
        stages.find("#wizard-page-checks");
        assertEquals(
                List.of(BAD.requester()),
                stages.window.wizard().choice().request().nics());
    }

    @Test
    void theOfferAsASheetShowsTheExactCommand() {
        vm();
        selectBad();
        click("#sheet-0");
        Node step = stages.find("#step-acs-0000-b7-00-0");
        assertTrue(says(step, "setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0040:0040"));
        assertTrue(says(step, "setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0000:0040"), "its undo");
        assertTrue(stages.find("#tab-plan").isVisible());
    }

    @Test
    void aTryBecomesAPlanThatTellsWhatBecameOfIt() {
        vm();
        selectBad();
        scrollTo("#try-0");
        click("#try-0");
        Stages.until("inside the switch", () -> verdict() == Outcome.INSIDE_SWITCH);
        click("#plan-what-if");
        Labeled headline = stages.find(Labeled.class, "#plan-headline");
        assertTrue(headline.getText().startsWith("One step"), headline.getText());
        assertEquals(
                1,
                stages.window
                        .session()
                        .planProperty()
                        .get()
                        .orElseThrow()
                        .tried()
                        .size());
    }

    @Test
    void aPastedValueIsExplainedAndAPastedTextOpened() {
        robot.press(KeyCode.CONTROL, KeyCode.SHIFT).type(KeyCode.V).release(KeyCode.SHIFT, KeyCode.CONTROL);
        TextArea area = stages.find(TextArea.class, "#paste-text");
        Stages.until("the box", () -> stages.stage.getScene().lookup("#paste").isVisible());
        Stages.onWindow(() -> area.setText("0x1d"));
        Node box = stages.find("#paste");
        Stages.until(
                "the bits",
                () -> box.lookupAll(".body").stream()
                        .anyMatch(node -> node instanceof Labeled label
                                && label.getText().startsWith("DT  Direct Translated P2P: off")));
        assertTrue(stages.find("#paste-open").isDisabled());
        Stages.onWindow(() -> area.setText("""
                17:00.0 PCI bridge: Mellanox Technologies Device 197c
                18:00.0 Infiniband controller: Mellanox Technologies MT4131
                """));
        click("#paste-open");
        Stages.until(
                "the text as a source",
                () -> stages.window
                        .session()
                        .fleet()
                        .currentProperty()
                        .get()
                        .filter(entry -> entry.source().equals("pasted-1.txt"))
                        .isPresent());
    }

    @Test
    void f2NamesAHostAndEscapeLeavesItAlone() {
        HostEntry entry = stages.window.session().fleet().entries().getFirst();
        Node row = stages.find(".host-row");
        Stages.onWindow(row::requestFocus);
        robot.type(KeyCode.F2);
        TextField field = stages.find(TextField.class, "#rename");
        Stages.until("the field", field::isFocused);
        robot.write("rack 7");
        robot.type(KeyCode.ENTER);
        Stages.until("the name", () -> entry.nameProperty().get().equals("rack 7"));
        assertEquals("rack 7", stages.settings.names().get(entry.source()));
        Stages.onWindow(row::requestFocus);
        robot.type(KeyCode.F2);
        Stages.until("the field again", () -> stages.stage.getScene().lookup("#rename") != null);
        robot.write("x").type(KeyCode.ESCAPE);
        Stages.until("the field gone", () -> stages.stage.getScene().lookup("#rename") == null);
        assertEquals("rack 7", entry.nameProperty().get());
    }
}
