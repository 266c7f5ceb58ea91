// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.path.PathSelection;
import org.peerpath.report.Answer;
import org.peerpath.report.Json;
import org.peerpath.report.ShowJson;
import org.peerpath.report.ShowText;
import org.peerpath.snapshot.UnreadableSourceException;
import picocli.CommandLine;

@CommandLine.Command(name = "show", resourceBundle = Program.HELP)
final class ShowCommand extends HostCommand {
    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    ShowCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException {
        Answer answer = Answer.of(sources().host(source), given.scenario(), PathSelection.DEFAULT);
        if (json.wanted()) {
            terminal().printLine(Json.indented(ShowJson.of(answer.host())));
        } else {
            terminal().print(ShowText.of(answer, terminal().texts(), terminal().ink()));
        }
        return ExitStatus.of(answer);
    }
}
