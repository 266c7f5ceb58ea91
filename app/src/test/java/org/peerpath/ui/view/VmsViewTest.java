// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.diagram.Role;
import org.peerpath.diagram.Shape;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.ui.base.Settings;

/** The VMs of a host: their tab, the page of one, what differs between two. */
@Tag("ui")
class VmsViewTest {
    private final Path pictures = Path.of(System.getProperty("peerpath.build", "target"), "screenshots");

    @SuppressWarnings("NullAway.Init") // each test opens its own
    private Stages stages;

    private void open(double width, double height, java.util.function.Consumer<Settings> choose) {
        stages = Stages.open(new SampleSources(), width, height, choose, VmShots.HOST);
        stages.settled();
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private void twoVms() throws UnreadableSourceException {
        VmShots.describe(stages);
    }

    private List<Shape> drawn() {
        AtomicReference<List<Shape>> shapes = new AtomicReference<>(List.of());
        Stages.until("the picture", () -> {
            Node place = stages.stage.getScene().lookup("#vm-picture");
            shapes.set(
                    place == null
                            ? List.of()
                            : place.lookupAll("*").stream()
                                    .filter(node -> node.getUserData() instanceof Shape)
                                    .map(node -> (Shape) node.getUserData())
                                    .toList());
            return shapes.get().stream().anyMatch(shape -> shape.mark().id().startsWith("vm-domain"));
        });
        return shapes.get();
    }

    @Test
    void theLayerThatBreaksIsSeenAndNamed() throws UnreadableSourceException {
        open(1366, 900, settings -> {});
        twoVms();
        ToggleButton tab = stages.find(ToggleButton.class, "#tab-vms");
        assertTrue(tab.getText().matches("VMs [12]"), tab.getText());
        ToggleButton tenant = stages.find(ToggleButton.class, "#vm-tenant7");
        Stages.onWindow(tenant::fire);
        Stages.frames(6);
        List<Shape> shapes = drawn();
        assertTrue(
                shapes.stream()
                        .anyMatch(shape -> shape.mark().role() == Role.SIGN_BLOCKED
                                && shape.mark().id().startsWith("vm-bar-")),
                "the way ends at a bar in the hypervisor's layer");
        assertTrue(shapes.stream()
                .anyMatch(shape ->
                        shape instanceof Shape.Label label && label.text().contains("0000:1b:00.0")));
        assertTrue(shapes.stream()
                .anyMatch(shape ->
                        shape instanceof Shape.Label label && label.text().contains("guest ")));
        Node answer = stages.find("#vm-answer");
        String said = answer.lookupAll(".label").stream()
                .map(node -> ((Labeled) node).getText())
                .reduce("", (one, other) -> one + other);
        assertTrue(said.contains("not mapped") && said.contains("iommufd"), said);
        assertTrue(stages.find("#vm-picture").getAccessibleText().contains("not mapped"));
        assertTrue(stages.find("#vm").lookupAll(".finding").size() > 0);
    }

    @Test
    void twoVmsAreCompared() throws UnreadableSourceException {
        open(1366, 900, settings -> {});
        twoVms();
        ComboBox<?> other = stages.find(ComboBox.class, "#vm-compare");
        assertEquals(1, other.getItems().size());
        Button copy = stages.find(Button.class, "#copy-vms");
        AtomicReference<String> text = new AtomicReference<>("");
        Stages.onWindow(() -> {
            copy.fire();
            text.set(javafx.scene.input.Clipboard.getSystemClipboard().getString());
        });
        assertTrue(text.get().lines().anyMatch(line -> line.contains("iommufd") && line.contains("type1")), text.get());
    }

    @Test
    void aHostWithoutVmsSaysHowToNameThem() {
        open(1024, 700, settings -> {});
        ToggleButton tab = stages.find(ToggleButton.class, "#tab-vms");
        Stages.onWindow(tab::fire);
        Node page = stages.find("#vms");
        Stages.frames(6);
        assertTrue(page.lookupAll(".label").stream()
                .map(node -> ((Labeled) node).getText())
                .anyMatch(said -> said.contains("No VM was found")));
    }

    @ParameterizedTest
    @CsvSource({"1024,700,LIGHT,ENGLISH", "1366,768,DARK,ENGLISH", "1920,1080,LIGHT,KOREAN"})
    void nothingIsCutOff(double width, double height, Settings.ThemeChoice theme, Settings.LanguageChoice language)
            throws UnreadableSourceException {
        open(1024, 700, settings -> {
            settings.themeProperty().set(theme);
            settings.languageProperty().set(language);
        });
        twoVms();
        drawn();
        Path file = pictures.resolve("vms-" + (int) width + "-" + theme.name().toLowerCase(Locale.ROOT) + "-"
                + language.name().toLowerCase(Locale.ROOT) + ".png");
        AtomicReference<List<String>> cut = new AtomicReference<>(List.of());
        stages.picture(file, width, height, root -> cut.set(CutText.in(root)));
        assertEquals(List.of(), cut.get());
    }
}
