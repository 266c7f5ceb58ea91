// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.Runs;
import org.peerpath.plan.run.StepState;
import org.peerpath.text.Message;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.wizard.Banners.Look;
import org.peerpath.ui.wizard.Banners.Way;
import org.peerpath.ui.wizard.RunModel.State;

/** A run while it goes on: what it waits for, every step and how far it is, the host's pulse and its kernel's log. */
final class RunPage extends VBox {
    private static final List<Duration> HOLDS =
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15));
    private static final int LAST_LINES = 8;

    private final AppContext context;
    private final Wizard wizard;
    private final RunModel run;
    private final Page page;
    private final Label title = Ui.wrapped("");
    private final Label text = Ui.wrapped("");
    private final VBox standing = Ui.column(10);
    private final RunSteps steps;
    private final Label heard = Ui.wrapped("", "body");
    private final VBox kernel = Ui.column(1);
    private final VBox host = Ui.styled(Ui.column(4, heard, kernel), "card");
    private Optional<Saying> said = Optional.empty();

    RunPage(AppContext context, Wizard wizard, Page page) {
        super(12);
        this.context = context;
        this.wizard = wizard;
        this.run = wizard.run();
        this.page = page;
        this.steps = new RunSteps(context);
        host.setId("wizard-pulse");
        host.managedProperty().bind(host.visibleProperty());
        setFocusTraversable(true);
        getChildren().setAll(standing, host, steps);
        context.watch().on(run.stateProperty(), state -> standing());
        context.watch().on(run.pulseProperty(), this::pulse);
        context.watch().on(wizard.choice().sheetProperty(), sheet -> steps());
        context.watch().changes(run.entries(), () -> {
            steps();
            standing();
        });
    }

    /** A banner stays while what it asks is the same: a button must not go away under the pointer. */
    private void standing() {
        State state = run.stateProperty().get();
        Saying saying = saying(state);
        if (!saying.asksTheSame(said)) {
            boolean focused = standing.isFocusWithin();
            standing.getChildren().setAll(Banners.of(context, saying.look(), title, text, saying.ways()));
            if (state instanceof State.Idle) {
                standing.getChildren().add(choices());
            }
            if (focused) {
                // Not on a button: nobody should go on by a key that was meant for the question before.
                requestFocus();
            }
        }
        said = Optional.of(saying);
        title.setText(saying.title());
        text.setText(saying.text());
    }

    /** What a banner says and asks. */
    private record Saying(Look look, String title, String text, List<Way> ways) {
        boolean asksTheSame(Optional<Saying> other) {
            return other.filter(it -> it.look == look && it.ids().equals(ids())).isPresent();
        }

        private List<String> ids() {
            return ways.stream().map(Way::id).toList();
        }
    }

    private Saying saying(State state) {
        return switch (state) {
            case State.Idle() -> idle();
            case State.Found(var how, Optional<Message> why) ->
                new Saying(
                        Look.ATTENTION,
                        context.say("ui.wizard.found", Message.of("journal.run." + how.id())),
                        why.map(context.language()::say).orElse(context.say("ui.wizard.found.how")),
                        List.of(
                                new Way("resume", true, wizard::resume),
                                new Way("undo", false, wizard::undo),
                                new Way("leave", false, wizard::leave)));
            case State.Going(boolean stopping) ->
                new Saying(
                        Look.NEUTRAL,
                        context.say(stopping ? "ui.wizard.stopping" : "ui.wizard.going", doing()),
                        context.say("ui.wizard.going.how"),
                        stopping ? List.of() : List.of(new Way("stop", false, run::stop)));
            case State.Asks(Step step) ->
                asking(
                        context.say(
                                Runs.isOfTheFirst(step) || run.carefulProperty().get()
                                        ? "ui.wizard.asks"
                                        : "ui.wizard.asks-after-first",
                                step.purpose()),
                        step.risk());
            case State.AsksToGoOn(Message what) -> asking(context.say("ui.wizard.back-again"), what);
            case State.Silent(Duration since) ->
                new Saying(
                        Look.BAD,
                        context.say("ui.wizard.silent", since.toSeconds(), doing()),
                        context.say("ui.wizard.silent.how"),
                        List.of(new Way("give-up", false, run::stop)));
            case State.Broke(Message why) -> over(Look.BAD, context.say("ui.wizard.broke"), why);
            case State.Ended(var result, var _, var _) ->
                over(
                        Look.ATTENTION,
                        context.say("ui.wizard.ended." + result.state().id()),
                        result.why());
        };
    }

    private Saying idle() {
        boolean first = page == Page.CANARY;
        String what = wizard.choice().isTrial() ? "trial" : first ? "first" : "ready";
        return new Saying(
                Look.NEUTRAL,
                context.say("ui.wizard." + what),
                context.say("ui.wizard." + what + ".how"),
                List.of(new Way(first ? "start-first" : "start", true, wizard::start)));
    }

    private Saying asking(String question, Message about) {
        return new Saying(
                Look.ATTENTION,
                question,
                context.language().say(about),
                List.of(new Way("go", true, () -> run.answer(true)), new Way("no", false, () -> run.answer(false))));
    }

    private Saying over(Look look, String how, Message why) {
        return new Saying(
                look,
                how,
                Ui.sentence(context.language().say(why)),
                List.of(new Way("read-again", false, wizard::readAgain)));
    }

    /** The step under way; before the first the host is read. */
    private Message doing() {
        return run.record().progress().stream()
                .filter(progress -> progress.state() == StepState.STARTED)
                .findFirst()
                .map(progress -> progress.step().purpose())
                .orElse(Message.of("ui.wizard.checking"));
    }

    /** How it is to be carried out. */
    private Node choices() {
        CheckBox careful = new CheckBox(context.say("ui.wizard.careful"));
        careful.setId("wizard-careful");
        careful.setSelected(run.carefulProperty().get());
        careful.setOnAction(event -> run.carefulProperty().set(careful.isSelected()));
        VBox choices = Ui.styled(Ui.column(10, careful), "card");
        if (page == Page.CANARY) {
            ComboBox<Duration> hold = new ComboBox<>();
            hold.setId("wizard-hold");
            hold.getItems().setAll(HOLDS);
            hold.setConverter(new Minutes());
            hold.setValue(wizard.holdProperty().get());
            hold.valueProperty().subscribe((was, now) -> wizard.holdProperty().set(now));
            hold.setAccessibleText(context.say("ui.wizard.hold"));
            choices.getChildren().add(Ui.row(10, Ui.label(context.say("ui.wizard.hold"), "body"), hold));
        }
        return choices;
    }

    private void pulse(Optional<RunModel.Pulse> pulse) {
        host.setVisible(pulse.isPresent());
        pulse.ifPresent(seen -> {
            heard.setText(context.say("ui.wizard.heard", seen.silence().toSeconds()));
            kernel.getChildren().clear();
            if (seen.log().isEmpty()) {
                kernel.getChildren().add(Ui.wrapped(context.say("ui.wizard.no-log"), "muted", "small"));
            }
            seen.log().stream()
                    .skip(Math.max(0, seen.log().size() - LAST_LINES))
                    .forEach(line -> kernel.getChildren().add(Ui.wrapped(line, "mono", "small")));
        });
    }

    /** Before anything is written down, what the plan will do stands there. */
    private void steps() {
        RunRecord record = run.record();
        if (record.entries().isEmpty()) {
            wizard.choice()
                    .sheetProperty()
                    .get()
                    .ifPresent(sheet -> steps.ahead(sheet.plan().toDo()));
        } else {
            steps.show(record.progress());
        }
    }

    /** Times in whole minutes. */
    private final class Minutes extends StringConverter<Duration> {
        @Override
        public String toString(@Nullable Duration time) {
            return time == null ? "" : context.say("ui.wizard.minutes", Math.max(1, time.toMinutes()));
        }

        @Override
        public Duration fromString(String text) {
            throw new UnsupportedOperationException(text);
        }
    }
}
