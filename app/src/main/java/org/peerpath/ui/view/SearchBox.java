// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Popup;
import org.controlsfx.control.textfield.CustomTextField;
import org.controlsfx.control.textfield.TextFields;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.model.Search;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Finds by address, name, model, driver or serial number; Enter goes there. */
final class SearchBox extends StackPane {
    private static final double ROW = 40;

    private final AppContext context;
    private final Session session;
    private final CustomTextField field = (CustomTextField) TextFields.createClearableTextField();
    private final ListView<Search.Hit> list = new ListView<>();
    private final Popup popup = new Popup();
    private final Consumer<Set<Address>> found;
    private Running work = Running.NONE;

    /**
     * A search box.
     *
     * @param found told what matches now, so that the diagram can mark it
     */
    SearchBox(AppContext context, Consumer<Set<Address>> found) {
        this.context = context;
        this.session = context.session();
        this.found = found;
        field.setPromptText(context.say("ui.search.prompt"));
        field.setId("search");
        field.setAccessibleText(context.say("ui.search.name"));
        field.getStyleClass().add("search-field");
        getChildren().add(field);
        list.getStyleClass().add("search-results");
        list.setId("search-results");
        list.setCellFactory(view -> new HitCell());
        list.setOnMouseClicked(event -> choose());
        list.setFocusTraversable(false);
        // Keys typed in the field are offered to the popup first, whose list would keep Enter to itself.
        list.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        StackPane frame = Ui.styled(new StackPane(list), "popup-frame");
        popup.getContent().add(frame);
        popup.setAutoHide(true);
        field.textProperty().subscribe((was, text) -> search(text));
        // What was found on a host that is no longer in view must not arrive for the next one.
        context.watch().on(session.viewProperty(), view -> search(field.getText()));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        field.focusedProperty().subscribe((was, focused) -> {
            if (!focused) {
                popup.hide();
            }
        });
    }

    void focus() {
        field.requestFocus();
        field.selectAll();
    }

    private void search(String text) {
        work.cancel();
        var view = session.viewProperty().get();
        if (view.isEmpty() || text.isBlank()) {
            show(List.of());
            return;
        }
        var texts = context.language().texts();
        work = context.executor()
                .<List<Search.Hit>>run(
                        () -> Search.find(view.get(), texts, text), this::show, problem -> show(List.of()));
    }

    private void show(List<Search.Hit> hits) {
        list.getItems().setAll(hits);
        found.accept(hits.stream()
                .flatMap(hit -> hit.selection().asFunction().stream())
                .collect(Collectors.toUnmodifiableSet()));
        if (hits.isEmpty() || !field.isFocused() || getScene() == null) {
            popup.hide();
            return;
        }
        list.getSelectionModel().selectFirst();
        list.setPrefSize(Math.max(320, getWidth()), Math.min(8, hits.size()) * ROW + 4);
        Bounds at = localToScreen(getBoundsInLocal());
        popup.show(this, at.getMinX(), at.getMaxY() + 4);
    }

    private void pressed(KeyEvent event) {
        switch (event.getCode()) {
            case DOWN -> move(1);
            case UP -> move(-1);
            case ENTER -> choose();
            case ESCAPE -> {
                field.clear();
                popup.hide();
            }
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void move(int by) {
        int size = list.getItems().size();
        if (size > 0) {
            int at = Math.clamp(list.getSelectionModel().getSelectedIndex() + by, 0, size - 1);
            list.getSelectionModel().select(at);
            list.scrollTo(at);
        }
    }

    private void choose() {
        Search.Hit hit = list.getSelectionModel().getSelectedItem();
        if (hit != null) {
            popup.hide();
            Selection selection = hit.selection();
            session.select(selection);
        }
    }

    /** A name with what it is below it. */
    private static final class HitCell extends ListCell<Search.Hit> {
        @Override
        protected void updateItem(Search.Hit hit, boolean empty) {
            super.updateItem(hit, empty);
            setText(null);
            setPrefHeight(ROW);
            if (empty || hit == null) {
                setGraphic(null);
                return;
            }
            VBox words = Ui.column(0, Ui.label(hit.name(), "hit-name"), Ui.label(hit.detail(), "muted", "small"));
            words.setAlignment(Pos.CENTER_LEFT);
            setGraphic(words);
        }
    }
}
