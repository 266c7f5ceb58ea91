// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.PathSelection;
import org.peerpath.path.WhatIf;
import org.peerpath.report.Answer;
import org.peerpath.report.DiffText;
import org.peerpath.report.Json;
import org.peerpath.report.WhatIfJson;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "what-if", resourceBundle = Program.HELP)
final class WhatIfCommand extends HostCommand {
    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(
            names = "--set",
            required = true,
            paramLabel = "FUNCTION:acs=0x5d|ats=on",
            descriptionKey = "set")
    private List<String> settings = new ArrayList<>();

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    WhatIfCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException, WhatIf.RefusedException {
        List<Change> changes = changes(settings);
        HostModel host = sources().host(source);
        Answer before = Answer.of(host, given.scenario(), PathSelection.DEFAULT);
        Answer after = Answer.of(WhatIf.apply(host, changes), given.scenario(), PathSelection.DEFAULT);
        if (json.wanted()) {
            terminal().printLine(Json.indented(WhatIfJson.of(before, after)));
        } else {
            terminal()
                    .print(DiffText.verdicts(
                            before, after, terminal().texts(), terminal().ink()));
        }
        return ExitStatus.of(after);
    }

    static List<Change> changes(List<String> settings) throws UsageException {
        List<Change> changes = new ArrayList<>();
        for (String setting : settings) {
            changes.add(Change.parse(setting)
                    .orElseThrow(() -> new UsageException(Message.of("cli.bad-setting", setting))));
        }
        return changes;
    }
}
