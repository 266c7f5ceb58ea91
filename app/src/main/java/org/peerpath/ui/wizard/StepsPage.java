// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanSheet;
import org.peerpath.ui.plan.StepList;
import org.peerpath.ui.plan.TakeAway;
import org.peerpath.ui.plan.TriedList;
import org.peerpath.ui.wizard.Banners.Look;

/** Every step to read before anything is done: why, the exact commands, what is read back, how it is undone. */
final class StepsPage extends VBox {
    private final AppContext context;
    private final Wizard wizard;

    StepsPage(AppContext context, Wizard wizard) {
        super(12);
        this.context = context;
        this.wizard = wizard;
        context.watch().on(wizard.choice().sheetProperty(), sheet -> show(sheet));
    }

    private void show(Optional<PlanSheet> sheet) {
        getChildren().clear();
        sheet.ifPresent(made -> {
            HBox top = Ui.row(12, Ui.grow(standing(made)));
            if (!wizard.choice().isTrial()) {
                top.getChildren().add(new TakeAway(context, wizard.choice()::planned));
            }
            getChildren().add(top);
            getChildren().add(new StepList(context, made.steps()));
            if (!made.tried().isEmpty()) {
                getChildren().add(new TriedList(context, made.tried()));
            }
            if (!made.done().isEmpty()) {
                getChildren()
                        .add(Ui.folded(
                                context.say("ui.plan.section.done", made.done().size()),
                                new StepList(context, made.done())));
            }
        });
    }

    /** What was asked on the page before is answered here. */
    private Node standing(PlanSheet made) {
        if (!wizard.isLive() && made.standing() == PlanSheet.Standing.ASKS) {
            return Banners.of(
                    context, Look.ATTENTION, made.headline(), context.say("ui.wizard.standing.file"), List.of());
        }
        if (made.standing() != PlanSheet.Standing.ASKS) {
            return Banners.headline(context, made);
        }
        boolean unproven = made.steps().stream().anyMatch(row -> row.step().unproven());
        return Banners.of(
                context,
                Look.NEUTRAL,
                context.say("ui.wizard.answered", made.steps().size()),
                context.say(unproven ? "ui.wizard.unproven" : "ui.wizard.answered.how"),
                List.of());
    }
}
