// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.stage.Window;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.Notes;
import org.peerpath.ui.base.Notes.Note;
import org.peerpath.ui.base.Notes.Offer;

/** Dialogs of the real window. News never block: they are notes that go away by themselves. */
final class FxDialogs implements Dialogs {
    private final Window window;
    private final Language language;
    private final Notes notes;
    private final FileChoosers choosers;

    FxDialogs(Window window, Language language, Notes notes, FileChoosers choosers) {
        this.choosers = choosers;
        this.window = window;
        this.language = language;
        this.notes = notes;
    }

    @Override
    public List<Path> askForFiles() {
        return choosers.files(window, language.say("ui.action.open"));
    }

    @Override
    public Optional<Path> askForFolder() {
        return choosers.folder(window, language.say("ui.action.open-folder"));
    }

    @Override
    public Optional<Path> askWhereToSave(String suggestedName) {
        return choosers.save(window, language.say("ui.action.export"), suggestedName);
    }

    @Override
    public void tell(Message news) {
        notes.add(new Note(Optional.empty(), news, Optional.empty()));
    }

    @Override
    public void offer(Message news, Message action, Runnable chosen) {
        notes.add(new Note(Optional.empty(), news, Optional.of(new Offer(action, chosen))));
    }

    @Override
    public void problem(Message what, Message why) {
        String copied = language.say(what) + "\n" + language.say(why);
        notes.add(new Note(
                Optional.of(what),
                why,
                Optional.of(new Offer(Message.of("ui.state.copy-details"), () -> put(copied)))));
    }

    @Override
    public void copy(String text, Message what) {
        put(text);
        tell(what);
    }

    private static void put(String text) {
        Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
    }
}
