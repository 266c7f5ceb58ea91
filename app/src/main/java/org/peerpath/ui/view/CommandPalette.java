// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Locale;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.text.Texts;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Every action by name, with its key: type a few letters, press Enter. */
final class CommandPalette extends StackPane {
    private final AppContext context;
    private final Actions actions;
    private final TextField field = new TextField();
    private final ListView<Action> list = new ListView<>();
    private final Label nothing = Ui.wrapped("", "muted");
    private Runnable closed = () -> {};

    CommandPalette(AppContext context, Actions actions) {
        this.context = context;
        this.actions = actions;
        setId("palette");
        getStyleClass().add("shade");
        setVisible(false);
        managedProperty().bind(visibleProperty());
        field.setPromptText(context.say("ui.palette.prompt"));
        field.setId("palette-field");
        list.setId("palette-list");
        list.setCellFactory(view -> new ActionCell());
        list.setPlaceholder(nothing);
        nothing.setId("palette-none");
        list.setOnMouseClicked(event -> choose());
        VBox box = Ui.styled(Ui.column(8, field, list), "palette");
        box.setMaxSize(520, Region.USE_PREF_SIZE);
        list.setPrefHeight(360);
        StackPane.setAlignment(box, Pos.TOP_CENTER);
        StackPane.setMargin(box, new Insets(72, 0, 0, 0));
        getChildren().add(box);
        setOnMousePressed(event -> {
            if (event.getTarget() == this) {
                close();
            }
        });
        field.textProperty().subscribe(this::filter);
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    }

    /** Opens it; what had the focus gets it back. */
    void open(Runnable whenClosed) {
        closed = whenClosed;
        field.clear();
        filter("");
        setVisible(true);
        field.requestFocus();
    }

    private void close() {
        setVisible(false);
        closed.run();
    }

    private void filter(String text) {
        List<String> words = List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+"));
        nothing.setText(context.say("ui.palette.none", text.strip()));
        list.getItems()
                .setAll(actions.all().stream()
                        .filter(action -> action.enabled().get())
                        .filter(action -> words.stream().allMatch(names(action)::contains))
                        .toList());
        list.getSelectionModel().selectFirst();
    }

    /** In every language, whatever the window speaks: a colleague's words find the same. */
    private static String names(Action action) {
        return (Texts.ENGLISH.say(action.text()) + " " + Texts.KOREAN.say(action.text()) + " " + action.id())
                .toLowerCase(Locale.ROOT);
    }

    private void pressed(KeyEvent event) {
        int at = list.getSelectionModel().getSelectedIndex();
        switch (event.getCode()) {
            case DOWN ->
                list.getSelectionModel().select(Math.min(at + 1, list.getItems().size() - 1));
            case UP -> list.getSelectionModel().select(Math.max(at - 1, 0));
            case ENTER -> choose();
            case ESCAPE -> close();
            default -> {
                return;
            }
        }
        list.scrollTo(Math.max(0, list.getSelectionModel().getSelectedIndex() - 4));
        event.consume();
    }

    private void choose() {
        Action action = list.getSelectionModel().getSelectedItem();
        close();
        if (action != null) {
            action.fire();
        }
    }

    /** An action's name and key. */
    private final class ActionCell extends ListCell<Action> {
        @Override
        protected void updateItem(Action action, boolean empty) {
            super.updateItem(action, empty);
            setText(null);
            if (empty || action == null) {
                setGraphic(null);
                return;
            }
            Label keys = Ui.label(ActionButtons.keys(action).orElse(""), "muted", "small");
            setGraphic(Ui.row(8, Ui.label(context.language().say(action.text())), Ui.filler(), keys));
        }
    }
}
