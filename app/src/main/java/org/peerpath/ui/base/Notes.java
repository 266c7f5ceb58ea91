// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.time.Duration;
import java.util.Optional;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.peerpath.text.Message;

/** News that the window shows for a while. They never wait for an answer. Used on the window's thread only. */
public final class Notes {
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final int MOST = 60;

    private final TaskExecutor executor;
    private final ObservableList<Note> notes = FXCollections.observableArrayList();

    /** What can be done about a note. */
    public record Offer(Message label, Runnable chosen) {}

    /**
     * One piece of news.
     *
     * @param title what went wrong; empty for good news
     */
    public record Note(Optional<Message> title, Message text, Optional<Offer> offer) {}

    public Notes(TaskExecutor executor) {
        this.executor = executor;
    }

    /** Those that show, the oldest first. */
    public ObservableList<Note> all() {
        return notes;
    }

    /** Adds news; the same news again takes the place of the earlier one. */
    public void add(Note note) {
        notes.removeIf(earlier ->
                earlier.title().equals(note.title()) && earlier.text().equals(note.text()));
        notes.add(note);
        if (notes.size() > MOST) {
            notes.removeFirst();
        }
        boolean brief = note.title().isEmpty() && note.offer().isEmpty();
        executor.after(brief ? SHORT : LONG, () -> dismiss(note));
    }

    /** Takes a note away. */
    public void dismiss(Note note) {
        notes.remove(note);
    }

    /** Takes all of them away. */
    public void clear() {
        notes.clear();
    }
}
