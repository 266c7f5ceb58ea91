// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javafx.application.Application;
import javafx.collections.ListChangeListener;
import javafx.geometry.Rectangle2D;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.peerpath.host.Hosts;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.Watch;
import org.peerpath.ui.diagram.WindowFonts;
import org.peerpath.ui.model.Fleet;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.model.Start;
import org.peerpath.ui.model.Summaries;
import org.peerpath.ui.model.Tidying;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.wizard.Conduct;
import org.peerpath.ui.wizard.Wizard;

/** One window: wires models and views, applies theme, language and size of text, remembers where it was. */
public final class PeerpathWindow {
    private static final double NORMAL_TEXT = 13;

    private final Stage stage;
    private final Settings settings;
    private final ThemeWatch themes;
    private final Start start;
    private final Scene scene = new Scene(new StackPane());
    private final AppContext base;
    private final Wizard wizard;
    private Watch watch = new Watch();

    /** What differs between the program and a test. */
    public record Parts(
            Sources sources,
            FxPrompter prompter,
            Settings settings,
            TaskExecutor executor,
            Clock clock,
            Locale locale,
            Conduct.Tools tools) {}

    public PeerpathWindow(Stage stage, Parts parts) {
        this.stage = stage;
        this.settings = parts.settings();
        this.themes = new ThemeWatch(settings);
        WindowFonts.load();
        Language language = new Language(settings.languageProperty().get().locale(parts.locale()));
        parts.prompter().attach(stage, language);
        Dialogs dialogs = new FxDialogs(stage, language);
        Fleet fleet = new Fleet(parts.sources(), parts.executor(), parts.clock(), (entry, why) -> {
            if (!entry.source().equals(Hosts.LOCAL)) {
                dialogs.problem(
                        Message.of("ui.host.not-read", entry.nameProperty().get()), why);
            }
        });
        fleet.entries().addListener((ListChangeListener<HostEntry>) change -> kept(change));
        Session session = new Session(fleet, parts.executor(), dialogs);
        var _ = new Summaries(session, parts.executor());
        var _ = new Tidying(fleet, parts.executor(), System::gc);
        this.start = new Start(session);
        this.base = new AppContext(
                fleet,
                session,
                language,
                settings,
                dialogs,
                parts.executor(),
                parts.tools().journal(),
                watch);
        this.wizard = new Wizard(session, language, parts.executor(), dialogs, parts.tools());
        stage.setOnCloseRequest(event -> {
            if (wizard.conduct().stateProperty().get().isGoing()) {
                event.consume();
                wizard.show();
                dialogs.problem(Message.of("ui.wizard.not-closed"), Message.of("ui.wizard.not-closed.why"));
            }
        });
        settings.languageProperty().subscribe(choice -> language.use(choice.locale(parts.locale())));
        language.textsProperty().subscribe(texts -> build());
        themes.darkProperty().subscribe(dark -> dress(dark));
        settings.textScaleProperty().subscribe(scale -> scaleText());
    }

    /** A name given before is given again; what is taken off the list does not come back at the next start. */
    private void kept(ListChangeListener.Change<? extends HostEntry> change) {
        while (change.next()) {
            change.getRemoved().forEach(entry -> settings.hosts().remove(entry.source()));
            for (HostEntry entry : change.getAddedSubList()) {
                String given = settings.names().get(entry.source());
                if (given != null) {
                    entry.rename(given, entry.nameProperty().get());
                }
            }
        }
    }

    /** Shows the window and opens what it was told to. */
    public void show(List<String> sources) {
        stage.setTitle(base.say("ui.app.name"));
        stage.setScene(scene);
        WindowPlace.restore(stage, settings);
        WindowPlace.remember(stage, settings);
        stage.show();
        start.open(sources, List.copyOf(settings.hosts()));
    }

    /** Shows news that nothing in the window is the place for. */
    public void tell(Message news) {
        base.dialogs().tell(news);
    }

    /** For tests: the models behind the window. */
    public Session session() {
        return base.session();
    }

    /** For tests: the wizard behind its pages. */
    public Wizard wizard() {
        return wizard;
    }

    private void build() {
        watch.close();
        watch = new Watch();
        AppContext context = base.withWatch(watch);
        MainView main = new MainView(context, themes, start, wizard, new Tasks(context, stage, themes));
        scene.setRoot(main);
        ActionButtons.install(main.actions(), scene);
        scaleText();
    }

    private void dress(boolean dark) {
        Application.setUserAgentStylesheet(
                dark ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet());
        scene.getStylesheets()
                .setAll(
                        sheet(dark ? "dark.css" : "light.css"),
                        sheet("app.css"),
                        sheet("parts.css"),
                        sheet("plan.css"),
                        sheet("wizard.css"));
    }

    private void scaleText() {
        Parent root = scene.getRoot();
        root.setStyle(
                "-fx-font-size: " + NORMAL_TEXT * settings.textScaleProperty().get() + "px;");
    }

    private static String sheet(String name) {
        return Objects.requireNonNull(PeerpathWindow.class.getResource("/org/peerpath/ui/" + name), name)
                .toExternalForm();
    }

    /** Where the window was last time, if that is still on a screen. */
    private static final class WindowPlace {
        private WindowPlace() {}

        static void restore(Stage stage, Settings settings) {
            Settings.Place place = settings.placeProperty().get();
            Rectangle2D screen = Screen.getPrimary().getVisualBounds();
            stage.setWidth(Math.min(place.width(), Math.max(640, screen.getWidth())));
            stage.setHeight(Math.min(place.height(), Math.max(400, screen.getHeight())));
            boolean visible = Double.isFinite(place.x())
                    && !Screen.getScreensForRectangle(place.x() + 40, place.y() + 10, 100, 40)
                            .isEmpty();
            if (visible) {
                stage.setX(place.x());
                stage.setY(place.y());
            }
            stage.setMaximized(place.maximized());
        }

        static void remember(Stage stage, Settings settings) {
            stage.xProperty().subscribe((was, now) -> save(stage, settings));
            stage.yProperty().subscribe((was, now) -> save(stage, settings));
            stage.widthProperty().subscribe((was, now) -> save(stage, settings));
            stage.heightProperty().subscribe((was, now) -> save(stage, settings));
            stage.maximizedProperty().subscribe((was, now) -> save(stage, settings));
        }

        private static void save(Stage stage, Settings settings) {
            Settings.Place was = settings.placeProperty().get();
            boolean large = stage.isMaximized();
            settings.placeProperty()
                    .set(
                            large
                                    ? new Settings.Place(was.x(), was.y(), was.width(), was.height(), true)
                                    : new Settings.Place(
                                            stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight(), false));
        }
    }
}
