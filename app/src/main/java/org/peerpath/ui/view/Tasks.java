// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.stage.Stage;
import org.peerpath.ui.parts.AppContext;

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
        Exporting.ask(context);
    }

    @Override
    public void addHost() {
        AddHost.ask(context, stage);
    }

    @Override
    public void showScript() {
        ScriptDialog.show(context, stage, "");
    }
}
