// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import org.peerpath.diagram.PathKey;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import org.peerpath.path.PathReport;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.RunState;
import org.peerpath.report.DiffText;
import org.peerpath.report.Ink;
import org.peerpath.ui.inspect.PathWords;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;
import org.peerpath.ui.wizard.Banners.Look;
import org.peerpath.ui.wizard.Banners.Way;
import org.peerpath.ui.wizard.Conduct.State;

/** How a run ended, what is now other than before it, and the ways on: go on, undo, or plan anew. */
final class VerifyPage extends VBox {
    private final AppContext context;
    private final Wizard wizard;
    private final VBox changes = Ui.column(8);
    private final RunSteps steps;

    VerifyPage(AppContext context, Wizard wizard) {
        super(12);
        this.context = context;
        this.wizard = wizard;
        this.steps = new RunSteps(context);
        changes.setId("wizard-changes");
        context.watch().on(wizard.conduct().stateProperty(), state -> {
            if (state instanceof State.Ended ended) {
                show(ended);
            }
        });
    }

    private void show(State.Ended ended) {
        RunRecord record = wizard.conduct().record();
        RunState how = ended.result().state();
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
        getChildren()
                .setAll(Banners.of(
                        context,
                        look(how),
                        context.say(
                                how == RunState.DONE && record.trial().isPresent()
                                        ? "ui.wizard.trial.held"
                                        : "ui.wizard.ended." + how.id()),
                        Ui.sentence(context.language().say(ended.result().why())),
                        ways));
        record.trial()
                .flatMap(trial -> record.began())
                .ifPresent(began -> getChildren().add(new TrialList(context, began.host())));
        getChildren().addAll(changes, steps);
        steps.show(record.progress());
        compare(ended);
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
        var scenario = wizard.subjectProperty().get().orElseThrow().view().scenario();
        var question = new HostView.Question(scenario, List.of());
        context.executor()
                .<Compared>run(
                        () -> new Compared(
                                HostView.of(before.get(), question),
                                HostView.of(after.get(), question),
                                Comparison.of(before.get(), after.get())),
                        this::show,
                        problem -> changes.getChildren().setAll(Ui.wrapped(problem.toString(), "unknown")));
    }

    /** The host twice, and what is not the same. */
    private record Compared(HostView before, HostView after, List<Difference> differences) {}

    private void show(Compared compared) {
        PathWords words = new PathWords(compared.after(), context.language().texts());
        VBox verdicts = Ui.styled(Ui.column(6), "card");
        for (PathReport after : compared.after().nearest()) {
            compared.before()
                    .path(PathKey.of(after))
                    .ifPresent(before -> verdicts.getChildren().add(verdict(words, before, after)));
        }
        changes.getChildren().setAll(Ui.label(context.say("ui.wizard.paths"), "caption"));
        if (verdicts.getChildren().isEmpty()) {
            changes.getChildren().add(Ui.wrapped(context.say("ui.wizard.no-paths"), "muted"));
        } else {
            changes.getChildren().add(verdicts);
        }
        TitledPane all = Ui.folded(
                context.say("ui.wizard.differences", compared.differences().size()),
                Ui.wrapped(
                        DiffText.of(compared.differences(), context.language().texts(), Ink.PLAIN)
                                .stripTrailing(),
                        "mono",
                        "small"));
        all.setId("wizard-differences");
        changes.getChildren().add(all);
    }

    private Node verdict(PathWords words, PathReport before, PathReport after) {
        String now = words.shortVerdict(after.verdict());
        String text = before.verdict() == after.verdict()
                ? context.say("ui.wizard.verdict-same", now)
                : words.shortVerdict(before.verdict()) + " → " + now;
        return Ui.row(
                8,
                new VerdictDot(after.verdict().id()),
                Ui.grow(Ui.label(words.title(after), "body")),
                Ui.label(text, before.verdict() == after.verdict() ? "muted" : "body"));
    }
}
