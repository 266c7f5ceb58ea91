// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import javafx.scene.Node;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.VBox;
import org.peerpath.plan.Goal;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** What is to be done on the host: one card for each goal, saying what it does and for whom it is. */
final class GoalPage extends VBox {
    private final AppContext context;
    private final ToggleGroup group = new ToggleGroup();

    GoalPage(AppContext context, Wizard wizard) {
        super(10);
        this.context = context;
        Choice choice = wizard.choice();
        if (!wizard.isLive()) {
            getChildren().add(new FileBanner(context, choice));
        }
        for (Goal goal : Goal.values()) {
            boolean chosen = !choice.isTrial() && choice.request().goal() == goal;
            getChildren()
                    .add(card(goal.id(), context.say("ui.plan.goal." + goal.id()), chosen, () -> choice.choose(goal)));
        }
        choice.first()
                .ifPresent(nic -> getChildren()
                        .add(card(
                                "verify-firmware",
                                context.say("ui.wizard.trial.goal"),
                                choice.isTrial(),
                                () -> choice.tryOut(nic))));
    }

    private Node card(String id, String name, boolean chosen, Runnable choose) {
        RadioButton button = new RadioButton(name);
        button.setId("goal-" + id);
        button.setToggleGroup(group);
        button.getStyleClass().add("wizard-choice");
        button.setSelected(chosen);
        button.setOnAction(event -> choose.run());
        VBox card = Ui.styled(
                Ui.column(
                        4, button, Ui.styled(Ui.wrapped(context.say("ui.wizard.goal." + id)), "body", "wizard-below")),
                "card");
        card.setOnMouseClicked(event -> button.fire());
        return card;
    }
}
