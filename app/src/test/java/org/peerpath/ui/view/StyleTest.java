// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.Outcome;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.Selection;

/** A style sheet that names a colour that is not there only logs a warning; here it fails. */
@Tag("ui")
class StyleTest {
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));

    /** Keeps what is logged. */
    private static final class Kept extends Handler {
        private final List<String> warnings = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** A verdict without a colour of its own looks like one that is not known. */
    @ParameterizedTest
    @CsvSource({
        "/org/peerpath/ui/app.css, .dot-",
        "/org/peerpath/ui/parts.css, .banner-",
        "/org/peerpath/ui/parts.css, .matrix-",
        "/org/peerpath/report/report.css, ."
    })
    void everyVerdictHasItsColour(String sheet, String prefix) throws Exception {
        try (InputStream in = Outcome.class.getResourceAsStream(sheet)) {
            String rules = new String(Objects.requireNonNull(in, sheet).readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(
                    List.of(),
                    List.of(Outcome.values()).stream()
                            .map(outcome -> prefix + outcome.id())
                            .filter(rule -> !rules.contains(rule + " ") && !rules.contains(rule + ","))
                            .toList());
        }
    }

    @Test
    void noViewInEitherThemeMakesJavaFxWarnAboutStyles() {
        Logger logger = Logger.getLogger("javafx.css");
        Kept kept = new Kept();
        logger.addHandler(kept);
        try {
            Stages stages = Stages.open(
                    new SampleSources(), 1280, 800, settings -> {}, "sample:hgx-b300-vm", "sample:hgx-b300-one-bad");
            stages.settled();
            Stages.onWindow(() -> stages.window
                    .session()
                    .planProperty()
                    .set(Optional.of(new PlanWish(new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 2)))));
            for (Settings.ThemeChoice theme : List.of(Settings.ThemeChoice.LIGHT, Settings.ThemeChoice.DARK)) {
                Stages.onWindow(() -> stages.settings.themeProperty().set(theme));
                for (String id : List.of("matrix", "groups", "findings", "plan", "hosts", "compare", "diagram")) {
                    ToggleButton tab = stages.find(ToggleButton.class, "#tab-" + id);
                    Stages.onWindow(tab::fire);
                    Stages.frames(4);
                }
                Stages.onWindow(() -> stages.window.session().select(Selection.of(BAD)));
                Stages.frames(4);
                Stages.onWindow(() -> stages.window.session().select(Selection.of(BAD.requester())));
                Stages.frames(4);
            }
            stages.close();
        } finally {
            logger.removeHandler(kept);
        }
        assertEquals(List.of(), kept.warnings);
    }
}
