// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;

/** A person who says where to save, or answers nothing, and remembers what was asked and said. */
public final class Answers implements Dialogs {
    private final Optional<Path> where;
    private final List<String> suggested = new ArrayList<>();
    private final List<Message> told = new ArrayList<>();
    private final List<Message> problems = new ArrayList<>();

    /** Answers nothing. */
    public Answers() {
        this(Optional.empty());
    }

    /** Saves everything in one place; nowhere if that is empty. */
    public Answers(Optional<Path> where) {
        this.where = where;
    }

    /** The names that were suggested for files to save. */
    public List<String> suggested() {
        return List.copyOf(suggested);
    }

    /** What was told as news. */
    public List<Message> told() {
        return List.copyOf(told);
    }

    /** Why something went wrong, each time. */
    public List<Message> problems() {
        return List.copyOf(problems);
    }

    @Override
    public List<Path> askForFiles() {
        return List.of();
    }

    @Override
    public Optional<Path> askForFolder() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> askWhereToSave(String suggestedName) {
        suggested.add(suggestedName);
        return where;
    }

    @Override
    public void tell(Message news) {
        told.add(news);
    }

    @Override
    public void offer(Message news, Message action, Runnable chosen) {}

    @Override
    public void problem(Message what, Message why) {
        problems.add(why);
    }

    @Override
    public void copy(String text, Message what) {}
}
