// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Start;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.wizard.RunBar;
import org.peerpath.ui.wizard.Wizard;
import org.peerpath.ui.wizard.WizardView;

/** The whole window's content in one language; built anew in another. */
final class MainView extends StackPane {
    private final CentrePane centre;
    private final CommandPalette palette;
    private final HelpView help;
    private final PasteView paste;
    private final Actions actions;

    MainView(AppContext context, ThemeWatch themes, Start start, Wizard wizard, WindowTasks tasks) {
        getStyleClass().add("main");
        actions = new Actions(context, new Host(tasks));
        StatePane states = new StatePane(context, actions);
        centre = new CentrePane(
                context,
                themes,
                states,
                List.of(new NoteBar(context, start), new RunBar(context, wizard)),
                new WhatIfBar(context, actions));
        palette = new CommandPalette(context, actions);
        help = new HelpView(context, actions);
        paste = new PasteView(context);
        Sidebar sidebar = new Sidebar(context, actions);
        InspectorView inspector = new InspectorView(context);
        Panels panels = new Panels(context, sidebar, centre, inspector);
        // In the smallest windows the notes below have their room first; they are what somebody must read.
        panels.setMinHeight(0);
        BorderPane frame = new BorderPane(panels);
        frame.setTop(Ui.column(0, Menus.bar(context, actions), new TopBar(context, actions)));
        frame.setBottom(new NotesPane(context));
        getChildren().addAll(frame, new WizardView(context, wizard), palette, help, paste, new LogView(context));
        Opening.acceptDrops(this, context);
        addEventHandler(KeyEvent.KEY_TYPED, event -> {
            if (event.getCharacter().equals("/") && !(event.getTarget() instanceof TextInputControl)) {
                centre.focusSearch();
                event.consume();
            }
        });
        addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() != KeyCode.ESCAPE) {
                return;
            }
            if (wizard.shownProperty().get()) {
                wizard.hide();
            } else if (event.getTarget() instanceof Node) {
                context.session().select(Selection.nothing());
            }
        });
    }

    Actions actions() {
        return actions;
    }

    /** What actions ask of the window. */
    private final class Host implements Actions.Host {
        private final WindowTasks tasks;

        Host(WindowTasks tasks) {
            this.tasks = tasks;
        }

        @Override
        public void showTab(String id) {
            centre.show(id);
        }

        @Override
        public void focusSearch() {
            centre.focusSearch();
        }

        @Override
        public void palette() {
            Node before = getScene().getFocusOwner();
            palette.open(() -> giveBack(before));
        }

        @Override
        public void help() {
            Node before = getScene().getFocusOwner();
            help.open(() -> giveBack(before));
        }

        private void giveBack(@Nullable Node before) {
            if (before != null) {
                before.requestFocus();
            }
        }

        @Override
        public WindowTasks tasks() {
            return tasks;
        }

        @Override
        public void zoom(double by) {
            centre.diagram().camera().zoom(by);
        }

        @Override
        public void fit() {
            centre.diagram().camera().fit();
        }

        @Override
        public void paste() {
            Node before = getScene().getFocusOwner();
            paste.show(() -> giveBack(before));
        }
    }
}
