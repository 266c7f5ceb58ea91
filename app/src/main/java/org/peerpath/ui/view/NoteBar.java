// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.peerpath.text.Message;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Start;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Ui;

/** One line above the pages: why the sample is shown, or that the reading in view is an earlier one. */
final class NoteBar extends HBox {
    private final AppContext context;
    private final Start start;
    private final Label text = Ui.wrapped("", "body");
    private Optional<Message> trouble = Optional.empty();

    NoteBar(AppContext context, Start start) {
        super(10);
        this.context = context;
        this.start = start;
        setId("note");
        getStyleClass().add("note-bar");
        setAlignment(Pos.CENTER_LEFT);
        managedProperty().bind(visibleProperty());
        getChildren()
                .addAll(
                        Ui.icon(Icons.INFO),
                        Ui.grow(text),
                        Ui.signButton(Icons.CLOSE, context.say("ui.close"), this::close));
        text.setMaxWidth(Double.MAX_VALUE);
        context.watch().on(start.noteProperty(), note -> update());
        context.watch().on(context.fleet().currentProperty(), this::follow);
        context.watch()
                .on(
                        context.session().viewProperty(),
                        view -> context.fleet().currentProperty().get().ifPresent(this::look));
    }

    private void follow(Optional<HostEntry> entry) {
        trouble = Optional.empty();
        entry.ifPresent(this::look);
        update();
    }

    private void look(HostEntry entry) {
        boolean earlier = entry.hostProperty().get().isPresent();
        trouble = switch (entry.stateProperty().get()) {
            case HostEntry.State.Failed(Message why, String _)
            when earlier -> Optional.of(Message.of("ui.note.earlier", why));
            case HostEntry.State.Gone(Message why) when earlier -> Optional.of(Message.of("ui.note.gone", why));
            default -> Optional.empty();
        };
        update();
    }

    private void close() {
        trouble = Optional.empty();
        start.noteProperty().set(Optional.empty());
        update();
    }

    private void update() {
        Optional<Message> said = trouble.or(start.noteProperty()::get);
        text.setText(said.map(context.language()::say).orElse(""));
        setVisible(said.isPresent());
    }
}
