// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Notes;
import org.peerpath.ui.base.Notes.Note;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Ui;

/**
 * News at the lower edge of the window, in room of their own: they cover nothing, wrap, and take neither the focus nor a
 * key.
 */
final class NotesPane extends VBox {
    /** Besides those that ask something. */
    private static final int MOST = 2;

    private final AppContext context;
    private final Notes notes;

    NotesPane(AppContext context) {
        this.context = context;
        this.notes = context.notes();
        setId("notes");
        getStyleClass().add("notes");
        managedProperty().bind(visibleProperty());
        context.watch().changes(notes.all(), this::show);
        show();
    }

    private void show() {
        List<Note> all = List.copyOf(notes.all());
        List<Note> plain = all.stream().filter(NotesPane::folds).toList();
        List<Note> shown = plain.subList(Math.max(0, plain.size() - MOST), plain.size());
        Stream<Note> wanted = all.stream().filter(note -> !folds(note) || shown.contains(note));
        getChildren().setAll(wanted.map(this::row).toList());
        int more = plain.size() - shown.size();
        if (more > 0) {
            Button clear = Ui.linkButton(context.say("ui.notes.close-all"), notes::clear);
            clear.setId("notes-close-all");
            getChildren().add(Ui.row(8, Ui.label(context.say("ui.notes.more", more), "muted", "small"), clear));
        }
        setVisible(!all.isEmpty());
    }

    /** A question is never folded away with others: nobody would see what it offers. */
    private static boolean folds(Note note) {
        return note.title().isPresent() || note.offer().isEmpty();
    }

    private Node row(Note note) {
        VBox words = Ui.column(1);
        note.title().ifPresent(title -> words.getChildren().add(Ui.wrapped(say(title), "note-title")));
        words.getChildren().add(Ui.wrapped(say(note.text()), "body"));
        words.setMinWidth(0);
        HBox row = Ui.row(10, Ui.icon(note.title().isPresent() ? Icons.WARNING : Icons.INFO), Ui.grow(words));
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("note");
        row.setMinHeight(Region.USE_PREF_SIZE);
        row.setAccessibleText(note.title().map(title -> say(title) + ": ").orElse("") + say(note.text()));
        offers(note).ifPresent(row.getChildren()::add);
        row.getChildren().add(Ui.signButton(Icons.CLOSE, context.say("ui.close"), () -> notes.dismiss(note)));
        return row;
    }

    private Optional<Node> offers(Note note) {
        return note.offer().map(offer -> {
            Button button = Ui.button(say(offer.label()), "bar-button");
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setOnAction(event -> {
                notes.dismiss(note);
                offer.chosen().run();
            });
            return button;
        });
    }

    private String say(Message message) {
        return Ui.breakable(context.language().say(message));
    }
}
