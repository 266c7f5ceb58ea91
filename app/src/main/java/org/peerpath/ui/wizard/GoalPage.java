// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.VBox;
import org.peerpath.plan.Goal;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** What the host is to become: one card for each goal, saying what it does and for whom it is. */
final class GoalPage extends VBox {
    GoalPage(AppContext context, Wizard wizard) {
        super(10);
        ToggleGroup group = new ToggleGroup();
        for (Goal goal : Goal.values()) {
            RadioButton choice = new RadioButton(context.say("ui.plan.goal." + goal.id()));
            choice.setId("goal-" + goal.id());
            choice.setToggleGroup(group);
            choice.getStyleClass().add("wizard-choice");
            choice.setSelected(wizard.requestProperty().get().goal() == goal);
            choice.setOnAction(event -> wizard.choose(goal));
            VBox card = Ui.styled(
                    Ui.column(
                            4,
                            choice,
                            Ui.styled(Ui.wrapped(context.say("ui.wizard.goal." + goal.id())), "body", "wizard-below")),
                    "card");
            card.setOnMouseClicked(event -> choice.fire());
            getChildren().add(card);
        }
    }
}
