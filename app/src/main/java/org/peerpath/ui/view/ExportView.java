// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.peerpath.diagram.ExportFile;
import org.peerpath.host.Hosts;
import org.peerpath.path.WhatIf;
import org.peerpath.text.Message;
import org.peerpath.text.ShellWords;
import org.peerpath.ui.model.ExportWish;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Saving;
import org.peerpath.ui.parts.Ui;

/** The export of what is in view: choices, a preview by the same painter, the command that writes the same, and the file. */
final class ExportView extends StackPane {
    private static final String ID = "export-sheet";

    private final AppContext context;
    private final HostView view;
    private final String source;
    private final String name;
    private final ExportPreview preview;
    private final ExportForm form;
    private final TextArea command = new TextArea();
    private final @Nullable Node before;

    private ExportView(AppContext context, HostView view, boolean dark, @Nullable Node before) {
        this.context = context;
        this.view = view;
        this.before = before;
        this.source =
                context.fleet().currentProperty().get().map(e -> e.source()).orElse(Hosts.LOCAL);
        this.name = context.fleet()
                .currentProperty()
                .get()
                .map(entry -> entry.nameProperty().get().replaceAll("[^A-Za-z0-9._-]+", "-"))
                .orElse("host");
        this.preview = new ExportPreview(context);
        this.form = new ExportForm(context, view, dark, this::changed);
        setId(ID);
        getStyleClass().add("shade");
        command.setId("export-command");
        command.setEditable(false);
        command.setWrapText(true);
        command.setPrefRowCount(2);
        command.setMinHeight(USE_PREF_SIZE);
        command.getStyleClass().add("mono-area");
        command.setAccessibleText(context.say("ui.export.command"));
        getChildren().add(box());
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            }
        });
        changed();
    }

    /** Opens it over the window, for the host in view. */
    static void open(AppContext context, Pane over, boolean dark) {
        Optional<HostView> shown = context.session().viewProperty().get();
        if (shown.isPresent() && over.lookup("#" + ID) == null) {
            Node before = over.getScene().getFocusOwner();
            ExportView view = new ExportView(context, shown.get(), dark, before);
            over.getChildren().add(view);
            view.form.requestFirst();
        }
    }

    private VBox box() {
        ScrollPane choices = Ui.styled(new ScrollPane(form), "quiet-scroll");
        choices.setFitToWidth(true);
        choices.setPrefWidth(270);
        choices.setMinWidth(200);
        HBox.setHgrow(preview, Priority.ALWAYS);
        HBox middle = new HBox(18, choices, preview);
        VBox.setVgrow(middle, Priority.ALWAYS);
        Button copy = Ui.button(context.say("ui.export.copy"), "bar-button");
        copy.setId("export-copy");
        copy.setOnAction(event -> context.dialogs().copy(command.getText(), Message.of("ui.copied.command")));
        copy.setMinWidth(USE_PREF_SIZE);
        HBox line = Ui.row(8, Ui.grow(command), copy);
        Button cancel = Ui.button(context.say("ui.cancel"), "bar-button");
        cancel.setOnAction(event -> close());
        Button save = Ui.button(context.say("ui.export.save"), "primary-button");
        save.setId("export-save");
        save.setDefaultButton(true);
        save.setOnAction(event -> save());
        HBox buttons = Ui.row(8, cancel, save);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        VBox box = Ui.styled(
                Ui.column(
                        10,
                        Ui.wrapped(context.say("ui.export.title", name), "inspector-title"),
                        middle,
                        Ui.label(context.say("ui.export.command"), "muted", "small"),
                        line,
                        buttons),
                "palette",
                "export-box");
        box.setMaxSize(980, 700);
        StackPane.setMargin(box, new Insets(24));
        return box;
    }

    private void changed() {
        ExportWish wish = form.wish();
        command.setText(wish.command(source, view.changes(), file(wish)).stream()
                .map(ShellWords::readable)
                .collect(Collectors.joining(" ")));
        preview.show(wish, view);
    }

    private String file(ExportWish wish) {
        return name + "." + wish.kind().ending();
    }

    private void save() {
        ExportWish wish = form.wish();
        Optional<Path> chosen = context.dialogs().askWhereToSave(file(wish));
        if (chosen.isEmpty()) {
            return;
        }
        close();
        Saving.write(context, chosen.get(), file -> write(wish, file));
    }

    /** The chooser has asked whether to replace a file; a name that the person left without an ending gets one. */
    private Path write(ExportWish wish, Path file) throws IOException {
        String typed = file.getFileName().toString();
        boolean whole = typed.indexOf('.') > 0;
        Path target =
                whole ? file : file.resolveSibling(typed + "." + wish.kind().ending());
        ExportFile.write(target, whole, out -> {
            try {
                wish.write(view, out);
            } catch (WhatIf.RefusedException e) {
                throw new IOException(context.language().say(e.reason()), e);
            }
        });
        return target;
    }

    private void close() {
        preview.stop();
        if (getParent() instanceof Pane pane) {
            pane.getChildren().remove(this);
        }
        if (before != null) {
            before.requestFocus();
        }
    }
}
