// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.plan.Step;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanSheet.CheckRow;
import org.peerpath.ui.plan.PlanSheet.StepRow;

/** The steps of a plan, one card each: why, what is checked, the exact commands, what is read after, how it is undone. */
public final class StepList extends VBox {
    private static final double NAMES = 78;

    private final AppContext context;

    /** Steps to read. */
    public StepList(AppContext context, List<StepRow> steps) {
        this(context, steps, step -> Optional.empty());
    }

    /**
     * Steps, each with something beside its purpose.
     *
     * @param beside how far a step is, where the plan is being carried out
     */
    public StepList(AppContext context, List<StepRow> steps, Function<StepRow, Optional<Node>> beside) {
        this.context = context;
        getStyleClass().add("step-list");
        steps.forEach(step -> getChildren().add(card(step, beside)));
    }

    private Node card(StepRow step, Function<StepRow, Optional<Node>> beside) {
        HBox head = Ui.row(10);
        head.setAlignment(Pos.TOP_LEFT);
        if (step.number() > 0) {
            Label number = Ui.label(Integer.toString(step.number()), "step-number");
            number.setMinWidth(Region.USE_PREF_SIZE);
            head.getChildren().add(number);
        }
        Label purpose = Ui.wrapped(step.purpose(), "finding-message");
        head.getChildren().add(Ui.grow(purpose));
        Button target = Ui.linkButton(
                step.target().name(),
                () -> context.session().select(Selection.of(step.target().function())));
        target.setMinWidth(Region.USE_PREF_SIZE);
        target.setTooltip(Tips.of(step.target().function().toString()));
        head.getChildren().add(target);
        beside.apply(step).ifPresent(head.getChildren()::add);
        VBox card = Ui.styled(Ui.column(8, head, looks(step), details(step)), "card", "step");
        card.setId("step-" + step.step().id().replaceAll("[^A-Za-z0-9-]", "-"));
        card.setMinHeight(Region.USE_PREF_SIZE);
        card.setAccessibleText(step.number() + ". " + step.purpose() + "; " + step.danger() + "; " + step.effect());
        return card;
    }

    private static Node looks(StepRow step) {
        String look = switch (step.step().danger()) {
            case LOW -> "danger-low";
            case MEDIUM -> "danger-medium";
            case HIGH -> "danger-high";
        };
        Label danger = Ui.label(step.danger(), "tag", look);
        danger.setMinWidth(Region.USE_PREF_SIZE);
        Label effect =
                Ui.label(step.effect(), "tag", step.step().effect() == Step.Effect.NOW ? "effect-now" : "effect-later");
        effect.setMinWidth(Region.USE_PREF_SIZE);
        return Ui.row(8, danger, effect);
    }

    private Node details(StepRow step) {
        GridPane grid = new GridPane();
        grid.setHgap(10);
        grid.setVgap(6);
        ColumnConstraints names = new ColumnConstraints(NAMES);
        ColumnConstraints values = new ColumnConstraints();
        values.setHgrow(Priority.ALWAYS);
        values.setFillWidth(true);
        grid.getColumnConstraints().setAll(names, values);
        checks(grid, "ui.plan.before", step.before());
        commands(grid, "ui.plan.do", step.commands());
        checks(grid, "ui.plan.after", step.after());
        if (step.number() > 0) {
            row(grid, "ui.plan.vms", Ui.wrapped(step.vms(), "body"));
            if (step.undo().isEmpty()) {
                row(grid, "ui.plan.undo", Ui.wrapped(context.say("ui.plan.no-undo"), "muted"));
            } else {
                commands(grid, "ui.plan.undo", step.undo());
            }
            row(grid, "ui.plan.risk", Ui.wrapped(step.risk(), "body"));
        }
        return grid;
    }

    private void checks(GridPane grid, String key, List<CheckRow> checks) {
        for (CheckRow check : checks) {
            row(
                    grid,
                    key,
                    Ui.column(
                            1,
                            Ui.wrapped(check.what(), "body"),
                            Ui.wrapped(
                                    context.say("ui.plan.check", check.command(), check.expected()),
                                    "mono",
                                    "muted",
                                    "small")));
        }
    }

    private void commands(GridPane grid, String key, List<String> commands) {
        for (String command : commands) {
            row(grid, key, CommandRow.of(context, command));
        }
    }

    /** The name stands only at the first of several rows that have the same. */
    private void row(GridPane grid, String key, Node value) {
        String text = context.say(key);
        boolean again = grid.getChildren().stream()
                .anyMatch(node -> node instanceof Label label && label.getText().equals(text));
        Label name = Ui.label(again ? "" : text, "muted", "small");
        GridPane.setValignment(name, VPos.TOP);
        grid.addRow(grid.getRowCount(), name, value);
    }
}
