// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.model.HostModel;
import org.peerpath.path.Explanation;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.report.ExplainJson;
import org.peerpath.report.ExplainText;
import org.peerpath.report.Json;
import org.peerpath.snapshot.UnreadableSourceException;
import picocli.CommandLine;

@CommandLine.Command(name = "explain", resourceBundle = Program.HELP)
final class ExplainCommand extends HostCommand {
    @CommandLine.Parameters(index = "0", paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Parameters(index = "1", paramLabel = "REQUESTER", descriptionKey = "requester")
    private String requester = "";

    @CommandLine.Parameters(index = "2", paramLabel = "TARGET", descriptionKey = "target")
    private String target = "";

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    ExplainCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        HostModel host = sources().host(source);
        PathReport report = new PathJudge(host, given.scenario())
                .judge(FunctionNames.find(host, requester), FunctionNames.find(host, target));
        Explanation explanation = Explanation.of(host, report);
        if (json.wanted()) {
            terminal().printLine(Json.indented(ExplainJson.of(host, explanation)));
        } else {
            terminal()
                    .print(ExplainText.of(
                            host, explanation, terminal().texts(), terminal().ink()));
        }
        return status(report);
    }

    private static ExitStatus status(PathReport report) {
        if (report.verdict() == Outcome.UNKNOWN) {
            return ExitStatus.UNKNOWN;
        }
        boolean leavesItsSwitch = report.commonSwitch().isPresent() && report.verdict() != Outcome.INSIDE_SWITCH;
        return leavesItsSwitch || report.verdict() == Outcome.BLOCKED || report.verdict() == Outcome.UNUSABLE
                ? ExitStatus.WRONG
                : ExitStatus.FINE;
    }
}
