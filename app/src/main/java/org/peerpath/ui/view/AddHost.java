// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Asks for a host as ssh knows it and opens it; what ssh itself asks comes in dialogs of its own. */
final class AddHost {
    private AddHost() {}

    static void ask(AppContext context, Stage stage) {
        TextField field = new TextField();
        field.setId("host-name");
        field.setPromptText(context.say("ui.add-host.prompt"));
        field.setAccessibleText(context.say("ui.add-host.title"));
        VBox content = Ui.column(
                10,
                Ui.wrapped(context.say("ui.add-host.title"), "state-title"),
                Ui.wrapped(context.say("ui.add-host.how"), "body"),
                field);
        content.setPrefWidth(420);
        Dialog<String> dialog = new Dialog<>();
        dialog.setTitle(context.say("ui.app.name"));
        dialog.initOwner(stage);
        dialog.getDialogPane().getStylesheets().setAll(stage.getScene().getStylesheets());
        dialog.getDialogPane().setContent(content);
        ButtonType add = new ButtonType(context.say("ui.add-host.add"), ButtonData.OK_DONE);
        dialog.getDialogPane()
                .getButtonTypes()
                .setAll(add, new ButtonType(context.say("ui.action.cancel-reading"), ButtonData.CANCEL_CLOSE));
        Node button = dialog.getDialogPane().lookupButton(add);
        button.setId("host-add");
        button.disableProperty()
                .bind(Bindings.createBooleanBinding(
                        () -> source(field.getText()).isEmpty(), field.textProperty()));
        dialog.setResultConverter(pressed -> pressed == add ? source(field.getText()) : "");
        dialog.setOnShown(event -> Platform.runLater(field::requestFocus));
        dialog.setOnHidden(event -> open(context, dialog.getResult()));
        dialog.show();
    }

    /** The source that a typed name means; empty for what cannot be a host: never something ssh takes for an option. */
    static String source(String typed) {
        String name = typed.strip();
        if (name.startsWith(Sources.SSH)) {
            name = name.substring(Sources.SSH.length());
        }
        boolean sound = !name.isEmpty() && !name.startsWith("-") && name.matches("[A-Za-z0-9._@:%\\[\\]-]+");
        return sound ? Sources.SSH + name : "";
    }

    private static void open(AppContext context, @org.jspecify.annotations.Nullable String source) {
        if (source != null && !source.isEmpty()) {
            if (!context.settings().hosts().contains(source)) {
                context.settings().hosts().add(source);
            }
            context.fleet().open(source);
        }
    }
}
