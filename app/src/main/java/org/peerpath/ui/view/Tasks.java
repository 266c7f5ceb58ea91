// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.stage.Stage;
import org.peerpath.text.Message;

/** Larger tasks with dialogs of their own. */
final class Tasks implements WindowTasks {
    private final AppContext context;
    private final Stage stage;

    Tasks(AppContext context, Stage stage) {
        this.context = context;
        this.stage = stage;
    }

    @Override
    public void export() {
        context.dialogs().tell(Message.of("ui.not-yet"));
    }

    @Override
    public void addHost() {
        context.dialogs().tell(Message.of("ui.not-yet"));
    }

    @Override
    public void compare() {
        context.dialogs().tell(Message.of("ui.not-yet"));
    }

    Stage stage() {
        return stage;
    }
}
