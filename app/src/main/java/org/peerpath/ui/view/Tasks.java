// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.peerpath.ui.parts.AppContext;

/** Larger tasks with dialogs of their own. */
final class Tasks implements WindowTasks {
    private final AppContext context;
    private final Stage stage;
    private final ThemeWatch themes;

    Tasks(AppContext context, Stage stage, ThemeWatch themes) {
        this.context = context;
        this.stage = stage;
        this.themes = themes;
    }

    @Override
    public void export() {
        if (stage.getScene().getRoot() instanceof Pane root) {
            ExportView.open(context, root, themes.darkProperty().get());
        }
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
