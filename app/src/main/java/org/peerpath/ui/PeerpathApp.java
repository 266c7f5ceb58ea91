// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import javafx.application.Application;
import javafx.stage.Stage;
import javafx.util.Subscription;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.Person;
import org.peerpath.program.UserFolders;
import org.peerpath.ui.base.FxTaskExecutor;
import org.peerpath.ui.base.SettingsFile;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.view.FileChoosers;
import org.peerpath.ui.view.FxPrompter;
import org.peerpath.ui.view.PeerpathWindow;
import org.peerpath.ui.wizard.RunModel;

/** The JavaFX application: makes the real parts and one window. Started by {@link Window#open}. */
public final class PeerpathApp extends Application {
    private final TaskExecutor executor = new FxTaskExecutor();
    private final SettingsFile file =
            new SettingsFile(UserFolders.ofUser().config().resolve("window.json"), executor);

    private Optional<RealSources> sources = Optional.empty();
    private Subscription told = Subscription.EMPTY;

    @Override
    public void start(Stage stage) {
        FxPrompter prompter = new FxPrompter();
        RealSources real = new RealSources(prompter, Clock.systemUTC());
        sources = Optional.of(real);
        PeerpathWindow window = new PeerpathWindow(
                stage,
                new PeerpathWindow.Parts(
                        real,
                        prompter,
                        file.load(),
                        executor,
                        Clock.systemUTC(),
                        Locale.getDefault(),
                        new RunModel.Tools(real::reach, Journal.ofUser(), Pace.REAL, Limits.USUAL, Person.here()),
                        FileChoosers.SYSTEM));
        // A list is known by its content, so the word before it says nothing more.
        window.show(getParameters().getRaw().stream()
                .filter(word -> !word.equals("--from"))
                .toList());
        told = file.troubleProperty().subscribe(trouble -> trouble.ifPresent(window::tell));
    }

    @Override
    public void stop() {
        // The window is gone: nobody is left to be told.
        told.unsubscribe();
        file.flush();
        sources.ifPresent(RealSources::close);
    }
}
