// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextArea;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Theme;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.report.ExportKind;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;

/** The export's dialog: a preview that follows the choices, and a command that says the same. */
@Tag("ui")
class ExportViewTest {
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));

    private static Stages open(boolean dark, Settings.LanguageChoice language) {
        Stages stages = Stages.open(
                new SampleSources(),
                1280,
                800,
                settings -> {
                    settings.themeProperty().set(dark ? Settings.ThemeChoice.DARK : Settings.ThemeChoice.LIGHT);
                    settings.languageProperty().set(language);
                },
                "sample:hgx-b300-one-bad");
        stages.settled();
        Stages.onWindow(() -> {
            stages.window.session().ask(Scenario.VM);
            stages.window.session().select(Selection.of(BAD));
        });
        stages.untilView("the scenario", view -> view.scenario() == Scenario.VM);
        pressExport(stages);
        return stages;
    }

    private static void pressExport(Stages stages) {
        Button button = stages.find(Button.class, "#export");
        Stages.onWindow(button::fire);
    }

    private static void pressEscape(Stages stages) {
        Node sheet = stages.find("#export-sheet");
        Stages.onWindow(() -> sheet.fireEvent(
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false)));
    }

    private static Image picture(Stages stages) {
        ImageView view = stages.find(ImageView.class, "#export-picture");
        AtomicReference<Optional<Image>> image = new AtomicReference<>(Optional.empty());
        Stages.until("the preview", () -> {
            image.set(Optional.ofNullable(view.getImage()));
            return image.get().isPresent();
        });
        return image.get().orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static void choose(Stages stages, String id, Object value) {
        ComboBox<Object> combo = stages.find(ComboBox.class, "#export-" + id);
        Stages.onWindow(() -> combo.setValue(value));
    }

    private static String command(Stages stages) {
        return stages.find(TextArea.class, "#export-command").getText();
    }

    @Test
    void previewAndCommandFollowTheChoices() {
        Stages stages = open(false, Settings.LanguageChoice.ENGLISH);
        try {
            Image light = picture(stages);
            assertEquals(Color.web("#f4f6f9"), light.getPixelReader().getColor(2, 2));
            assertEquals(
                    "peerpath export sample:hgx-b300-one-bad -o hgx-b300-one-bad.svg --for vm --theme light --lang en"
                            + " --select 0000:b8:00.0,0000:bb:00.0",
                    command(stages));

            choose(stages, "theme", Theme.DARK);
            ImageView view = stages.find(ImageView.class, "#export-picture");
            Stages.until("the dark picture", () -> !light.equals(view.getImage()));
            assertEquals(Color.web("#14181f"), view.getImage().getPixelReader().getColor(2, 2));

            CheckBox redacted = stages.find(CheckBox.class, "#export-redacted");
            Stages.onWindow(redacted::fire);
            choose(stages, "kind", ExportKind.CSV);
            TextArea text = stages.find(TextArea.class, "#export-text");
            Stages.until("the table", () -> text.getText().startsWith("host,scenario,requester"));
            assertFalse(text.getText().contains("one-bad"), "the host's name");
            assertEquals(
                    "peerpath export sample:hgx-b300-one-bad -o hgx-b300-one-bad.csv --for vm --redact",
                    command(stages));
            assertTrue(stages.find("#export-theme").isDisabled());

            Button copy = stages.find(Button.class, "#export-copy");
            AtomicReference<String> copied = new AtomicReference<>("");
            Stages.onWindow(() -> {
                copy.fire();
                copied.set(String.valueOf(Clipboard.getSystemClipboard().getString()));
            });
            assertEquals(command(stages), copied.get());
        } finally {
            stages.close();
        }
    }

    @Test
    void aWhatIfIsExportedAsSuch() {
        Stages stages = open(false, Settings.LanguageChoice.ENGLISH);
        try {
            pressEscape(stages);
            Stages.onWindow(
                    () -> stages.window.session().change(new Change.AcsControl(Address.of("0000:b7:00.0"), 0x5d)));
            stages.untilView("the what-if", HostView::isWhatIf);
            pressExport(stages);
            assertNotNull(picture(stages));
            assertTrue(command(stages).endsWith(" --set 0000:b7:00.0:acs=0x5d"), command(stages));
        } finally {
            stages.close();
        }
    }

    /** Pictures of it, into the build folder, to be looked at. */
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark", "korean"})
    void looksLikeTheRest(String which) {
        Stages stages = open(
                which.equals("dark"),
                which.equals("korean") ? Settings.LanguageChoice.KOREAN : Settings.LanguageChoice.ENGLISH);
        try {
            assertTrue(picture(stages).getWidth() > 300);
            Stages.frames(6);
            Path folder = Path.of(System.getProperty("peerpath.build", "target"), "screenshots");
            stages.picture(folder.resolve("export-" + which + ".png"), 1280, 800);
        } finally {
            stages.close();
        }
    }
}
