// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanSheet.GuardRow;
import org.peerpath.ui.plan.PlanSheet.Named;

/** What stands in the way of a plan: each rule with its reason, where it comes from and what lifts it. */
public final class GuardList extends VBox {
    private static final int MOST_LINKS = 10;

    private final AppContext context;

    /** Guards to read. */
    public GuardList(AppContext context, List<GuardRow> guards) {
        this(context, guards, guard -> Optional.empty());
    }

    /**
     * Guards, each with something below it.
     *
     * @param below what a guard is answered with, where it is to be answered: a box to tick, a name to type
     */
    public GuardList(AppContext context, List<GuardRow> guards, Function<GuardRow, Optional<Node>> below) {
        this.context = context;
        getStyleClass().add("guard-list");
        guards.forEach(guard -> getChildren().add(card(guard, below)));
    }

    private Node card(GuardRow guard, Function<GuardRow, Optional<Node>> below) {
        Label word = Ui.label(guard.word(), "severity", guard.refuses() ? "severity-error" : "severity-warning");
        word.setGraphic(Ui.icon(guard.refuses() ? Icons.ERROR : Icons.WARNING));
        word.setMinWidth(Region.USE_PREF_SIZE);
        Label id = Ui.label(guard.guard().id().id(), "mono", "muted", "small");
        HBox head = Ui.row(10, word, id);
        VBox card = Ui.styled(
                Ui.column(
                        6,
                        head,
                        Ui.wrapped(guard.reason(), "finding-message"),
                        Ui.wrapped(context.say("ui.plan.lifted-by", guard.lift()), "body"),
                        Ui.wrapped(context.say("ui.findings.source", guard.source()), "muted", "small")),
                "card",
                guard.refuses() ? "guard-refuses" : "guard-asks");
        if (!guard.functions().isEmpty()) {
            card.getChildren().add(2, links(guard.functions()));
        }
        below.apply(guard).ifPresent(card.getChildren()::add);
        card.setId("guard-" + guard.guard().id().id());
        card.setMinHeight(Region.USE_PREF_SIZE);
        card.setAccessibleText(guard.word() + ": " + guard.reason());
        return card;
    }

    private Node links(List<Named> functions) {
        FlowPane links = new FlowPane(12, 2);
        functions.stream().limit(MOST_LINKS).forEach(function -> {
            Button link =
                    Ui.linkButton(function.name(), () -> context.session().select(Selection.of(function.function())));
            link.setTooltip(Tips.of(function.function().toString()));
            links.getChildren().add(link);
        });
        if (functions.size() > MOST_LINKS) {
            links.getChildren().add(Ui.label(context.say("ui.findings.more", functions.size() - MOST_LINKS), "muted"));
        }
        return links;
    }
}
