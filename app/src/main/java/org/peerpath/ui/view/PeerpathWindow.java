// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javafx.application.Application;
import javafx.collections.ListChangeListener;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.peerpath.host.Hosts;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.base.Notes;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.diagram.WindowFonts;
import org.peerpath.ui.model.Fleet;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Overview;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Sitting;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.model.Start;
import org.peerpath.ui.model.Summaries;
import org.peerpath.ui.model.Tidying;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.wizard.RunModel;
import org.peerpath.ui.wizard.Wizard;

/** One window: wires models and views, applies theme, language and size of text, remembers where it was. */
public final class PeerpathWindow {
    private static final double NORMAL_TEXT = 13;

    private final Stage stage;
    private final Settings settings;
    private final ThemeWatch themes;
    private final Start start;
    private final Sitting sitting;
    private final Scene scene = new Scene(new StackPane());
    private final AppContext base;
    private final Wizard wizard;
    private final Listeners named = new Listeners();
    private Listeners watch = new Listeners();

    /** What differs between the program and a test. */
    public record Parts(
            Sources sources,
            FxPrompter prompter,
            Settings settings,
            TaskExecutor executor,
            Clock clock,
            Locale locale,
            RunModel.Tools tools,
            FileChoosers choosers) {}

    public PeerpathWindow(Stage stage, Parts parts) {
        this.stage = stage;
        this.settings = parts.settings();
        this.themes = new ThemeWatch(settings);
        WindowFonts.load();
        Language language = new Language(settings.languageProperty().get().locale(parts.locale()));
        parts.prompter().attach(stage, language);
        Notes notes = new Notes(parts.executor());
        Dialogs dialogs = new FxDialogs(stage, language, notes, parts.choosers());
        Fleet fleet = new Fleet(parts.sources(), parts.executor(), parts.clock(), (entry, why) -> {
            if (!entry.source().equals(Hosts.LOCAL)) {
                dialogs.problem(
                        Message.of("ui.host.not-read", entry.nameProperty().get()), why);
            }
        });
        fleet.entries().addListener((ListChangeListener<HostEntry>) change -> kept(change));
        this.sitting = new Sitting(fleet, settings);
        Session session = new Session(fleet, parts.executor(), dialogs);
        Summaries summaries = new Summaries(session, parts.executor());
        var _ = new Tidying(fleet, parts.executor(), System::gc);
        this.start = new Start(session);
        this.base = new AppContext(
                fleet,
                session,
                new Overview(session, summaries, parts.executor(), language, dialogs),
                language,
                settings,
                dialogs,
                notes,
                parts.executor(),
                parts.tools().journal(),
                watch);
        this.wizard = new Wizard(session, language, parts.executor(), dialogs, parts.tools());
        stage.setOnCloseRequest(event -> {
            if (wizard.isBusy()) {
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
        stage.setScene(scene);
        WindowPlace.restore(stage, settings);
        WindowPlace.remember(stage, settings);
        stage.show();
        start.open(sitting.sources(sources), List.copyOf(settings.hosts()));
    }

    /** Shows news that nothing in the window is the place for. */
    public void tell(Message news) {
        base.dialogs().tell(news);
    }

    /** For tests: the models behind the window. */
    public Session session() {
        return base.session();
    }

    /** For tests: the model of the page of all hosts. */
    public Overview overview() {
        return base.overview();
    }

    /** For tests: the wizard behind its pages. */
    public Wizard wizard() {
        return wizard;
    }

    /** For tests: the news that the window shows. */
    public Notes notes() {
        return base.notes();
    }

    /** The host in view first: windows are told apart by it in the task bar. */
    private void title(Optional<HostEntry> entry) {
        String program = base.say("ui.app.name");
        stage.setTitle(entry.map(shown -> Sidebar.displayName(shown, base) + " – " + program)
                .orElse(program));
    }

    private void follow(Optional<HostEntry> entry) {
        named.close();
        title(entry);
        entry.ifPresent(shown -> named.on(shown.nameProperty(), name -> title(entry)));
    }

    private void build() {
        watch.close();
        watch = new Listeners();
        AppContext context = base.withWatch(watch);
        MainView main = new MainView(context, themes, start, wizard, new Tasks(context, stage, themes));
        scene.setRoot(main);
        ActionButtons.install(main.actions(), scene);
        watch.on(base.fleet().currentProperty(), this::follow);
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
                        sheet("fleet.css"),
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
}
