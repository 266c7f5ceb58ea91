// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;
import org.peerpath.plan.MeasureStep;
import org.peerpath.plan.Operation;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.TestRun;
import org.peerpath.text.Message;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.CommandRow;

/**
 * The button that runs one side of a test on a live host, as a step: one at a time, within a time, written down, the host
 * watched. What it prints is read like what is pasted.
 */
final class MeasureRun extends VBox {
    /** How the id of a client's button ends. */
    static final String CLIENT = "-client";

    private final AppContext context;
    private final RunModel run;
    private final HostEntry entry;
    private final Supplier<Optional<Side>> side;
    private final BiConsumer<String, String> output;
    private final VBox exact = Ui.column(0);
    private final VBox said = Ui.column(4);

    /** One side of a test: what is wanted, and the command as it is shown. */
    record Side(MeasureStep.Wanted wanted, String shown) {}

    /**
     * Makes the button.
     *
     * @param id which test of which pair, and whether it is the client
     * @param side asked when it is pressed; empty where something is still missing
     * @param output takes the command as it was shown, and what it printed
     */
    MeasureRun(
            AppContext context,
            RunModel run,
            HostEntry entry,
            String id,
            Supplier<Optional<Side>> side,
            BiConsumer<String, String> output) {
        super(4);
        this.context = context;
        this.run = run;
        this.entry = entry;
        this.side = side;
        this.output = output;
        boolean client = id.endsWith(CLIENT);
        Button begin =
                Ui.button(context.say(client ? "ui.wizard.measure.run-client" : "ui.wizard.measure.run"), "bar-button");
        begin.setId("measure-run-" + id);
        begin.disableProperty()
                .bind(Bindings.createBooleanBinding(
                        () -> run.stateProperty().get().isGoing(), run.stateProperty()));
        begin.setOnAction(event -> begin());
        said.setId("measure-ran-" + id);
        getChildren()
                .addAll(
                        Ui.wrapped(context.language().say(MeasureStep.risk(client)), "muted", "small"),
                        exact,
                        begin,
                        said);
        refresh();
    }

    /** Shows the command as it would be run now: a person presses the button after reading it. */
    void refresh() {
        exact.getChildren()
                .setAll(command().map(command -> CommandRow.of(context, command.shell())).stream()
                        .toList());
    }

    private Optional<Operation.Run> command() {
        return side.get().map(Side::shown).flatMap(MeasureStep::operation);
    }

    private void begin() {
        if (run.stateProperty().get().isGoing()) {
            return;
        }
        Optional<Side> asked = side.get();
        Optional<Operation.Run> command = command();
        if (asked.isEmpty() || command.isEmpty()) {
            show("unknown", Message.of("ui.wizard.measure.no-address"));
            return;
        }
        MeasureStep.Wanted wanted = asked.get().wanted();
        AtomicReference<Optional<TestRun>> ended = new AtomicReference<>(Optional.empty());
        List<String> agreed = MeasureStep.agreement(wanted, command.get());
        show(
                "muted",
                Message.of(
                        wanted.server().isPresent() ? "ui.wizard.measure.running-client" : "ui.wizard.measure.running",
                        Integer.toString(MeasureStep.SECONDS)));
        Button stop = Ui.linkButton(context.say("ui.wizard.measure.stop"), run::stop);
        stop.setId("measure-stop");
        run.start(entry.source(), Set.of(), Duration.ZERO, runs -> {
            TestRun test = runs.measure(wanted, agreed);
            ended.set(Optional.of(test));
            return test.result();
        });
        AtomicReference<Runnable> watching = new AtomicReference<>(() -> {});
        var following = run.stateProperty().subscribe((was, now) -> {
            switch (now) {
                case RunModel.State.Ended _ -> {
                    ended.get().ifPresent(test -> ended(test, asked.get()));
                    watching.get().run();
                }
                case RunModel.State.Broke(Message why) -> {
                    show("unknown", why);
                    watching.get().run();
                }
                case RunModel.State.Silent _ -> {
                    show("unknown", Message.of("ui.wizard.measure.silent"));
                    said.getChildren().add(stop);
                }
                case RunModel.State.Asks _ -> run.answer(true);
                case RunModel.State.AsksToGoOn _ -> run.answer(true);
                case RunModel.State.Idle _, RunModel.State.Found _, RunModel.State.Going _ -> {}
            }
        });
        watching.set(following::unsubscribe);
    }

    private void ended(TestRun test, Side asked) {
        if (test.result().state() == RunState.DONE) {
            show(
                    "muted",
                    Message.of("ui.wizard.measure.ran", test.result().run().orElse("–")));
        } else if (test.timedOut()) {
            show(
                    "unknown",
                    Message.of(
                            asked.wanted().server().isPresent()
                                    ? "ui.wizard.measure.no-server"
                                    : "ui.wizard.measure.nobody",
                            Integer.toString(MeasureStep.SECONDS)));
        } else {
            show("unknown", test.result().why());
        }
        if (!test.output().isBlank()) {
            output.accept(asked.shown(), test.output());
        }
    }

    private void show(String look, Message words) {
        said.getChildren().setAll(Ui.wrapped(context.language().say(words), look));
    }
}
