// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.text.Message;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Ui;

/** A line above the pages while a run goes on out of view, or one is unfinished on the host in view. */
public final class RunBar extends HBox {
    private final AppContext context;
    private final Wizard wizard;
    private final Label text = Ui.wrapped("", "body");
    private final Button show;

    public RunBar(AppContext context, Wizard wizard) {
        super(10);
        this.context = context;
        this.wizard = wizard;
        setId("run-bar");
        getStyleClass().add("note-bar");
        setAlignment(Pos.CENTER_LEFT);
        managedProperty().bind(visibleProperty());
        show = Ui.button(context.say("ui.wizard.show"), "bar-button");
        show.setId("run-show");
        show.setMinWidth(Region.USE_PREF_SIZE);
        show.setOnAction(event -> show());
        getChildren().addAll(Ui.icon(Icons.INFO), Ui.grow(text), show);
        context.watch().on(wizard.shownProperty(), on -> update());
        context.watch().on(wizard.run().stateProperty(), state -> update());
        context.watch().on(wizard.unfinishedProperty(), record -> update());
    }

    private void show() {
        if (wizard.run().stateProperty().get().isGoing()) {
            wizard.show();
        } else {
            wizard.unfinishedProperty()
                    .get()
                    .ifPresent(record -> context.session().setUpProperty().set(Optional.of(SetUp.of(record.run()))));
        }
    }

    private void update() {
        boolean going = wizard.run().stateProperty().get().isGoing();
        Optional<RunRecord> unfinished = wizard.unfinishedProperty().get();
        setVisible(!wizard.shownProperty().get() && (going || unfinished.isPresent()));
        text.setText(
                going
                        ? context.say("ui.wizard.bar.going", wizard.run().source())
                        : unfinished
                                .map(record -> context.say(
                                        "ui.wizard.bar.unfinished",
                                        Message.of(
                                                "journal.run." + record.state().id())))
                                .orElse(""));
    }
}
