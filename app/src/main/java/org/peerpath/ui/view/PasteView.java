// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.report.RegisterWords;
import org.peerpath.report.RegisterWords.Meaning;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Takes text as it comes from a terminal or a mail: a whole lspci or log is opened, a single register value explained. */
final class PasteView extends StackPane {
    /** A value is short; longer text is not looked at while it is typed. */
    private static final int LONGEST_VALUE = 4096;

    private final AppContext context;
    private final TextArea area = new TextArea();
    private final VBox meanings = Ui.column(10);
    private final ScrollPane scroll = new ScrollPane(meanings);
    private final Button open;
    private Runnable closed = () -> {};

    PasteView(AppContext context) {
        this.context = context;
        setId("paste");
        getStyleClass().add("shade");
        setVisible(false);
        managedProperty().bind(visibleProperty());
        area.setId("paste-text");
        area.getStyleClass().add("mono-area");
        area.setPromptText(context.say("ui.paste.prompt"));
        area.setAccessibleText(context.say("ui.paste.title"));
        area.setPrefRowCount(8);
        open = Ui.button(context.say("ui.paste.open"), "primary-button");
        open.setId("paste-open");
        open.setOnAction(event -> open());
        Button cancel = Ui.button(context.say("ui.cancel"), "bar-button");
        cancel.setOnAction(event -> close());
        scroll.getStyleClass().add("quiet-scroll");
        scroll.setFitToWidth(true);
        scroll.setMaxHeight(300);
        scroll.managedProperty().bind(scroll.visibleProperty());
        HBox buttons = Ui.row(8, cancel, open);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        VBox box = Ui.styled(
                Ui.column(
                        10,
                        Ui.wrapped(context.say("ui.paste.title"), "inspector-title"),
                        Ui.wrapped(context.say("ui.paste.how"), "body"),
                        area,
                        scroll,
                        buttons),
                "palette",
                "paste-box");
        box.setMaxSize(720, Region.USE_PREF_SIZE);
        StackPane.setMargin(box, new Insets(40));
        getChildren().add(box);
        area.textProperty().subscribe(this::look);
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        setOnMousePressed(event -> {
            if (event.getTarget() == this) {
                close();
            }
        });
    }

    private void pressed(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            close();
            event.consume();
        } else if (event.getCode() == KeyCode.ENTER && event.isShortcutDown()) {
            open();
            event.consume();
        }
    }

    /** Opens it with what the clipboard holds; what had the focus gets it back. */
    void show(Runnable whenClosed) {
        closed = whenClosed;
        String text = Clipboard.getSystemClipboard().getString();
        area.setText(text == null ? "" : text);
        setVisible(true);
        area.requestFocus();
        area.selectAll();
    }

    private void close() {
        setVisible(false);
        closed.run();
    }

    private void look(String text) {
        List<Meaning> found = text.length() > LONGEST_VALUE
                ? List.of()
                : RegisterWords.of(text, context.language().texts());
        meanings.getChildren().clear();
        for (Meaning meaning : found) {
            VBox lines = Ui.column(2, Ui.wrapped(meaning.title(), "finding-message"));
            meaning.lines().forEach(line -> lines.getChildren().add(Ui.wrapped(line, "body")));
            lines.setMinHeight(Region.USE_PREF_SIZE);
            meanings.getChildren().add(lines);
        }
        scroll.setVisible(!found.isEmpty());
        open.setDisable(text.isBlank() || !found.isEmpty());
    }

    private void open() {
        if (!open.isDisabled()) {
            String text = area.getText();
            close();
            context.fleet().openPasted(text);
            LogLook.at(context, text);
        }
    }
}
