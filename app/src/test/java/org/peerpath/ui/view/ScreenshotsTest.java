// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.TextArea;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Sources;

/** Pictures of every view, into the build folder, to be looked at. */
@Tag("screenshots")
class ScreenshotsTest {
    private static final Path FOLDER = Path.of(System.getProperty("peerpath.build", "target"), "screenshots");
    private static final Sources SAMPLES = new SampleSources();
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));

    private record Shot(String name, Consumer<Stages> prepare) {}

    private static final List<Shot> SHOTS = List.of(
            new Shot("diagram", s -> {}),
            new Shot("path", s -> select(s, Selection.of(BAD))),
            new Shot("port", s -> select(s, Selection.of(Address.of("0000:b7:00.0")))),
            new Shot("nic", s -> select(s, Selection.of(Address.of("0000:b8:00.0")))),
            new Shot(
                    "what-if",
                    s -> Stages.onWindow(() -> {
                        s.window.session().select(Selection.of(BAD));
                        s.window.session().whatIfProperty().set(true);
                        s.window.session().change(new Change.AcsControl(Address.of("0000:b7:00.0"), 0x5d));
                    })),
            new Shot("matrix", s -> {
                select(s, Selection.of(BAD));
                tab(s, "matrix");
            }),
            new Shot("plan", s -> plan(s, Goal.VM_GPUDIRECT, List.of(BAD.requester()), 0)),
            new Shot("plan-bind", s -> plan(s, Goal.BIND_VFS, List.of(), 4)),
            new Shot("paste", s -> paste(s)),
            new Shot("groups", s -> tab(s, "groups")),
            new Shot("findings", s -> tab(s, "findings")),
            new Shot("compare", s -> tab(s, "compare")),
            new Shot("hosts", s -> tab(s, "hosts")));

    @Test
    void everyView() {
        for (boolean dark : List.of(false, true)) {
            for (int[] size : List.of(new int[] {1280, 800}, new int[] {1440, 900}, new int[] {1920, 1080})) {
                take(dark, Settings.LanguageChoice.ENGLISH, size[0], size[1], SHOTS);
            }
        }
        take(false, Settings.LanguageChoice.KOREAN, 1440, 900, SHOTS);
        assertTrue(Files.exists(FOLDER.resolve("diagram-light-1440.png")));
    }

    private static void take(boolean dark, Settings.LanguageChoice language, int width, int height, List<Shot> shots) {
        for (Shot shot : shots) {
            Stages stages = Stages.open(
                    SAMPLES,
                    Math.min(width, 1280),
                    Math.min(height, 800),
                    settings -> {
                        settings.themeProperty().set(dark ? Settings.ThemeChoice.DARK : Settings.ThemeChoice.LIGHT);
                        settings.languageProperty().set(language);
                    },
                    "sample:hgx-b300-vm",
                    "sample:broadcom-baremetal-acs-on",
                    "sample:no-switch",
                    "sample:hgx-b300-one-bad");
            Session session = stages.window.session();
            Stages.until(
                    "the sample",
                    () -> session.fleet()
                            .currentProperty()
                            .get()
                            .filter(e -> e.source().endsWith("one-bad"))
                            .isPresent());
            Stages.onWindow(() -> session.ask(Scenario.VM));
            stages.settled();
            shot.prepare().accept(stages);
            Stages.frames(12);
            String suffix = (language == Settings.LanguageChoice.KOREAN ? "-ko" : "") + (dark ? "-dark-" : "-light-");
            stages.picture(FOLDER.resolve(shot.name() + suffix + width + ".png"), width, height);
            stages.close();
        }
    }

    private static void select(Stages stages, Selection selection) {
        Stages.onWindow(() -> stages.window.session().select(selection));
    }

    private static void plan(Stages stages, Goal goal, List<Address> nics, int functions) {
        Stages.onWindow(() -> stages.window
                .session()
                .planProperty()
                .set(Optional.of(new PlanWish(new PlanRequest(goal, nics, functions)))));
        stages.find("#plan-headline");
    }

    private static void paste(Stages stages) {
        Stages.onWindow(() -> {
            Runnable paste = stages.stage
                    .getScene()
                    .getAccelerators()
                    .get(javafx.scene.input.KeyCombination.valueOf("Shortcut+Shift+V"));
            Objects.requireNonNull(paste, "the action's key").run();
            if (stages.stage.getScene().lookup("#paste-text") instanceof TextArea area) {
                area.setText("0x1d");
            }
        });
    }

    private static void tab(Stages stages, String id) {
        ToggleButton tab = stages.find(ToggleButton.class, "#tab-" + id);
        Stages.onWindow(tab::fire);
    }

    /** For looking at single views while working on them: NAME [dark] [WIDTH HEIGHT] [ko]. */
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        int width = args.length > 2 ? Integer.parseInt(args[2]) : 1440;
        int height = args.length > 3 ? Integer.parseInt(args[3]) : 900;
        boolean korean = args.length > 4 && args[4].equals("ko");
        List<String> names = List.of(args[0].split(","));
        take(
                args.length > 1 && args[1].equals("dark"),
                korean ? Settings.LanguageChoice.KOREAN : Settings.LanguageChoice.ENGLISH,
                width,
                height,
                SHOTS.stream()
                        .filter(shot -> names.contains(shot.name()) || names.contains("all"))
                        .toList());
        javafx.application.Platform.exit();
    }
}
