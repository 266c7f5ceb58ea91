// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.peerpath.host.Hosts;
import org.peerpath.host.SshAliases;
import org.peerpath.ui.model.HostNames;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/**
 * Asks for one or many hosts as ssh knows them and opens them: typed, pasted, or picked from the names in the person's ssh
 * configuration. What ssh itself asks comes in dialogs of its own.
 */
final class AddHost {
    private static final double WIDTH = 460;
    private static final double LIST_HEIGHT = 168;
    private static final int MOST_REFUSED = 120;

    private final AppContext context;
    private final TextField field = new Lines();
    private final ObservableList<String> names = FXCollections.observableArrayList();
    private final FilteredList<String> shown = new FilteredList<>(names);
    private final ListView<String> list = new ListView<>(shown);
    private final Label meant = Ui.wrapped("", "muted", "small");
    private final Label unread = Ui.wrapped("", "muted", "small");

    private AddHost(AppContext context) {
        this.context = context;
        field.setId("host-name");
        field.setPromptText(context.say("ui.add-host.prompt"));
        field.setAccessibleText(context.say("ui.add-host.title"));
        meant.setId("host-meant");
        meant.managedProperty().bind(meant.visibleProperty());
        list.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
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
        Dialog<List<String>> dialog = new Dialog<>();
        VBox content = Ui.column(
                10,
                Ui.wrapped(context.say("ui.add-host.title"), "state-title"),
                Ui.wrapped(context.say("ui.add-host.how"), "body"),
                field,
                meant,
                Ui.label(context.say("ui.add-host.pick"), "caption"),
                list,
                unread,
                Ui.linkButton(
                        context.say("ui.script.show"),
                        () -> ScriptDialog.show(
                                context, dialog.getDialogPane().getScene().getWindow(), first())));
        content.setPrefWidth(WIDTH);
        dialog.setTitle(context.say("ui.app.name"));
        dialog.initOwner(stage);
        dialog.getDialogPane().getStylesheets().setAll(stage.getScene().getStylesheets());
        dialog.getDialogPane().setContent(content);
        ButtonType add = new ButtonType(context.say("ui.add-host.add"), ButtonData.OK_DONE);
        dialog.getDialogPane()
                .getButtonTypes()
                .setAll(add, new ButtonType(context.say("ui.cancel"), ButtonData.CANCEL_CLOSE));
        var button = (Button) dialog.getDialogPane().lookupButton(add);
        button.setId("host-add");
        button.disableProperty()
                .bind(Bindings.createBooleanBinding(() -> named().sources().isEmpty(), field.textProperty()));
        field.textProperty().subscribe(typed -> say(button));
        pick(dialog);
        dialog.setResultConverter(pressed -> pressed == add ? named().sources() : List.of());
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
    private void pick(Dialog<List<String>> dialog) {
        boolean[] choosing = {false};
        field.textProperty().subscribe(typed -> {
            if (!choosing[0]) {
                String part = typed.strip().toLowerCase(Locale.ROOT);
                list.getSelectionModel().clearSelection();
                shown.setPredicate(name -> name.toLowerCase(Locale.ROOT).contains(part));
            }
        });
        list.getSelectionModel().getSelectedItems().addListener((ListChangeListener<String>) change -> {
            if (!change.getList().isEmpty()) {
                choosing[0] = true;
                field.setText(String.join(", ", change.getList()));
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
            if (!named().sources().isEmpty()) {
                dialog.setResult(named().sources());
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

    private HostNames.Named named() {
        return HostNames.of(field.getText(), names);
    }

    /** The only host that is named, for the script that reads one; empty for several. */
    private String first() {
        List<String> sources = named().sources();
        return sources.size() == 1 ? sources.getFirst().substring(Hosts.SSH.length()) : "";
    }

    /** How many hosts a text means is seen before anything is opened. */
    private void say(Button add) {
        HostNames.Named named = named();
        int count = named.sources().size();
        add.setText(count > 1 ? context.say("ui.add-host.add-many", count) : context.say("ui.add-host.add"));
        List<String> lines = new ArrayList<>();
        if (count > 1) {
            lines.add(context.say(
                    "ui.add-host.many",
                    count,
                    named.sources().getFirst().substring(Hosts.SSH.length()),
                    named.sources().getLast().substring(Hosts.SSH.length())));
        }
        if (!named.refused().isEmpty()) {
            lines.add(context.say("ui.add-host.refused", Ui.brief(String.join(", ", named.refused()), MOST_REFUSED)));
        }
        meant.setText(String.join("\n", lines));
        meant.setVisible(!lines.isEmpty());
    }

    /** The first is shown; the others are read beside it. */
    private static void open(AppContext context, @Nullable List<String> sources) {
        if (sources == null) {
            return;
        }
        for (String source : sources) {
            if (!context.settings().hosts().contains(source)) {
                context.settings().hosts().add(source);
            }
            if (source.equals(sources.getFirst())) {
                context.fleet().open(source);
            } else {
                context.fleet().read(context.fleet().add(source));
            }
        }
    }

    /** A line for several names: what is pasted from a column keeps its names apart. */
    private static final class Lines extends TextField {
        @Override
        public void paste() {
            String text = Clipboard.getSystemClipboard().getString();
            if (text != null) {
                replaceSelection(text.strip().replaceAll("\\s+", " "));
            }
        }
    }
}
