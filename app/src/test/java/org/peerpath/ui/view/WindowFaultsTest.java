// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javafx.geometry.Bounds;
import javafx.geometry.Rectangle2D;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Shape;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.Selection;
import org.testfx.api.FxRobot;

/** Sequences that went wrong for people who used the window, and their neighbours. */
@Tag("ui")
class WindowFaultsTest {
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));
    private static final PathKey GOOD = new PathKey(Address.of("0000:18:00.0"), Address.of("0000:1b:00.0"));

    private final FxRobot robot = new FxRobot();
    private Stages stages;

    @BeforeEach
    void open() {
        stages = Stages.open(new SampleSources(), 1280, 800, settings -> {}, "sample:hgx-b300-one-bad");
        stages.settled();
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private void press(String key) {
        Stages.onWindow(() -> Objects.requireNonNull(
                        stages.stage.getScene().getAccelerators().get(KeyCombination.valueOf(key)), key)
                .run());
        Stages.frames(3);
    }

    private List<String> litTabs() {
        List<String> lit = new ArrayList<>();
        Stages.onWindow(() -> stages.stage
                .getScene()
                .getRoot()
                .lookupAll(".tab-button")
                .forEach(node -> {
                    if (((ToggleButton) node).isSelected()) {
                        lit.add(node.getId());
                    }
                }));
        return lit;
    }

    /** Sequence 2: with one host there is nothing to compare with, nor a list of hosts, nor a plan. */
    @ParameterizedTest
    @ValueSource(strings = {"Shortcut+D", "Shortcut+5", "Shortcut+6"})
    void whatThereIsNothingForDoesNotOpenAPage(String key) {
        press("Shortcut+4");
        press(key);
        assertEquals(List.of("tab-findings"), litTabs());
        stages.find("#findings");
        assertEquals(null, stages.stage.getScene().lookup("#compare"));
    }

    @Test
    void comparingWithNothingSaysSoAndNotThatNothingDiffers() {
        Stages.onWindow(() -> stages.window.session().fleet().add("sample:no-switch"));
        press("Shortcut+D");
        Labeled state = stages.find(Labeled.class, "#compare-state");
        assertTrue(state.getText().contains("not read yet"), state.getText());
        assertEquals(List.of("tab-compare"), litTabs());
        Stages.onWindow(() -> stages.window
                .session()
                .fleet()
                .remove(stages.window.session().fleet().entries().getLast()));
        Stages.frames(3);
        assertEquals(List.of("tab-diagram"), litTabs(), "the page went with the host");
    }

    /** Sequence 3. */
    @Test
    void aNoteTakesNeitherTheFocusNorAKey(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "Dear diary, no source this is.\n");
        Node pane = stages.find("#diagram-pane");
        Stages.onWindow(pane::requestFocus);
        Stages.onWindow(() -> Opening.files(stages.context(), List.of(text)));
        stages.find(".note");
        Stages.frames(3);
        assertEquals(pane, stages.stage.getScene().getFocusOwner());
        assertTrue(stages.stage.isFocused(), "no other window has the keys");
        robot.type(KeyCode.F1);
        Stages.until("the help", () -> stages.stage.getScene().lookup("#help").isVisible());
        robot.type(KeyCode.ESCAPE);
        Stages.until(
                "the help closed",
                () -> !stages.stage.getScene().lookup("#help").isVisible());
        Stages.onWindow(pane::requestFocus);
        robot.write("q");
        Stages.frames(3);
        assertEquals("", stages.find(TextField.class, "#search").getText());
    }

    /** Sequence 4: the longest thing said, in every window down to the smallest, with the largest text. */
    @ParameterizedTest
    @CsvSource({"1280,720,1", "800,560,1", "800,560,1.6", "1024,700,1.3"})
    void aNoteIsReadWholeAndCoversNothing(double width, double height, double scale) {
        Stages.onWindow(() -> {
            stages.settings.textScaleProperty().set(scale);
            stages.window
                    .notes()
                    .add(new org.peerpath.ui.base.Notes.Note(
                            Optional.of(Message.of(
                                    "ui.host.not-read", "gpu-node-with-a-rather-long-name-07.rack12.example")),
                            Message.of(
                                    "host.changed-key",
                                    "gpu-node-with-a-rather-long-name-07.rack12.example",
                                    "ssh-keygen -f /home/administrator/.ssh/known_hosts -R '[gpu-node-07.rack12.example]:2222'"),
                            Optional.empty()));
        });
        List<String> faults = new ArrayList<>();
        inSize(width, height, root -> {
            Node notes = root.lookup("#notes");
            Bounds at = notes.localToScene(notes.getBoundsInLocal());
            if (at.getMinX() < -0.5 || at.getMaxX() > width + 0.5 || at.getMaxY() > height + 0.5) {
                faults.add("outside the window: " + at);
            }
            faults.addAll(CutText.in((Parent) notes));
            Bounds centre =
                    root.lookup(".centre").localToScene(root.lookup(".centre").getBoundsInLocal());
            if (centre.getMaxY() > at.getMinY() + 0.5) {
                faults.add("covers the pages");
            }
        });
        assertEquals(List.of(), faults);
    }

    /** Sequence 5. */
    @Test
    void widthsOutliveASmallWindow() {
        double wanted = stages.settings.inspectorWidthProperty().get();
        Region inspector = stages.find(Region.class, "#inspector");
        for (double[] size : new double[][] {{800, 560}, {1920, 1080}}) {
            inSize(size[0], size[1], root -> {});
        }
        double[] width = new double[1];
        inSize(1920, 1080, root -> width[0] = inspector.getWidth());
        assertEquals(wanted, width[0]);
        assertEquals(wanted, stages.settings.inspectorWidthProperty().get(), "and is what is kept");
        Node handle = stages.find("#inspector-handle");
        Stages.onWindow(handle::requestFocus);
        robot.type(KeyCode.LEFT);
        Stages.until("wider", () -> stages.settings.inspectorWidthProperty().get() > wanted);
        robot.type(KeyCode.ENTER);
        Stages.until("folded away", () -> !inspector.isVisible());
        robot.type(KeyCode.ENTER);
        Stages.until("there again", inspector::isVisible);
    }

    /** Sequence 6. */
    @ParameterizedTest
    @ValueSource(doubles = {0.8, 1, 1.4, 1.6})
    void theHopTableGrowsWithTheText(double scale) {
        Stages.onWindow(() -> {
            stages.settings.textScaleProperty().set(scale);
            stages.window.session().select(Selection.of(BAD));
        });
        stages.find("#deciding-bit");
        Stages.frames(6);
        List<String> faults = new ArrayList<>();
        Stages.onWindow(() -> {
            Parent table = stages.stage.getScene().lookup(".hop-name").getParent();
            List<Node> cells = table.getChildrenUnmodifiable();
            for (Node one : cells) {
                for (Node other : cells) {
                    boolean apart = one.equals(other) || !text(one).intersects(text(other));
                    if (!apart && one instanceof Labeled a && other instanceof Labeled b) {
                        faults.add(a.getText() + " on " + b.getText());
                    }
                }
            }
        });
        assertEquals(List.of(), faults);
    }

    private static Bounds text(Node node) {
        Bounds bounds = node.getBoundsInParent();
        return new javafx.geometry.BoundingBox(
                bounds.getMinX() + 0.5,
                bounds.getMinY() + 0.5,
                Math.max(0, bounds.getWidth() - 1),
                Math.max(0, bounds.getHeight() - 1));
    }

    /** Sequence 10. */
    @Test
    void whatIsSelectedNeverFades() {
        Stages.onWindow(() -> stages.window.session().select(Selection.of(BAD)));
        stages.find("#deciding-bit");
        Stages.frames(6);
        Stages.onWindow(() -> stages.window.session().hoverProperty().set(Selection.of(GOOD)));
        Stages.frames(3);
        assertEquals(Set.of(1.0), opacities(BAD));
        Stages.onWindow(() -> stages.window.session().hoverProperty().set(Selection.nothing()));
        Stages.frames(3);
        assertEquals(Set.of(1.0), opacities(BAD));
        assertEquals(Set.of(1.0), opacities(GOOD), "nothing stays faded");
    }

    private Set<Double> opacities(PathKey path) {
        Set<Double> found = new java.util.HashSet<>();
        Stages.onWindow(() -> stages.stage.getScene().getRoot().lookupAll("*").forEach(node -> {
            if (node.getUserData() instanceof Shape shape
                    && shape.mark().path().equals(Optional.of(path))
                    && shape.mark().role().isRibbon()) {
                List<Node> parts = node instanceof Group group ? group.getChildren() : List.of(node);
                parts.forEach(part -> found.add(part.getOpacity() * node.getOpacity()));
            }
        }));
        return found;
    }

    /** Sequence 12. */
    @Test
    void theHeaderSaysTheDayOfAReading() {
        String read = stages.stage.getScene().getRoot().lookupAll(".top-bar .muted").stream()
                .filter(Label.class::isInstance)
                .map(node -> ((Label) node).getText())
                .findFirst()
                .orElseThrow();
        assertTrue(read.matches(".*20\\d\\d.*"), read);
    }

    @Test
    void theTitleNamesTheHost() {
        assertTrue(stages.stage.getTitle().startsWith("hgx-b300-one-bad"), stages.stage.getTitle());
        Stages.onWindow(() -> stages.window
                .session()
                .fleet()
                .rename(stages.window.session().fleet().entries().getFirst(), "rack 7"));
        assertTrue(stages.stage.getTitle().startsWith("rack 7"), stages.stage.getTitle());
    }

    /** A laptop's screen with a panel, the desktop's frame around the window not yet known. */
    @ParameterizedTest
    @CsvSource({"0,0,1366,768", "0,28,1366,740", "1920,0,1024,768", "0,0,3840,2160"})
    void theFirstWindowFitsItsScreenTitleAndAll(double x, double y, double width, double height) {
        Rectangle2D screen = new Rectangle2D(x, y, width, height);
        Rectangle2D window = WindowPlace.first(Settings.Place.FIRST, screen);
        assertTrue(screen.contains(window), window.toString());
        assertTrue(height - window.getHeight() >= 48, "room for the title: " + window);
    }

    @Test
    void whatMakesNoSenseNowIsGrey() {
        var actions = ((MainView) stages.stage.getScene().getRoot()).actions();
        for (String id : List.of("cancel-reading", "undo", "redo", "reset", "compare", "read-as-administrator")) {
            assertFalse(actions.get(id).enabled().get(), id);
        }
        assertTrue(stages.find("#what-if-undo").isDisabled());
    }

    /** Looks at the window's content in another size. */
    private void inSize(double width, double height, java.util.function.Consumer<Parent> look) {
        Parent[] content = new Parent[1];
        Stages.onWindow(() -> {
            content[0] = stages.stage.getScene().getRoot();
            stages.stage.getScene().setRoot(new StackPane());
            Scene scene = new Scene(content[0], width, height);
            scene.getStylesheets().setAll(stages.stage.getScene().getStylesheets());
        });
        Stages.frames(4);
        Stages.onWindow(() -> {
            content[0].applyCss();
            content[0].layout();
            look.accept(content[0]);
            content[0].getScene().setRoot(new StackPane());
            stages.stage.getScene().setRoot(content[0]);
        });
    }
}
