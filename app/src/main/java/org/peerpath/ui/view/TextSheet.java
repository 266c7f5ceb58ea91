// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.text.Message;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Something to read, over the window; Escape closes it, and what had the focus gets it back. */
final class TextSheet extends StackPane {
    private static final double WIDEST = 900;

    private final Button close;
    private final Optional<Node> before;

    private TextSheet(AppContext context, String id, String title, Node body, String copied, Optional<Node> before) {
        this.before = before;
        setId(id);
        getStyleClass().add("shade");
        ScrollPane scroll = Ui.styled(new ScrollPane(body), "quiet-scroll");
        scroll.setFitToWidth(true);
        scroll.setFocusTraversable(true);
        scroll.setAccessibleText(title);
        close = Ui.button(context.say("ui.close"), "primary-button");
        close.setId(id + "-close");
        close.setOnAction(event -> close());
        HBox buttons = Ui.row(8);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        if (!copied.isEmpty()) {
            Button copy = Ui.button(context.say("ui.sheet.copy"), "bar-button");
            copy.setId(id + "-copy");
            copy.setOnAction(event -> context.dialogs().copy(copied, Message.of("ui.copied.text")));
            buttons.getChildren().add(copy);
        }
        buttons.getChildren().add(close);
        VBox box = Ui.styled(
                Ui.column(12, Ui.wrapped(title, "inspector-title"), Ui.grow(scroll), buttons), "palette", "text-sheet");
        box.setMaxSize(WIDEST, USE_PREF_SIZE);
        setMargin(box, new Insets(32));
        getChildren().add(box);
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            }
        });
    }

    /**
     * Shows a body, in place of a sheet of the same name.
     *
     * @param copied what its button puts on the clipboard; no button for none
     */
    static void show(AppContext context, Pane over, String id, String title, Node body, String copied) {
        over.getChildren().removeIf(node -> id.equals(node.getId()));
        Optional<Node> before = Optional.ofNullable(over.getScene().getFocusOwner());
        TextSheet sheet = new TextSheet(context, id, title, body, copied, before);
        over.getChildren().add(sheet);
        sheet.close.requestFocus();
    }

    private void close() {
        if (getParent() instanceof Pane pane) {
            pane.getChildren().remove(this);
        }
        before.ifPresent(Node::requestFocus);
    }
}
