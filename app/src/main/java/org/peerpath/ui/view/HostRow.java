// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.path.Outcome;
import org.peerpath.ui.base.Watch;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Summary;

/** One host or file of the sidebar. */
final class HostRow extends Button {
    private final HostEntry entry;
    private final AppContext context;
    private final Watch watch = new Watch();
    private final VerdictDot dot = new VerdictDot();
    private final Label name = Ui.label("", "host-row-name");
    private final Label line = Ui.label("", "host-row-line");

    HostRow(HostEntry entry, AppContext context) {
        this.entry = entry;
        this.context = context;
        getStyleClass().add("host-row");
        setMaxWidth(Double.MAX_VALUE);
        setAlignment(Pos.CENTER_LEFT);
        VBox words = Ui.column(1, name, line);
        words.setMinWidth(0);
        HBox content = Ui.row(10, dot, Ui.grow(words));
        content.setMinWidth(0);
        content.prefWidthProperty().bind(widthProperty().subtract(24));
        setGraphic(content);
        setMinHeight(Region.USE_PREF_SIZE);
        setOnAction(event -> context.fleet().show(entry));
        setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DELETE) {
                context.fleet().remove(entry);
            }
        });
        setContextMenu(menu());
        watch.on(entry.nameProperty(), text -> update());
        watch.on(entry.stateProperty(), state -> update());
        watch.on(entry.summaryProperty(), summary -> update());
    }

    /** Stops listening: another row takes its place. */
    void close() {
        watch.close();
    }

    void showWhether(Optional<HostEntry> current) {
        pseudoClassStateChanged(Ui.SELECTED, current.equals(Optional.of(entry)));
    }

    private void update() {
        name.setText(Sidebar.displayName(entry, context));
        String text = switch (entry.stateProperty().get()) {
            case HostEntry.State.Reading _ -> context.say("ui.host.reading");
            case HostEntry.State.Failed(var why, String _) -> context.language().say(why);
            case HostEntry.State.Ready() ->
                entry.summaryProperty()
                        .get()
                        .map(summary -> context.language().say(summary.text()))
                        .orElse("");
        };
        line.setText(text);
        dot.show(look());
        setTooltip(Tips.of(entry.source() + "\n" + text));
        setAccessibleText(name.getText() + ", " + text);
    }

    /** The word of the style sheet for the dot. */
    private String look() {
        return switch (entry.stateProperty().get()) {
            case HostEntry.State.Reading _ -> "reading";
            case HostEntry.State.Failed _ -> "failed";
            case HostEntry.State.Ready() ->
                entry.summaryProperty()
                        .get()
                        .flatMap(Summary::worst)
                        .map(Outcome::id)
                        .orElse("none")
                        .toLowerCase(Locale.ROOT);
        };
    }

    private ContextMenu menu() {
        MenuItem again = new MenuItem(context.say("ui.action.refresh"));
        again.setOnAction(event -> context.fleet().read(entry));
        MenuItem copy = new MenuItem(context.say("ui.host.copy-source"));
        copy.setOnAction(
                event -> context.dialogs().copy(entry.source(), org.peerpath.text.Message.of("ui.copied.source")));
        MenuItem remove = new MenuItem(context.say("ui.action.close-host"));
        remove.setOnAction(event -> context.fleet().remove(entry));
        return new ContextMenu(again, copy, remove);
    }
}
