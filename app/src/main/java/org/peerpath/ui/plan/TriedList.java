// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** What becomes of each change of a what-if in the plan that came from it. */
public final class TriedList extends VBox {
    public TriedList(AppContext context, List<PlanSheet.Tried> tried) {
        super(8);
        setId("plan-tried");
        VBox box = Ui.styled(Ui.column(4), "card");
        for (PlanSheet.Tried one : tried) {
            Label note = Ui.wrapped(one.note(), one.step().isPresent() ? "body" : "muted");
            box.getChildren().add(Ui.row(12, Ui.label(one.change(), "change"), Ui.grow(note)));
        }
        getChildren().addAll(Ui.label(context.say("ui.plan.section.tried"), "caption"), box);
    }
}
