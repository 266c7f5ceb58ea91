// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import javafx.util.Duration;
import org.controlsfx.control.Notifications;
import org.controlsfx.control.action.Action;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;

/** Dialogs of the real window. News never block: they are notifications that go away by themselves. */
final class FxDialogs implements Dialogs {
    private static final Duration SHORT = Duration.seconds(4);
    private static final Duration LONG = Duration.seconds(15);

    private final Window window;
    private final Language language;

    FxDialogs(Window window, Language language) {
        this.window = window;
        this.language = language;
    }

    @Override
    public List<Path> askForFiles() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(language.say("ui.action.open"));
        List<File> files = chooser.showOpenMultipleDialog(window);
        return files == null ? List.of() : files.stream().map(File::toPath).toList();
    }

    @Override
    public Optional<Path> askWhereToSave(String suggestedName) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(language.say("ui.action.export"));
        chooser.setInitialFileName(suggestedName);
        return Optional.ofNullable(chooser.showSaveDialog(window)).map(File::toPath);
    }

    @Override
    public void tell(Message news) {
        notification(language.say(news), SHORT).show();
    }

    @Override
    public void offer(Message news, Message action, Runnable chosen) {
        alone(language.say(news), LONG)
                .action(new Action(language.say(action), event -> chosen.run()))
                .show();
    }

    @Override
    public void problem(Message what, Message why) {
        String title = language.say(what);
        String reason = language.say(why);
        Action copy = new Action(language.say("ui.state.copy-details"), event -> put(title + "\n" + reason));
        notification(reason, LONG).title(title).action(copy).show();
    }

    @Override
    public void copy(String text, Message what) {
        put(text);
        tell(what);
    }

    private static void put(String text) {
        Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
    }

    /** Where many come at once they are folded into one. */
    private Notifications notification(String text, Duration time) {
        return alone(text, time)
                .threshold(3, Notifications.create().owner(window).text(language.say("ui.notes.several")));
    }

    /** Never folded: one that offers something would lose it. */
    private Notifications alone(String text, Duration time) {
        return Notifications.create()
                .owner(window)
                .text(text)
                .position(Pos.BOTTOM_CENTER)
                .hideAfter(time)
                .styleClass("peerpath-note");
    }
}
