// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Collects a reader's remarks; beyond a limit it only counts them. */
public final class NoteLog {
    public static final int MOST = 50;
    private static final int LONGEST_QUOTE = 120;

    private final String place;
    private final List<Note> notes = new ArrayList<>();
    private int more;

    public NoteLog(String place) {
        this.place = Clean.line(place);
    }

    /** A remark on a line; 0 if it concerns the whole source. */
    public void add(int line, Message what) {
        if (notes.size() < MOST) {
            notes.add(new Note(place, line, what));
        } else {
            more++;
        }
    }

    /** A remark that another reader made. */
    public void add(Note note) {
        if (notes.size() < MOST) {
            notes.add(note);
        } else {
            more++;
        }
    }

    /** A remark about a line that says nothing the reader understands. */
    public void notUnderstood(int line, String text) {
        if (notes.size() == MOST) {
            more++;
            return;
        }
        String shown = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + '…' : text;
        add(line, Message.of("note.line-not-understood", Clean.line(shown.strip())));
    }

    public List<Note> all() {
        if (more == 0) {
            return List.copyOf(notes);
        }
        List<Note> all = new ArrayList<>(notes);
        all.add(new Note(place, 0, Message.of("note.more", Integer.toString(more))));
        return all;
    }
}
