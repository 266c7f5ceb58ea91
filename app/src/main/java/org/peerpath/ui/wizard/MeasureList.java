// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.peerpath.advice.Labels;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.Pair;
import org.peerpath.measured.TestCommands;
import org.peerpath.measured.ThreeRows;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.plan.MeasureStep;
import org.peerpath.plan.PlanRequest;
import org.peerpath.report.Ink;
import org.peerpath.report.MeasuredText;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;
import org.peerpath.ui.plan.CommandRow;

/**
 * The commands that measure the pairs a plan was for, and a place for what they print: bits promise, bandwidth proves. On a
 * live host either side can be run from here.
 */
final class MeasureList extends VBox {
    private final AppContext context;
    private final HostModel host;
    private final RunModel run;
    private final Goal goal;
    private final Scenario scenario;
    private final HostEntry entry;

    /**
     * Lists them.
     *
     * @param host as it is now
     * @param request whose NICs are measured; all nearest pairs where it names none
     */
    MeasureList(AppContext context, RunModel run, HostEntry entry, HostModel host, PlanRequest request) {
        super(8);
        this.run = run;
        this.goal = request.goal();
        this.context = context;
        this.entry = entry;
        this.host = host;
        this.scenario = request.goal().scenario();
        setId("wizard-measure");
        getChildren().add(Ui.label(context.say("ui.wizard.measure"), "caption"));
        Texts texts = context.language().texts();
        context.executor()
                .<List<Commands>>run(
                        () -> commands(request, texts),
                        this::show,
                        problem -> getChildren().add(Ui.wrapped(problem.toString(), "unknown")));
    }

    /** The commands of one pair, and what to call it. */
    private record Commands(TestCommands commands, String name) {}

    private List<Commands> commands(PlanRequest request, Texts texts) {
        Labels labels = Labels.of(host);
        List<PathReport> paths = new PathJudge(host, scenario)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(path -> path.nearest()
                                && (request.nics().isEmpty() || request.nics().contains(path.requester())))
                        .toList();
        return TestCommands.of(host, paths).stream()
                .map(found -> new Commands(
                        found,
                        texts.say(
                                "finding.pair", labels.shortName(found.requester()), labels.shortName(found.target()))))
                .toList();
    }

    private void show(List<Commands> all) {
        getChildren()
                .add(Ui.wrapped(
                        context.say(all.isEmpty() ? "measured.commands.none" : "ui.wizard.measure.how"), "body"));
        for (Commands one : all) {
            getChildren().add(pair(one, all.indexOf(one)));
        }
        if (!all.isEmpty()) {
            getChildren().add(Ui.wrapped(context.say("measured.commands.note"), "muted", "small"));
        }
    }

    private Node pair(Commands one, int number) {
        VBox content = Ui.column(6);
        Told told = new Told(new Pair(one.commands().requester(), one.commands().target()), number);
        TextField address = new TextField();
        address.setId("measure-address-" + number);
        address.setPromptText(context.say("ui.wizard.measure.address"));
        address.setAccessibleText(context.say("ui.wizard.measure.address"));
        if (entry.isLive()) {
            content.getChildren().add(address);
        }
        for (MeasureStep.Row row : MeasureStep.Row.ALL) {
            content.getChildren()
                    .addAll(
                            Ui.wrapped(
                                    context.say("measured.commands.server", Message.of("measured.row." + row.id())),
                                    "body"),
                            CommandRow.of(context, one.commands().server().get(row.place())),
                            Ui.wrapped(context.say("measured.commands.client"), "muted", "small"),
                            CommandRow.of(context, one.commands().client().get(row.place())));
            if (entry.isLive()) {
                MeasureRun client = runner(
                        one,
                        row,
                        told,
                        MeasureRun.CLIENT,
                        () -> Optional.of(address.getText().strip()));
                address.textProperty().subscribe(text -> client.refresh());
                content.getChildren().addAll(runner(one, row, told, "", Optional::empty), client);
            }
        }
        content.getChildren().addAll(answers(one, told), told.said(), told.rows());
        TitledPane pane = Ui.folded(one.name(), content);
        pane.setId("measure-" + number);
        return pane;
    }

    /**
     * What was given for a pair so far.
     *
     * @param readouts outputs, oldest first
     * @param said the answer to the last one
     * @param rows TCP, RDMA and GPUDirect RDMA of all of them
     */
    private record Told(Pair pair, int number, List<Readout> readouts, VBox said, VBox rows) {
        Told(Pair pair, int number) {
            this(pair, number, new ArrayList<>(), Ui.column(4), Ui.column(4));
            said.setId("measure-said-" + number);
            rows.setId("measure-rows-" + number);
        }
    }

    /** Runs one side of one of the tests here. */
    private MeasureRun runner(
            Commands one, MeasureStep.Row row, Told told, String side, Supplier<Optional<String>> server) {
        String name = context.say("ui.wizard.measure.here", one.name()) + " " + context.say("measured.row." + row.id());
        return new MeasureRun(
                context,
                run,
                entry,
                told.number() + "-" + row.place() + side,
                () -> {
                    Optional<String> address = server.get();
                    String shown = address.map(to -> one.commands().client(row.place(), to))
                            .orElseGet(() -> one.commands().server().get(row.place()));
                    return address.filter(String::isEmpty).isPresent()
                            ? Optional.empty()
                            : Optional.of(new MeasureRun.Side(
                                    new MeasureStep.Wanted(
                                            goal,
                                            told.pair().requester(),
                                            told.pair().target(),
                                            told.number(),
                                            row,
                                            address),
                                    shown));
                },
                (shown, printed) -> {
                    // The command line tells what the output alone does not: whose memory it was, and which GPU.
                    byte[] bytes = ("$ " + shown + "\n" + printed + "\n").getBytes(StandardCharsets.UTF_8);
                    read(() -> MeasurementReader.read(new ByteArrayInputStream(bytes), name), told);
                });
    }

    /** Where the output goes: as text, or as files. */
    private Node answers(Commands one, Told told) {
        int number = told.number();
        TextArea text = new TextArea();
        text.setId("measure-text-" + number);
        text.setPrefRowCount(4);
        text.setPromptText(context.say("ui.wizard.measure.paste"));
        text.setAccessibleText(context.say("ui.wizard.measure.paste"));
        Button take = Ui.button(context.say("ui.wizard.measure.take"), "bar-button");
        take.setId("measure-take-" + number);
        take.disableProperty().bind(text.textProperty().isEmpty());
        take.setOnAction(event -> {
            // A name of its own: what was pasted before for the pair stays.
            int before = told.readouts().size();
            String name = context.say("ui.wizard.measure.pasted", one.name())
                    + (before == 0 ? "" : " (" + (before + 1) + ")");
            byte[] bytes = text.getText().getBytes(StandardCharsets.UTF_8);
            read(() -> MeasurementReader.read(new ByteArrayInputStream(bytes), name), told);
        });
        Button open = Ui.button(context.say("ui.wizard.measure.open"), "bar-button");
        open.setId("measure-open-" + number);
        open.setOnAction(event -> context.dialogs().askForFiles().forEach(file -> read(() -> file(file), told)));
        return Ui.column(6, text, new FlowPane(8, 8, take, open));
    }

    private static Readout file(Path file) throws UnreadableSourceException {
        String name = String.valueOf(file.getFileName());
        try (InputStream in = Files.newInputStream(file)) {
            return MeasurementReader.read(in, name);
        } catch (IOException e) {
            throw new UnreadableSourceException(Message.of("measured.unreadable", Clean.line(name)), e);
        }
    }

    /** What an output tells of a pair, in words. */
    private record Said(Readout readout, Measurements measurements, String text, List<ThreeRows> rows) {}

    private void read(Callable<Readout> reading, Told told) {
        Texts texts = context.language().texts();
        List<Readout> before = List.copyOf(told.readouts());
        context.executor()
                .<Said>run(
                        () -> {
                            Readout readout = reading.call();
                            Measurements last =
                                    Measurements.of(host, scenario, List.of(readout), Optional.of(told.pair()));
                            List<Readout> all = new ArrayList<>(before);
                            all.removeIf(old -> old.name().equals(readout.name()));
                            all.add(readout);
                            return new Said(
                                    readout,
                                    last,
                                    MeasuredText.of(last, texts, Ink.PLAIN).strip(),
                                    ThreeRows.of(Measurements.of(host, scenario, all, Optional.of(told.pair()))));
                        },
                        answer -> {
                            entry.measure(List.of(answer.readout()));
                            told.readouts()
                                    .removeIf(old ->
                                            old.name().equals(answer.readout().name()));
                            told.readouts().add(answer.readout());
                            told.rows()
                                    .getChildren()
                                    .setAll(answer.rows().stream()
                                            .map(rows -> RowsTable.of(context, rows))
                                            .toList());
                            String look = answer.measurements().wrong()
                                    ? "blocked"
                                    : answer.measurements().undecided() ? "unknown" : "inside-switch";
                            told.said()
                                    .getChildren()
                                    .setAll(Ui.styled(
                                            Ui.row(
                                                    8,
                                                    new VerdictDot(look),
                                                    Ui.grow(Ui.wrapped(answer.text(), "mono", "small"))),
                                            "card"));
                        },
                        problem -> told.said()
                                .getChildren()
                                .setAll(Ui.wrapped(
                                        problem instanceof UnreadableSourceException e
                                                ? context.language().say(e.reason())
                                                : problem.toString(),
                                        "unknown")));
    }
}
