// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.peerpath.model.HostModel;
import org.peerpath.path.Scenario;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.KeepList;
import org.peerpath.ui.plan.PlanSheet;
import org.peerpath.ui.plan.TakeAway;

/** How to have it outlive a boot, and what to put on file: the record of the run, the plan, a case for the vendor. */
final class KeepPage extends VBox {
    private final AppContext context;
    private final Wizard wizard;

    KeepPage(AppContext context, Wizard wizard) {
        super(12);
        this.context = context;
        this.wizard = wizard;
        context.watch().on(wizard.choice().sheetProperty(), sheet -> show(sheet));
    }

    private void show(Optional<PlanSheet> sheet) {
        getChildren().clear();
        sheet.ifPresent(made -> {
            if (made.keep().isEmpty()) {
                getChildren().add(Ui.wrapped(context.say("ui.wizard.nothing-to-keep"), "body"));
            } else {
                getChildren().add(new KeepList(context, made.keep()));
            }
            if (!wizard.choice().isTrial()) {
                Wizard.Subject of = wizard.subjectProperty().get().orElseThrow();
                HostModel now = of.entry().hostProperty().get().orElse(of.view().read());
                getChildren()
                        .add(new MeasureList(
                                context,
                                wizard.measuring(),
                                of.entry(),
                                now,
                                wizard.choice().request()));
            }
            getChildren().add(Ui.label(context.say("ui.wizard.on-file"), "caption"));
            FlowPane buttons = new FlowPane(8, 8);
            Records records = new Records(context, wizard);
            if (!wizard.run().entries().isEmpty()) {
                Button run = Ui.button(context.say("ui.wizard.save-run"), "bar-button");
                run.setId("wizard-save-run");
                run.setOnAction(event -> records.saveRun());
                buttons.getChildren().add(run);
            }
            Button vendor = Ui.button(context.say("ui.wizard.save-case"), "bar-button");
            vendor.setId("wizard-save-case");
            vendor.setOnAction(event -> records.saveCase());
            buttons.getChildren().add(vendor);
            boolean virtual = !wizard.choice().isTrial()
                    && wizard.choice().request().goal().scenario() == Scenario.VM;
            if (virtual) {
                Button handover = Ui.button(context.say("ui.action.handover"), "bar-button");
                handover.setId("wizard-handover");
                handover.setOnAction(event -> records.saveHandover());
                buttons.getChildren().add(handover);
            }
            if (!wizard.choice().isTrial()) {
                buttons.getChildren().add(new TakeAway(context, wizard.choice()::planned));
            }
            getChildren().add(buttons);
            getChildren().add(Ui.wrapped(context.say("ui.wizard.on-file.what"), "muted", "small"));
        });
    }
}
