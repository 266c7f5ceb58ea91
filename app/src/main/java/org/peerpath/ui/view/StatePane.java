// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.host.Hosts;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Start;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Lies over the pages while there is no host to show: nothing open, being read, or not readable. */
final class StatePane extends StackPane {
    private final AppContext context;
    private final Actions actions;
    private final Listeners shown = new Listeners();
    private boolean wanted;

    StatePane(AppContext context, Actions actions) {
        this.context = context;
        this.actions = actions;
        setId("state");
        getStyleClass().add("state-pane");
        managedProperty().bind(visibleProperty());
        context.watch().on(context.fleet().currentProperty(), this::follow);
        context.watch().on(context.fleet().allProperty(), all -> setVisible(wanted && !all));
    }

    private void follow(Optional<HostEntry> entry) {
        shown.close();
        if (entry.isEmpty()) {
            show(nothing());
            return;
        }
        HostEntry current = entry.get();
        shown.on(current.stateProperty(), state -> update(current));
        shown.on(current.hostProperty(), host -> update(current));
    }

    private void update(HostEntry entry) {
        if (entry.hostProperty().get().isPresent()) {
            wanted = false;
            setVisible(false);
            return;
        }
        show(
                switch (entry.stateProperty().get()) {
                    case HostEntry.State.Reading _ -> reading(entry);
                    case HostEntry.State.Failed failed -> failed(entry, failed);
                    case HostEntry.State.Gone(Message why) -> failed(entry, new HostEntry.State.Failed(why, ""));
                    case HostEntry.State.Ready() -> reading(entry);
                });
    }

    private void show(Node content) {
        getChildren().setAll(content);
        wanted = true;
        setVisible(!context.fleet().allProperty().get());
    }

    private Node nothing() {
        return box(
                Ui.wrapped(context.say("ui.state.nothing"), "state-title"),
                Ui.wrapped(context.say("ui.state.nothing.how"), "body"),
                buttons(Stream.concat(
                        Stream.of("open", "local"), Start.sample().stream().map(name -> "sample-" + name))));
    }

    private Node reading(HostEntry entry) {
        ProgressIndicator progress = new ProgressIndicator();
        progress.setPrefSize(28, 28);
        progress.setMaxSize(28, 28);
        Button cancel = new Button(context.say("ui.action.cancel-reading"));
        cancel.getStyleClass().add("bar-button");
        cancel.setOnAction(event -> context.fleet().cancel(entry));
        return box(
                progress,
                Ui.wrapped(context.say("ui.state.reading", Sidebar.displayName(entry, context)), "state-title"),
                Ui.wrapped(context.say("ui.state.reading.what"), "body"),
                cancel);
    }

    private Node failed(HostEntry entry, HostEntry.State.Failed failed) {
        Button again = new Button(context.say("ui.state.try-again"));
        again.setId("try-again");
        again.getStyleClass().add("primary-button");
        again.setOnAction(event -> context.fleet().read(entry));
        Button copy = new Button(context.say("ui.state.copy-details"));
        copy.getStyleClass().add("bar-button");
        String why = context.language().say(failed.why());
        copy.setOnAction(event -> context.dialogs()
                .copy(
                        entry.source() + "\n" + why + (failed.details().isEmpty() ? "" : "\n\n" + failed.details()),
                        Message.of("ui.copied.details")));
        Button away = new Button(context.say("ui.action.close-host"));
        away.getStyleClass().add("bar-button");
        away.setOnAction(event -> context.fleet().remove(entry));
        HBox buttons = Ui.row(8, again, copy, away);
        buttons.setAlignment(Pos.CENTER);
        Node reason = Ui.wrapped(why, "state-why");
        reason.setId("state-why");
        return box(
                Ui.wrapped(context.say("ui.state.failed", Sidebar.displayName(entry, context)), "state-title"),
                reason,
                Ui.wrapped(context.say(advice(entry)), "body"),
                byHand(entry),
                buttons);
    }

    /** A host that cannot be reached can still be read by somebody who is there. */
    private Node byHand(HostEntry entry) {
        Button button = Ui.linkButton(
                context.say("ui.script.by-hand.show"),
                () -> ScriptDialog.show(context, getScene().getWindow(), Sidebar.displayName(entry, context)));
        button.setId("by-hand");
        button.setVisible(entry.isLive());
        button.setManaged(entry.isLive());
        return button;
    }

    private static String advice(HostEntry entry) {
        if (entry.source().equals(Hosts.LOCAL)) {
            return "ui.state.failed.local";
        }
        return entry.isLive() ? "ui.state.failed.ssh" : "ui.state.failed.file";
    }

    private HBox buttons(Stream<String> ids) {
        HBox buttons = Ui.row(8);
        buttons.setAlignment(Pos.CENTER);
        ids.forEach(id -> buttons.getChildren().add(ActionButtons.button(actions.get(id), context)));
        return buttons;
    }

    private static VBox box(Node... content) {
        VBox box = Ui.styled(Ui.column(12, content), "state-box");
        box.setAlignment(Pos.CENTER);
        box.setMaxSize(460, Region.USE_PREF_SIZE);
        return box;
    }
}
