// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
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
 * The button that runs the server's side of one test on a live host, as a step: one at a time, within a time, written down,
 * the host watched. What it prints is read like what is pasted.
 */
final class MeasureRun extends VBox {
    private final AppContext context;
    private final RunModel run;
    private final HostEntry entry;
    private final MeasureStep.Wanted wanted;
    private final Operation.Run command;
    private final Consumer<String> output;
    private final VBox said = Ui.column(4);

    private MeasureRun(
            AppContext context,
            RunModel run,
            HostEntry entry,
            MeasureStep.Wanted wanted,
            Operation.Run command,
            Consumer<String> output) {
        super(4);
        this.context = context;
        this.run = run;
        this.entry = entry;
        this.wanted = wanted;
        this.command = command;
        this.output = output;
        String id = wanted.place() + "-" + wanted.row().place();
        Button begin = Ui.button(context.say("ui.wizard.measure.run"), "bar-button");
        begin.setId("measure-run-" + id);
        begin.disableProperty()
                .bind(Bindings.createBooleanBinding(
                        () -> run.stateProperty().get().isGoing(), run.stateProperty()));
        begin.setOnAction(event -> begin());
        said.setId("measure-ran-" + id);
        getChildren()
                .addAll(
                        Ui.wrapped(
                                context.say("plan.measure.risk", Integer.toString(MeasureStep.SECONDS)),
                                "muted",
                                "small"),
                        CommandRow.of(context, command.shell()),
                        begin,
                        said);
    }

    /**
     * Returns the button for a test.
     *
     * @param server the command as it is shown
     * @param output takes what it printed
     * @return empty where this program would not run such a command
     */
    static Optional<Node> of(
            AppContext context,
            RunModel run,
            HostEntry entry,
            MeasureStep.Wanted wanted,
            String server,
            Consumer<String> output) {
        return MeasureStep.operation(server)
                .map(command -> new MeasureRun(context, run, entry, wanted, command, output));
    }

    private void begin() {
        if (run.stateProperty().get().isGoing()) {
            return;
        }
        AtomicReference<Optional<TestRun>> ended = new AtomicReference<>(Optional.empty());
        List<String> agreed = MeasureStep.agreement(wanted, command);
        show("muted", Message.of("ui.wizard.measure.running", Integer.toString(MeasureStep.SECONDS)));
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
                    ended.get().ifPresent(this::ended);
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

    private void ended(TestRun test) {
        if (test.result().state() == RunState.DONE) {
            show(
                    "muted",
                    Message.of("ui.wizard.measure.ran", test.result().run().orElse("–")));
        } else if (test.timedOut()) {
            show("unknown", Message.of("ui.wizard.measure.nobody", Integer.toString(MeasureStep.SECONDS)));
        } else {
            show("unknown", test.result().why());
        }
        if (!test.output().isBlank()) {
            output.accept(test.output());
        }
    }

    private void show(String look, Message words) {
        said.getChildren().setAll(Ui.wrapped(context.language().say(words), look));
    }
}
