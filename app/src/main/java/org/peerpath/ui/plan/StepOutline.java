// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanSheet.StepRow;

/** What a plan does, a line each, before everything that stands in its way; the steps themselves follow later. */
public final class StepOutline extends VBox {
    private static final int MOST = 3;

    public StepOutline(AppContext context, List<StepRow> steps) {
        super(4);
        setId("plan-outline");
        getStyleClass().add("card");
        getChildren().add(Ui.label(context.say("ui.plan.outline"), "caption"));
        for (StepRow step : steps.stream().limit(MOST).toList()) {
            Label number = Ui.label(Integer.toString(step.number()), "step-number");
            number.setMinWidth(Region.USE_PREF_SIZE);
            HBox row = Ui.row(10, number, Ui.grow(Ui.wrapped(step.purpose(), "body")));
            getChildren().add(row);
        }
        if (steps.size() > MOST) {
            getChildren().add(Ui.wrapped(context.say("ui.plan.outline.more", steps.size() - MOST), "muted"));
        }
        setMinHeight(USE_PREF_SIZE);
    }
}
