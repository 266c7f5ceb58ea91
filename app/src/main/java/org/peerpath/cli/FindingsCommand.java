// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.List;
import org.peerpath.advice.FindingCatalog;
import org.peerpath.report.FindingsText;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "findings", resourceBundle = Program.HELP)
final class FindingsCommand extends Command {
    @CommandLine.Parameters(arity = "0..1", paramLabel = "ID", descriptionKey = "finding-id")
    private String id = "";

    FindingsCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UsageException {
        List<FindingCatalog.Entry> entries = id.isEmpty()
                ? FindingCatalog.all()
                : List.of(FindingCatalog.find(id)
                        .orElseThrow(() -> new UsageException(Message.of("cli.no-such-finding", id))));
        terminal().print(FindingsText.of(entries, terminal().texts(), terminal().ink()));
        return ExitStatus.FINE;
    }
}
