// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.advice.HostState;
import org.peerpath.advice.Lists;
import org.peerpath.host.HostStage;
import org.peerpath.host.Hosts;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Summary;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** One host or file of the sidebar. */
final class HostRow extends Button {
    /** In characters; the whole is in the tooltip. */
    private static final int LONGEST_LINE = 90;

    private final HostEntry entry;
    private final AppContext context;
    private final Listeners watch = new Listeners();
    private final VerdictDot dot = new VerdictDot();
    private final VBox words = Ui.column(1);
    private final Label name = Ui.wrapped("", "host-row-name");
    private final Label line = Ui.wrapped("", "host-row-line");
    private final Label badge = Ui.label("", "badge");
    private final VBox head = Ui.column(2, name, badge);
    private final HBox content = Ui.row(10, dot, Ui.grow(words));

    HostRow(HostEntry entry, AppContext context) {
        this.entry = entry;
        this.context = context;
        getStyleClass().add("host-row");
        setMaxWidth(Double.MAX_VALUE);
        setAlignment(Pos.CENTER_LEFT);
        badge.setMinWidth(Region.USE_PREF_SIZE);
        badge.managedProperty().bind(badge.visibleProperty());
        head.setMinWidth(0);
        words.getChildren().setAll(head, line);
        words.setMinWidth(0);
        content.setMinWidth(0);
        setGraphic(content);
        setMinHeight(Region.USE_PREF_SIZE);
        setOnAction(event -> context.fleet().show(entry));
        setOnKeyPressed(event -> {
            switch (event.getCode()) {
                case DELETE -> context.fleet().remove(entry);
                case F2 -> rename();
                default -> {}
            }
        });
        setContextMenu(menu());
        watch.on(entry.nameProperty(), text -> update());
        watch.on(entry.stateProperty(), state -> update());
        watch.on(entry.summaryProperty(), summary -> update());
    }

    /** As high as its words are in the width there is: a button by itself would cut them. */
    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
        double room = width < 0 ? -1 : Math.max(0, width - snappedLeftInset() - snappedRightInset());
        return snappedTopInset() + content.prefHeight(room) + snappedBottomInset();
    }

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        content.resizeRelocate(
                snappedLeftInset(),
                snappedTopInset(),
                getWidth() - snappedLeftInset() - snappedRightInset(),
                getHeight() - snappedTopInset() - snappedBottomInset());
    }

    /** Stops listening: another row takes its place. */
    void close() {
        watch.close();
    }

    void showWhether(Optional<HostEntry> current) {
        pseudoClassStateChanged(Ui.SELECTED, current.equals(Optional.of(entry)));
    }

    private void update() {
        String called = Sidebar.displayName(entry, context);
        name.setText(Ui.breakable(called));
        Message said = said();
        String text = context.language().say(said);
        line.setText(Ui.brief(context.language().say(Lists.brief(said)), LONGEST_LINE));
        dot.show(look());
        Optional<String> missing = Partial.of(entry).map(partial -> partial.explained(entry, context.language()));
        badge.setVisible(missing.isPresent());
        badge.setText(missing.isPresent() ? context.say("ui.host.partial") : "");
        setTooltip(Tips.of(
                entry.source() + "\n" + text + missing.map(why -> "\n\n" + why).orElse("")));
        setAccessibleText(called + ", " + text + missing.map(why -> ", " + why).orElse(""));
    }

    private Message said() {
        return switch (entry.stateProperty().get()) {
            case HostEntry.State.Reading(var _, var stage) -> Message.of(stageKey(stage));
            case HostEntry.State.Failed(var why, String _) -> why;
            case HostEntry.State.Gone(var why) -> Message.of("ui.host.gone", why);
            case HostEntry.State.Ready() ->
                entry.summaryProperty().get().map(HostRow::said).orElse(Message.of("label.plain", ""));
        };
    }

    /** The word for the state stands before what is wrong, so that colour is not needed to see it. */
    private static Message said(Summary summary) {
        HostState state = summary.state();
        return state.worst().isPresent() ? state.sentence() : summary.text();
    }

    /** The word of the style sheet for the dot. */
    private String look() {
        return switch (entry.stateProperty().get()) {
            case HostEntry.State.Reading _ -> "reading";
            case HostEntry.State.Failed _ -> "failed";
            case HostEntry.State.Gone _ -> "gone";
            case HostEntry.State.Ready() ->
                entry.summaryProperty()
                        .get()
                        .map(summary -> "state-" + summary.state().level().id())
                        .orElse("none");
        };
    }

    private static String stageKey(Optional<HostStage> stage) {
        return stage.map(at -> "ui.host.stage." + at.name().toLowerCase(Locale.ROOT))
                .orElse("ui.host.reading");
    }

    /** The name becomes a field; Enter keeps what was typed, Escape what was there. */
    private void rename() {
        TextField field = new TextField(Sidebar.displayName(entry, context));
        field.setId("rename");
        field.setAccessibleText(context.say("ui.host.rename"));
        List<Node> place = words.getChildren();
        place.set(0, field);
        Runnable back = () -> {
            if (place.getFirst().equals(field)) {
                place.set(0, head);
            }
        };
        field.setOnAction(event -> {
            context.fleet().rename(entry, field.getText());
            entry.given()
                    .ifPresentOrElse(
                            given -> context.settings().names().put(entry.source(), given),
                            () -> context.settings().names().remove(entry.source()));
            back.run();
            requestFocus();
        });
        field.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                back.run();
                requestFocus();
                event.consume();
            }
        });
        field.focusedProperty().subscribe((was, focused) -> {
            if (was && !focused) {
                back.run();
            }
        });
        field.requestFocus();
        field.selectAll();
    }

    private ContextMenu menu() {
        MenuItem again = new MenuItem(context.say("ui.action.refresh"));
        again.setOnAction(event -> context.fleet().read(entry));
        MenuItem rename = new MenuItem(context.say("ui.host.rename"));
        rename.setOnAction(event -> rename());
        MenuItem copy = new MenuItem(context.say("ui.host.copy-source"));
        copy.setOnAction(event -> context.dialogs().copy(entry.source(), Message.of("ui.copied.source")));
        MenuItem remove = new MenuItem(context.say("ui.action.close-host"));
        remove.setOnAction(event -> context.fleet().remove(entry));
        ContextMenu menu = new ContextMenu(again, rename, copy, remove);
        if (entry.isLive()) {
            MenuItem root = new MenuItem(context.say("ui.action.read-as-administrator"));
            root.setOnAction(event -> context.fleet().readAsAdministrator(entry));
            MenuItem script = new MenuItem(context.say("ui.script.show"));
            script.setId("host-script");
            script.setOnAction(
                    event -> ScriptDialog.show(context, getScene().getWindow(), Sidebar.displayName(entry, context)));
            menu.getItems().addAll(1, List.of(root, script));
        }
        if (entry.isLive() && !entry.source().equals(Hosts.LOCAL)) {
            MenuItem reconnect = new MenuItem(context.say("ui.host.reconnect"));
            reconnect.setOnAction(event -> context.fleet().reconnect(entry));
            menu.getItems().add(1, reconnect);
        }
        return menu;
    }
}
