// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Collects a reader's remarks; beyond a limit it only counts them. */
public final class NoteLog {
    public static final int MOST = 50;
    private static final int LONGEST_QUOTE = 120;

    private final String place;
    private final List<Note> notes = new ArrayList<>();
    /** Where the remarks that concern a whole file stand, and how often each came again, of other files. */
    private final Map<Message, Integer> alike = new HashMap<>();

    private final Map<Integer, Integer> again = new HashMap<>();
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

    /** A remark that another reader made; the same of several files counts as one. */
    public void add(Note note) {
        if (note.line() == 0) {
            Integer had = alike.get(note.what());
            if (had != null && !notes.get(had).place().equals(note.place())) {
                again.merge(had, 1, Integer::sum);
                return;
            }
            if (had == null && notes.size() < MOST) {
                alike.put(note.what(), notes.size());
            }
        }
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
        List<Note> all = new ArrayList<>(notes);
        again.forEach((at, times) -> {
            Note first = notes.get(at);
            all.set(at, new Note(first.place(), 0, Message.of("note.alike", first.what(), Integer.toString(times))));
        });
        if (more == 0) {
            return List.copyOf(all);
        }
        all.add(new Note(place, 0, Message.of("note.more", Integer.toString(more))));
        return all;
    }
}
