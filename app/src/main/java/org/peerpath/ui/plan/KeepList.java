// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanSheet.KeepRow;

/** Ways to make what a plan sets outlive a boot: files and commands to copy. They are no part of the steps. */
public final class KeepList extends VBox {
    private final AppContext context;

    public KeepList(AppContext context, List<KeepRow> ways) {
        this.context = context;
        getStyleClass().add("step-list");
        getChildren().add(Ui.wrapped(context.say("ui.plan.keep.how"), "body"));
        ways.forEach(way -> getChildren().add(card(way)));
    }

    private Node card(KeepRow way) {
        VBox card = Ui.styled(Ui.column(6, Ui.wrapped(way.what(), "finding-message")), "card");
        way.path().ifPresent(path -> {
            card.getChildren().add(Ui.wrapped(context.say("ui.plan.keep.file", path), "body"));
            card.getChildren().add(CommandRow.of(context, way.content().stripTrailing()));
        });
        way.commands().forEach(command -> card.getChildren().add(CommandRow.of(context, command)));
        if (!way.undo().isEmpty()) {
            card.getChildren()
                    .add(Ui.wrapped(
                            context.say(way.path().isPresent() ? "ui.plan.undo-file" : "ui.plan.undo"),
                            "muted",
                            "small"));
            way.undo().forEach(command -> card.getChildren().add(CommandRow.of(context, command)));
        }
        card.getChildren().add(Ui.wrapped(way.caution(), "body"));
        card.setMinHeight(Region.USE_PREF_SIZE);
        return card;
    }
}
