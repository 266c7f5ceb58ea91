// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;

/** A person who answers nothing and remembers what was said. */
public final class Answers implements Dialogs {
    final List<Message> problems = new ArrayList<>();

    @Override
    public List<Path> askForFiles() {
        return List.of();
    }

    @Override
    public Optional<Path> askWhereToSave(String suggestedName) {
        return Optional.empty();
    }

    @Override
    public void tell(Message news) {}

    @Override
    public void offer(Message news, Message action, Runnable chosen) {}

    @Override
    public void problem(Message what, Message why) {
        problems.add(why);
    }

    @Override
    public void copy(String text, Message what) {}
}
