// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import org.peerpath.acs.PairChange;
import org.peerpath.model.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import org.peerpath.path.PathReport;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.RunState;
import org.peerpath.report.DiffText;
import org.peerpath.report.Ink;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.wizard.Banners.Look;
import org.peerpath.ui.wizard.Banners.Way;
import org.peerpath.ui.wizard.RunModel.State;

/** How a run ended, what is now other than before it, and the ways on: go on, undo, or plan anew. */
final class VerifyPage extends VBox {
    private final AppContext context;
    private final Wizard wizard;
    private final VBox standing = Ui.column(0);
    private final VBox changes = Ui.column(8);
    private final RunSteps steps;

    VerifyPage(AppContext context, Wizard wizard) {
        super(12);
        this.context = context;
        this.wizard = wizard;
        this.steps = new RunSteps(context);
        changes.setId("wizard-changes");
        context.watch().on(wizard.run().stateProperty(), state -> {
            if (state instanceof State.Ended ended) {
                show(ended);
            }
        });
    }

    private void show(State.Ended ended) {
        RunRecord record = wizard.run().record();
        List<Node> parts = new ArrayList<>(List.of(standing));
        record.trial()
                .flatMap(trial -> record.began())
                .ifPresent(began -> parts.add(new TrialList(context, began.host())));
        parts.addAll(List.of(changes, steps));
        getChildren().setAll(parts);
        standing.getChildren().setAll(banner(ended, false));
        steps.show(record.progress());
        compare(ended);
    }

    /** How the run ended; that something is worse for some pair outshines that all was done as planned. */
    private Node banner(State.Ended ended, boolean worse) {
        RunRecord record = wizard.run().record();
        RunState how = ended.result().state();
        Look look = look(how);
        List<Way> ways = new ArrayList<>();
        if (how.open()) {
            ways.add(new Way("resume", true, wizard::resume));
        }
        if (record.hasTouched()) {
            ways.add(new Way("undo", false, wizard::undo));
        }
        if (how != RunState.DONE && how != RunState.UNDONE) {
            ways.add(new Way("read-again", false, wizard::readAgain));
        }
        String why = Ui.sentence(context.language().say(ended.result().why()));
        return Banners.of(
                context,
                worse && look != Look.BAD ? Look.ATTENTION : look,
                context.say(
                        how == RunState.DONE && record.trial().isPresent()
                                ? "ui.wizard.trial.held"
                                : "ui.wizard.ended." + how.id()),
                worse ? context.say("ui.wizard.pairs.worse", why) : why,
                ways);
    }

    private static Look look(RunState how) {
        return switch (how) {
            case DONE, NOTHING_TO_DO -> Look.GOOD;
            case UNDONE, LEFT -> Look.NEUTRAL;
            case WAITING_FOR_REBOOT, CANCELLED, REFUSED, REBOOTED, FAILED_UNDONE, UNFINISHED -> Look.ATTENTION;
            case CHANGED, FAILED_NOT_UNDONE, ALARM, HOST_STOPPED, NOT_UNDONE -> Look.BAD;
        };
    }

    private void compare(State.Ended ended) {
        Optional<HostModel> before = ended.before();
        Optional<HostModel> after = ended.after();
        if (before.isEmpty() || after.isEmpty()) {
            changes.getChildren().setAll(Ui.wrapped(context.say("ui.wizard.not-read-after"), "unknown"));
            return;
        }
        PlanRequest request = wizard.run()
                .record()
                .began()
                .map(began -> began.request())
                .orElse(wizard.choice().request());
        Goal goal = request.goal();
        HostView.Question question = new HostView.Question(goal.scenario(), List.of());
        context.executor()
                .<Compared>run(
                        () -> new Compared(
                                HostView.of(after.get(), question),
                                PairChange.between(before.get(), after.get(), goal.scenario(), request.nics()),
                                Comparison.of(before.get(), after.get())),
                        compared -> show(ended, compared),
                        problem -> changes.getChildren().setAll(Ui.wrapped(problem.toString(), "unknown")));
    }

    /** The host as it is now, and what is not the same as before. */
    private record Compared(HostView after, List<PairChange> pairs, List<Difference> differences) {
        /** The nearest pairs that are as they were. */
        List<PathReport> same() {
            return after.nearest().stream()
                    .filter(path -> pairs.stream()
                            .noneMatch(pair -> pair.after().requester().equals(path.requester())
                                    && pair.after().target().equals(path.target())))
                    .toList();
        }
    }

    private void show(State.Ended ended, Compared compared) {
        TitledPane all = Ui.folded(
                context.say("ui.wizard.differences", compared.differences().size()),
                Ui.wrapped(
                        DiffText.of(compared.differences(), context.language().texts(), Ink.PLAIN)
                                .stripTrailing(),
                        "mono",
                        "small"));
        all.setId("wizard-differences");
        changes.getChildren().setAll(new PairList(context, compared.after(), compared.pairs(), compared.same()), all);
        if (compared.pairs().stream().anyMatch(PairChange::worse)) {
            standing.getChildren().setAll(banner(ended, true));
        }
    }
}
