// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.text.Message;
import picocli.CommandLine;

/** Stands here for the help and for machines without a display; the window itself is opened before the command line runs. */
@CommandLine.Command(name = "window", resourceBundle = Program.HELP)
final class WindowCommand extends Command {
    @CommandLine.Parameters(arity = "0..*", paramLabel = "SOURCE", descriptionKey = "sources")
    @SuppressWarnings("UnusedVariable") // only for the help
    private List<String> sources = new ArrayList<>();

    @CommandLine.Option(names = "--from", paramLabel = "FILE", descriptionKey = "from")
    @SuppressWarnings("UnusedVariable") // only for the help
    private List<String> lists = new ArrayList<>();

    WindowCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UsageException {
        throw new UsageException(Message.of("cli.no-display"));
    }
}
