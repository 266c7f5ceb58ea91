// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "snapshot", resourceBundle = Program.HELP)
final class SnapshotCommand extends HostCommand {
    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(names = "-o", required = true, paramLabel = "FILE", descriptionKey = "snapshot-file")
    private String file = "";

    @CommandLine.Option(names = "--redact", descriptionKey = "redact")
    private boolean redact;

    @CommandLine.Option(names = "-f", descriptionKey = "force")
    private boolean force;

    SnapshotCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        Snapshot read = sources().open(source);
        Snapshot kept = redact ? Redaction.redact(read) : read;
        OutputFile.write(terminal(), file, force, out -> SnapshotFile.write(kept, out, file.endsWith(".gz")));
        terminal()
                .complain(Message.of(
                        "cli.snapshot-written", file, kept.functions().size()));
        return ExitStatus.FINE;
    }
}
