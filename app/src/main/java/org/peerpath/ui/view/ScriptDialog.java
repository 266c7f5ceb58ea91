// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Modality;
import javafx.stage.Window;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.text.Message;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/**
 * Shows the script that reads a host, as it will run there, before it does. For a host that cannot be reached it is
 * copied, run by hand, and its output opened here.
 */
final class ScriptDialog {
    private static final String BY_HAND = "sudo sh collect.sh > host.peerpath";

    private ScriptDialog() {}

    /**
     * Opens it beside what is open; nothing waits for it.
     *
     * @param host whose reading it is; empty for any
     */
    static void show(AppContext context, Window owner, String host) {
        String sent = LiveReader.Options.USUAL.script();
        Label settings = Ui.wrapped(sent.substring(0, sent.indexOf('\n')), "mono");
        settings.setId("script-settings");
        TextArea text = new TextArea(CollectorScript.text());
        text.setId("script-text");
        text.setEditable(false);
        text.getStyleClass().add("mono-area");
        text.setAccessibleText(context.say("ui.script.title"));
        text.setPrefRowCount(18);
        VBox.setVgrow(text, Priority.ALWAYS);
        TextField command = new TextField(BY_HAND);
        command.setId("script-command");
        command.setEditable(false);
        command.getStyleClass().add("mono-area");
        command.setAccessibleText(context.say("ui.script.by-hand"));
        VBox content = Ui.column(
                10,
                Ui.wrapped(
                        host.isBlank()
                                ? context.say("ui.script.title")
                                : context.say("ui.script.title-of", host.strip()),
                        "state-title"),
                Ui.wrapped(context.say("ui.script.what"), "body"),
                settings,
                text,
                Ui.wrapped(context.say("ui.script.by-hand"), "caption"),
                Ui.wrapped(context.say("ui.script.by-hand.how"), "body"),
                Ui.row(
                        8,
                        copy(context, "script-copy", "ui.script.copy", text.getText()),
                        Ui.grow(command),
                        copy(context, "script-copy-command", "ui.script.copy-command", BY_HAND)));
        content.setPrefWidth(760);
        Dialog<Boolean> dialog = new Dialog<>();
        dialog.setTitle(context.say("ui.app.name"));
        dialog.initOwner(owner);
        dialog.initModality(Modality.NONE);
        dialog.setResizable(true);
        dialog.getDialogPane().getStylesheets().setAll(owner.getScene().getStylesheets());
        dialog.getDialogPane().setContent(content);
        dialog.getDialogPane()
                .getButtonTypes()
                .setAll(new ButtonType(context.say("ui.close"), ButtonData.CANCEL_CLOSE));
        dialog.show();
    }

    private static Button copy(AppContext context, String id, String key, String what) {
        Button button = Ui.button(context.say(key), "bar-button");
        button.setId(id);
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(event -> context.dialogs().copy(what, Message.of("ui.copied.script")));
        return button;
    }
}
