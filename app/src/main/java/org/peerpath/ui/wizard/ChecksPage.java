// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import org.peerpath.plan.Guard;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.GuardList;
import org.peerpath.ui.plan.PlanSheet;
import org.peerpath.ui.plan.PlanSheet.GuardRow;
import org.peerpath.ui.plan.StepOutline;

/** What stands in the way: what refuses, and what a person has to answer for. One click never skips it. */
final class ChecksPage extends VBox {
    private final AppContext context;
    private final Wizard wizard;

    ChecksPage(AppContext context, Wizard wizard) {
        super(12);
        this.context = context;
        this.wizard = wizard;
        context.watch().on(wizard.choice().sheetProperty(), sheet -> show(sheet));
    }

    private void show(Optional<PlanSheet> sheet) {
        getChildren().clear();
        if (sheet.isEmpty()) {
            getChildren().add(Ui.wrapped(context.say("ui.wizard.blocked.planning"), "muted"));
            return;
        }
        PlanSheet made = sheet.get();
        if (!wizard.isLive()) {
            getChildren().add(new FileBanner(context, wizard.choice()));
        }
        getChildren().add(Banners.headline(context, made));
        if (!made.steps().isEmpty()) {
            getChildren().add(new StepOutline(context, made.steps()));
        }
        if (!made.guards().isEmpty()) {
            getChildren().add(new GuardList(context, made.guards(), guard -> answer(made, guard)));
        }
        if (!wizard.isLive()) {
            return;
        }
        Button again = Ui.button(context.say("ui.wizard.read-again"), "bar-button");
        again.setId("wizard-read-again");
        again.setOnAction(event -> wizard.readAgain());
        getChildren()
                .add(Ui.row(12, again, Ui.grow(Ui.wrapped(context.say("ui.wizard.read-again.why"), "muted", "small"))));
    }

    /** A refusal has no answer: only what lifts it. Questions about a file are for whoever changes the host. */
    private Optional<Node> answer(PlanSheet made, GuardRow row) {
        if (row.refuses()) {
            return Optional.empty();
        }
        if (!wizard.isLive()) {
            return Optional.of(Ui.wrapped(context.say("ui.wizard.file.question"), "muted"));
        }
        Guard guard = row.guard();
        return Optional.of(guard.id().wantsHostName() ? typed(guard, made.plan().host()) : ticked(guard));
    }

    private Node ticked(Guard guard) {
        CheckBox box = new CheckBox(context.say("ui.wizard.confirm"));
        box.setId("confirm-" + guard.id().id());
        box.setSelected(wizard.choice().answered().contains(guard));
        box.setOnAction(event -> answered(guard, box.isSelected()));
        return box;
    }

    private Node typed(Guard guard, String host) {
        TextField field = new TextField(wizard.choice().answered().contains(guard) ? host : "");
        field.setId("confirm-" + guard.id().id());
        field.setPrefColumnCount(24);
        field.setMaxWidth(320);
        Label label = Ui.wrapped(context.say("ui.wizard.type-host", host), "body");
        label.setLabelFor(field);
        field.setAccessibleText(label.getText());
        field.textProperty()
                .subscribe((was, text) -> answered(guard, text.strip().equals(host)));
        return Ui.column(4, label, field);
    }

    private void answered(Guard guard, boolean yes) {
        if (yes) {
            wizard.choice().answered().add(guard);
        } else {
            wizard.choice().answered().remove(guard);
        }
    }
}
