// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import javafx.stage.StageStyle;
import javafx.stage.Window;
import javax.imageio.ImageIO;
import org.peerpath.measured.read.Readout;
import org.peerpath.plan.PlanRequest;
import org.peerpath.ui.base.CountedWork;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.wizard.NoTools;
import org.peerpath.ui.wizard.Page;
import org.peerpath.ui.wizard.RunModel;
import org.peerpath.ui.wizard.Wizard;

/** Real windows for tests: opens one, waits until it has come to rest, takes its picture. */
final class Stages {
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    final Stage stage;
    final PeerpathWindow window;
    final Settings settings;
    private final CountedWork work;

    private Stages(Stage stage, PeerpathWindow window, Settings settings, CountedWork work) {
        this.stage = stage;
        this.window = window;
        this.settings = settings;
        this.work = work;
    }

    /** What a part of the window is made with, in the window's language; for the window's thread. */
    AppContext context() {
        Session session = window.session();
        Language language = new Language(settings.languageProperty().get().locale(Locale.ENGLISH));
        return new AppContext(
                session.fleet(),
                session,
                window.overview(),
                language,
                settings,
                new FxDialogs(stage, language, window.notes(), FileChoosers.SYSTEM),
                window.notes(),
                work,
                NoTools.TOOLS.journal(),
                new Listeners());
    }

    static void startToolkit() {
        if (STARTED.compareAndSet(false, true)) {
            CompletableFuture<Void> up = new CompletableFuture<>();
            try {
                Platform.startup(() -> up.complete(null));
            } catch (IllegalStateException alreadyRunning) {
                up.complete(null);
            }
            up.join();
            Platform.setImplicitExit(false);
        }
    }

    /** A window over these sources, as large as told. */
    static Stages open(Sources sources, double width, double height, Consumer<Settings> choose, String... open) {
        return openAsking(prompter -> sources, width, height, choose, open);
    }

    /** The same where the sources ask questions. */
    static Stages openAsking(
            Function<FxPrompter, Sources> sources,
            double width,
            double height,
            Consumer<Settings> choose,
            String... open) {
        return openWorking(sources, NoTools.TOOLS, width, height, choose, open);
    }

    /** The same where something can be carried out. */
    static Stages openWorking(
            Function<FxPrompter, Sources> sources,
            RunModel.Tools tools,
            double width,
            double height,
            Consumer<Settings> choose,
            String... open) {
        return openChoosing(FileChoosers.SYSTEM, sources, tools, width, height, choose, open);
    }

    /** The same where files are asked for. */
    static Stages openChoosing(
            FileChoosers choosers,
            Function<FxPrompter, Sources> sources,
            RunModel.Tools tools,
            double width,
            double height,
            Consumer<Settings> choose,
            String... open) {
        startToolkit();
        CompletableFuture<Stages> made = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                Settings settings = new Settings();
                settings.themeProperty().set(Settings.ThemeChoice.LIGHT);
                settings.languageProperty().set(Settings.LanguageChoice.ENGLISH);
                settings.placeProperty().set(new Settings.Place(0, 0, width, height, false));
                choose.accept(settings);
                Stage stage = new Stage(StageStyle.UNDECORATED);
                FxPrompter prompter = new FxPrompter();
                CountedWork work = new CountedWork();
                PeerpathWindow window = new PeerpathWindow(
                        stage,
                        new PeerpathWindow.Parts(
                                sources.apply(prompter),
                                prompter,
                                settings,
                                work,
                                Clock.fixed(Instant.parse("2026-11-30T14:02:00Z"), ZoneOffset.UTC),
                                Locale.ENGLISH,
                                tools,
                                choosers));
                window.show(List.of(open));
                stage.setWidth(width);
                stage.setHeight(height);
                made.complete(new Stages(stage, window, settings, work));
            } catch (RuntimeException e) {
                made.completeExceptionally(e);
            }
        });
        return made.join();
    }

    /** Runs on the window's thread and waits for it. */
    static void onWindow(Runnable run) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                run.run();
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        done.join();
    }

    /** Waits until something holds, asked once a frame on the window's thread; fails after ninety seconds, which a busy machine may need. */
    static void until(String what, BooleanSupplier holds) {
        within(Duration.ofSeconds(90), what, holds);
    }

    /** The same for what takes its time. */
    static void within(Duration limit, String what, BooleanSupplier holds) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        AnimationTimer timer = new AnimationTimer() {
            @Override
            public void handle(long now) {
                try {
                    if (holds.getAsBoolean()) {
                        stop();
                        done.complete(null);
                    }
                } catch (RuntimeException e) {
                    stop();
                    done.completeExceptionally(e);
                }
            }
        };
        Platform.runLater(timer::start);
        done.orTimeout(limit.toSeconds(), TimeUnit.SECONDS)
                .exceptionally(e -> {
                    Platform.runLater(timer::stop);
                    throw new AssertionError("waited in vain for: " + what, e);
                })
                .join();
    }

    /** Waits for the host in view to be drawn and nothing to be under way. */
    void settled() {
        until(
                "the host in view",
                () -> window.session().viewProperty().get().isPresent()
                        && stage.getScene().lookup("#background") != null);
        idle();
    }

    /** Waits until every answer has come that views wait for, and some frames more, in which it is laid out. */
    void idle() {
        int[] calm = {0};
        within(Duration.ofMinutes(2), "nothing under way", () -> {
            calm[0] = work.isIdle() ? calm[0] + 1 : 0;
            return calm[0] > 6;
        });
    }

    /** Waits until the host in view is seen as it should be. */
    void untilView(String what, Predicate<HostView> holds) {
        until(what, () -> window.session().viewProperty().get().filter(holds).isPresent());
    }

    /** Lets some frames pass, so that layout and results of background work arrive. A busy machine takes its time. */
    static void frames(int count) {
        int[] left = {count};
        within(Duration.ofMinutes(2), "frames", () -> left[0]-- <= 0);
    }

    /** Sets a plan up and goes to a page of the wizard, all questions answered; without a hand on the mouse. */
    void setUp(PlanRequest request, Page page) {
        Wizard wizard = window.wizard();
        onWindow(() -> window.session().setUpProperty().set(Optional.of(SetUp.of(request))));
        until("the plan", () -> wizard.choice().sheetProperty().get().isPresent());
        onWindow(() -> {
            if (page.compareTo(Page.CHECKS) > 0) {
                wizard.choice()
                        .sheetProperty()
                        .get()
                        .orElseThrow()
                        .plan()
                        .guards()
                        .forEach(wizard.choice().answered()::add);
            }
            while (wizard.pages().pageProperty().get().compareTo(page) > 0) {
                wizard.pages().back();
            }
            while (wizard.pages().pageProperty().get().compareTo(page) < 0) {
                wizard.pages().next();
            }
        });
    }

    /** What was measured on the host in view. */
    List<Readout> measured() {
        return window.session()
                .fleet()
                .currentProperty()
                .get()
                .orElseThrow()
                .measuredProperty()
                .get();
    }

    Node find(String selector) {
        return find(Node.class, selector);
    }

    <N extends Node> N find(Class<N> type, String selector) {
        AtomicReference<N> found = new AtomicReference<>();
        until("a node " + selector, () -> {
            Node node = stage.getScene().lookup(selector);
            if (type.isInstance(node)) {
                found.set(type.cast(node));
            }
            return found.get() != null;
        });
        return found.get();
    }

    /**
     * The window's content at any size: laid out in a scene of its own, for the Headless platform's screen is smaller
     * than the windows people have. What is laid out in the background for the new size arrives before the picture is
     * taken. Afterwards the window has its content back.
     */
    void picture(Path file, double width, double height) {
        picture(file, width, height, root -> {});
    }

    /** The same, looked at by a test too. */
    void picture(Path file, double width, double height, Consumer<Parent> look) {
        AtomicReference<Parent> content = new AtomicReference<>();
        AtomicReference<Scene> own = new AtomicReference<>();
        onWindow(() -> {
            content.set(stage.getScene().getRoot());
            stage.getScene().setRoot(new StackPane());
        });
        // The renderer may still be painting the window's last frame, from the same peers that a snapshot brings up to
        // date:
        // with effects that ends in a NullPointerException of its own. Two frames later it is done with them.
        frames(2);
        onWindow(() -> {
            Parent root = content.get();
            Scene scene = new Scene(root, width, height);
            scene.getStylesheets().setAll(stage.getScene().getStylesheets());
            root.applyCss();
            root.layout();
            own.set(scene);
        });
        settle(own);
        onWindow(() -> {
            Scene scene = own.get();
            write(scene, file);
            Parent root = scene.getRoot();
            look.accept(root);
            scene.setRoot(new StackPane());
            stage.getScene().setRoot(root);
        });
    }

    /** What is laid out in the background comes when it is done: waits until the picture stays as it is, but not for ever. */
    private void settle(AtomicReference<Scene> scene) {
        int before = 0;
        for (int tries = 0; tries < 12; tries++) {
            frames(10);
            idle();
            AtomicReference<Integer> now = new AtomicReference<>(0);
            onWindow(() -> {
                var image = SwingFXUtils.fromFXImage(scene.get().snapshot(null), null);
                now.set(Arrays.hashCode(
                        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth())));
            });
            if (tries > 0 && now.get() == before) {
                return;
            }
            before = now.get();
        }
    }

    /** The topmost of the windows that lie over this one, if there are any. */
    void others(Path file, Consumer<Parent> look) {
        onWindow(() -> Window.getWindows().stream()
                .filter(window -> !window.equals(stage) && window.isShowing())
                .reduce((lower, upper) -> upper)
                .ifPresent(window -> {
                    write(window.getScene(), file);
                    look.accept(window.getScene().getRoot());
                }));
    }

    private static void write(Scene scene, Path file) {
        var image = SwingFXUtils.fromFXImage(scene.snapshot(null), null);
        try {
            Files.createDirectories(file.getParent());
            ImageIO.write(image, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() {
        onWindow(stage::close);
    }
}
