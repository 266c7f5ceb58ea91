// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Start;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.wizard.RunBar;
import org.peerpath.ui.wizard.Wizard;
import org.peerpath.ui.wizard.WizardView;

/** The whole window's content in one language; built anew in another. */
final class MainView extends StackPane {
    private final CentrePane centre;
    private final Palette palette;
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
                new NoteBar(context, start),
                new RunBar(context, wizard),
                new WhatIfBar(context, actions));
        palette = new Palette(context, actions);
        help = new HelpView(context, actions);
        paste = new PasteView(context);
        Sidebar sidebar = new Sidebar(context, actions);
        InspectorView inspector = new InspectorView(context);
        SplitPane split = split(context.settings(), sidebar, centre, inspector);
        BorderPane frame = new BorderPane(split);
        frame.setTop(new TopBar(context, actions));
        getChildren().addAll(frame, new WizardView(context, wizard), palette, help, paste);
        Opening.acceptDrops(this, context);
        addEventHandler(KeyEvent.KEY_TYPED, event -> {
            if (event.getCharacter().equals("/") && !(event.getTarget() instanceof TextInputControl)) {
                centre.search().focus();
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

    /** The widths at the sides are kept; what the window gains or loses goes to the middle. */
    private static SplitPane split(Settings settings, Sidebar sidebar, CentrePane centre, InspectorView inspector) {
        SplitPane split = new SplitPane(sidebar, centre, inspector);
        split.getStyleClass().add("quiet-split");
        sidebar.setMinWidth(150);
        sidebar.setPrefWidth(settings.sidebarWidthProperty().get());
        inspector.setMinWidth(240);
        inspector.setPrefWidth(settings.inspectorWidthProperty().get());
        SplitPane.setResizableWithParent(sidebar, false);
        SplitPane.setResizableWithParent(inspector, false);
        split.widthProperty().subscribe(new FirstWidth(split, settings)::widthKnown);
        return split;
    }

    /** Dividers are fractions; they can be set from widths only once the whole width is known. */
    private static final class FirstWidth {
        private final SplitPane split;
        private final Settings settings;
        private boolean set;

        FirstWidth(SplitPane split, Settings settings) {
            this.split = split;
            this.settings = settings;
        }

        void widthKnown(Number width) {
            double whole = width.doubleValue();
            if (set || whole < 400) {
                return;
            }
            set = true;
            double left = settings.sidebarWidthProperty().get();
            double right = settings.inspectorWidthProperty().get();
            split.setDividerPositions(left / whole, 1 - right / whole);
            split.getDividers()
                    .getFirst()
                    .positionProperty()
                    .subscribe((was, now) ->
                            settings.sidebarWidthProperty().set(Math.rint(now.doubleValue() * split.getWidth())));
            split.getDividers()
                    .getLast()
                    .positionProperty()
                    .subscribe((was, now) -> settings.inspectorWidthProperty()
                            .set(Math.rint((1 - now.doubleValue()) * split.getWidth())));
        }
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
            centre.search().focus();
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
        public void export() {
            tasks.export();
        }

        @Override
        public void addHost() {
            tasks.addHost();
        }

        @Override
        public void showScript() {
            tasks.showScript();
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

        @Override
        public void compare() {
            centre.show("compare");
        }
    }
}
