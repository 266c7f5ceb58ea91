// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.scene.Node;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.peerpath.host.Hosts;
import org.peerpath.host.SshAliases;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/**
 * Asks for a host as ssh knows it and opens it: typed, or picked from the names in the person's ssh configuration. What
 * ssh itself asks comes in dialogs of its own.
 */
final class AddHost {
    private static final double WIDTH = 460;
    private static final double LIST_HEIGHT = 168;

    private final AppContext context;
    private final TextField field = new TextField();
    private final ObservableList<String> names = FXCollections.observableArrayList();
    private final FilteredList<String> shown = new FilteredList<>(names);
    private final ListView<String> list = new ListView<>(shown);
    private final Label unread = Ui.wrapped("", "muted", "small");

    private AddHost(AppContext context) {
        this.context = context;
        field.setId("host-name");
        field.setPromptText(context.say("ui.add-host.prompt"));
        field.setAccessibleText(context.say("ui.add-host.title"));
        list.setId("host-names");
        list.getStyleClass().add("pick-list");
        list.setAccessibleText(context.say("ui.add-host.pick"));
        list.setPlaceholder(Ui.wrapped(context.say("ui.add-host.none"), "muted"));
        list.setPrefHeight(LIST_HEIGHT);
        unread.setId("host-names-unread");
        unread.setVisible(false);
        unread.managedProperty().bind(unread.visibleProperty());
    }

    static void ask(AppContext context, Stage stage) {
        ask(context, stage, SshAliases::ofUser);
    }

    /**
     * The same with names from elsewhere.
     *
     * @param aliases read in the background
     */
    static void ask(AppContext context, Stage stage, Callable<SshAliases.Listing> aliases) {
        new AddHost(context).show(stage, aliases);
    }

    private void show(Stage stage, Callable<SshAliases.Listing> aliases) {
        Dialog<String> dialog = new Dialog<>();
        VBox content = Ui.column(
                10,
                Ui.wrapped(context.say("ui.add-host.title"), "state-title"),
                Ui.wrapped(context.say("ui.add-host.how"), "body"),
                field,
                Ui.label(context.say("ui.add-host.pick"), "caption"),
                list,
                unread,
                Ui.linkButton(
                        context.say("ui.script.show"),
                        () -> ScriptDialog.show(
                                context, dialog.getDialogPane().getScene().getWindow(), field.getText())));
        content.setPrefWidth(WIDTH);
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
        pick(dialog);
        dialog.setResultConverter(pressed -> pressed == add ? source(field.getText()) : "");
        dialog.setOnShown(event -> Platform.runLater(field::requestFocus));
        dialog.setOnHidden(event -> open(context, dialog.getResult()));
        context.executor().<SshAliases.Listing>run(aliases, this::offer, problem -> {});
        dialog.show();
    }

    private void offer(SshAliases.Listing listing) {
        names.setAll(listing.names());
        unread.setVisible(!listing.unread().isEmpty());
        unread.setText(context.say(
                "ui.add-host.unread",
                listing.unread().stream().map(Path::toString).limit(3).collect(Collectors.joining(", "))));
    }

    /** Typing filters the list; Down goes into it; what is chosen there is typed; a double click or Enter adds it. */
    private void pick(Dialog<String> dialog) {
        boolean[] choosing = {false};
        field.textProperty().subscribe(typed -> {
            if (!choosing[0]) {
                String part = typed.strip().toLowerCase(Locale.ROOT);
                list.getSelectionModel().clearSelection();
                shown.setPredicate(name -> name.toLowerCase(Locale.ROOT).contains(part));
            }
        });
        list.getSelectionModel().selectedItemProperty().subscribe(name -> {
            if (name != null) {
                choosing[0] = true;
                field.setText(name);
                choosing[0] = false;
            }
        });
        field.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.DOWN && !shown.isEmpty()) {
                list.requestFocus();
                list.getSelectionModel().selectFirst();
                event.consume();
            }
        });
        Runnable choose = () -> {
            if (!source(field.getText()).isEmpty()) {
                dialog.setResult(source(field.getText()));
                dialog.close();
            }
        };
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                choose.run();
                event.consume();
            }
        });
        list.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2 && list.getSelectionModel().getSelectedItem() != null) {
                choose.run();
            }
        });
    }

    /** The source that a typed name means; empty for what cannot be a host: never something ssh takes for an option. */
    static String source(String typed) {
        String name = typed.strip();
        if (name.startsWith(Hosts.SSH)) {
            name = name.substring(Hosts.SSH.length());
        }
        boolean sound = !name.isEmpty() && !name.startsWith("-") && name.matches("[\\p{L}\\p{N}._@:%\\[\\]-]+");
        return sound ? Hosts.SSH + name : "";
    }

    private static void open(AppContext context, @Nullable String source) {
        if (source != null && !source.isEmpty()) {
            if (!context.settings().hosts().contains(source)) {
                context.settings().hosts().add(source);
            }
            context.fleet().open(source);
        }
    }
}
