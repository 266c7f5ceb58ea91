// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.List;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import org.peerpath.report.DiffJson;
import org.peerpath.report.DiffText;
import org.peerpath.report.Json;
import org.peerpath.snapshot.UnreadableSourceException;
import picocli.CommandLine;

@CommandLine.Command(name = "diff", resourceBundle = Program.HELP)
final class DiffCommand extends HostCommand {
    @CommandLine.Parameters(index = "0", paramLabel = "OLD", descriptionKey = "old")
    private String old = "";

    @CommandLine.Parameters(index = "1", paramLabel = "NEW", descriptionKey = "new")
    private String fresh = "";

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    DiffCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException {
        HostModel before = sources().host(old);
        HostModel after = sources().host(fresh);
        List<Difference> differences = Comparison.of(before, after);
        if (json.wanted()) {
            terminal().printLine(Json.indented(DiffJson.of(before, after, differences)));
        } else {
            terminal()
                    .print(DiffText.of(
                            differences, terminal().texts(), terminal().ink()));
        }
        return ExitStatus.FINE;
    }
}
