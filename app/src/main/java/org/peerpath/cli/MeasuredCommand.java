// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.Pair;
import org.peerpath.measured.TestCommands;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.report.Json;
import org.peerpath.report.MeasuredJson;
import org.peerpath.report.MeasuredText;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;

/** Holds what benchmarks measured against a host's verdicts. */
@CommandLine.Command(name = "measured", resourceBundle = Program.HELP)
final class MeasuredCommand extends HostCommand {
    @CommandLine.Parameters(index = "0", paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Parameters(index = "1..*", paramLabel = "FILE", arity = "0..*", descriptionKey = "measured-files")
    private List<String> files = new ArrayList<>();

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Option(names = "--pair", paramLabel = "NIC=GPU", descriptionKey = "measured-pair")
    private String pair = "";

    @CommandLine.Option(names = "--commands", descriptionKey = "measured-commands")
    private boolean commands;

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    MeasuredCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        HostModel host = sources().host(source);
        Optional<Pair> told = MeasuredFiles.pair(host, pair);
        if (commands) {
            return commands(host, told);
        }
        if (files.isEmpty()) {
            throw new UsageException(Message.of("cli.no-measured-file"));
        }
        ExitStatus worst = ExitStatus.FINE;
        List<Readout> readouts = new ArrayList<>();
        for (String file : files) {
            try {
                readouts.add(MeasuredFiles.read(file));
            } catch (UnreadableSourceException e) {
                terminal().complain(e.reason());
                worst = ExitStatus.UNREADABLE;
            }
        }
        Measurements measurements = Measurements.of(host, given.scenario(), readouts, told);
        if (json.wanted()) {
            terminal().printLine(Json.indented(MeasuredJson.of(measurements)));
        } else {
            terminal()
                    .print(MeasuredText.of(
                            measurements, terminal().texts(), terminal().ink()));
        }
        return worst.worse(status(measurements));
    }

    /** Prints the commands that measure the nearest pairs, or the one that was named. */
    private ExitStatus commands(HostModel host, Optional<Pair> told) {
        PathJudge judge = new PathJudge(host, given.scenario());
        List<PathReport> paths = told.map(pair -> List.of(judge.judge(pair.requester(), pair.target())))
                .orElseGet(() -> judge.judge(PathSelection.DEFAULT).stream()
                        .filter(PathReport::nearest)
                        .toList());
        List<TestCommands> all = TestCommands.of(host, paths);
        if (json.wanted()) {
            terminal().printLine(Json.indented(MeasuredJson.commands(all)));
        } else {
            terminal()
                    .print(MeasuredText.commands(
                            host, all, terminal().texts(), terminal().ink()));
        }
        return all.isEmpty() ? ExitStatus.UNKNOWN : ExitStatus.FINE;
    }

    private static ExitStatus status(Measurements measurements) {
        if (measurements.wrong()) {
            return ExitStatus.WRONG;
        }
        return measurements.undecided() ? ExitStatus.UNKNOWN : ExitStatus.FINE;
    }
}
