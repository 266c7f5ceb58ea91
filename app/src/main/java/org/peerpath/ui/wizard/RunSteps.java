// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.RunRecord.Progress;
import org.peerpath.plan.run.Runs;
import org.peerpath.plan.run.StepState;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** The steps of a run in order, what went first before the rest, each with how far it is; the one under way with its commands. */
final class RunSteps extends VBox {
    private final AppContext context;

    RunSteps(AppContext context) {
        super(8);
        this.context = context;
        setId("run-steps");
    }

    /** Steps that nothing was done about yet. */
    void ahead(List<Step> steps) {
        show(steps.stream()
                .map(step -> new Progress(step, StepState.PENDING, Optional.empty(), ""))
                .toList());
    }

    void show(List<Progress> all) {
        getChildren().clear();
        part(
                "ui.wizard.steps.first",
                all.stream().filter(it -> Runs.isOfTheFirst(it.step())).toList());
        part(
                "ui.wizard.steps.rest",
                all.stream().filter(it -> !Runs.isOfTheFirst(it.step())).toList());
    }

    private void part(String key, List<Progress> steps) {
        if (steps.isEmpty()) {
            return;
        }
        getChildren().add(Ui.label(context.say(key), "caption"));
        VBox list = Ui.styled(Ui.column(8), "card");
        for (int i = 0; i < steps.size(); i++) {
            list.getChildren().add(row(i + 1, steps.get(i)));
        }
        getChildren().add(list);
    }

    private Node row(int number, Progress progress) {
        String state = context.say("journal.step." + progress.state().id());
        String purpose = Ui.sentence(context.language().say(progress.step().purpose()));
        Label count = Ui.label(Integer.toString(number), "muted");
        count.setMinWidth(22);
        Label word = Ui.label(state, "wizard-state");
        word.setMinWidth(Region.USE_PREF_SIZE);
        HBox head =
                Ui.row(10, count, new VerdictDot(look(progress.state())), Ui.grow(Ui.wrapped(purpose, "body")), word);
        VBox row = Ui.column(4, head);
        switch (progress.state()) {
            case STARTED -> commands(row, progress.step().operations());
            case FAILED_UNDONE, FAILED_NOT_UNDONE, STUCK, NOT_UNDONE -> {
                progress.why()
                        .ifPresent(why -> row.getChildren()
                                .add(below(Ui.sentence(context.language().say(why)), "body")));
                commands(row, progress.step().operations());
            }
            case PENDING, DONE, ALREADY_SO, WAITING_FOR_REBOOT, UNDONE -> {}
        }
        row.setId("run-step-" + progress.step().id().replaceAll("[^A-Za-z0-9-]", "-"));
        row.setAccessibleText(number + ". " + purpose + ": " + state);
        return row;
    }

    private static void commands(VBox row, List<Operation> operations) {
        operations.forEach(operation -> row.getChildren().add(below(operation.shell(), "mono", "muted", "small")));
    }

    private static Node below(String text, String... styles) {
        return Ui.styled(Ui.wrapped(text, styles), "wizard-below-step");
    }

    /** Good, bad, under way or not known: by shape and colour, and the word beside it. */
    private static String look(StepState state) {
        return switch (state) {
            case PENDING -> "none";
            case STARTED, STUCK -> "reading";
            case DONE, ALREADY_SO -> "inside-switch";
            case WAITING_FOR_REBOOT -> "detour";
            case FAILED_UNDONE, FAILED_NOT_UNDONE, NOT_UNDONE -> "blocked";
            case UNDONE -> "root-complex";
        };
    }
}
