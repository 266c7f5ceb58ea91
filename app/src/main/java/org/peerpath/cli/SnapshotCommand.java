// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.peerpath.snapshot.Redaction;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SnapshotFile;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "snapshot", resourceBundle = Program.HELP)
final class SnapshotCommand extends HostCommand {
    private static final String STDOUT = "-";

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
    ExitStatus run() throws UnreadableSourceException, UsageException, IOException {
        if (!file.equals(STDOUT) && !force && Files.exists(Path.of(file))) {
            throw new UsageException(Message.of("cli.exists", file));
        }
        Snapshot read = sources().open(source);
        Snapshot kept = redact ? Redaction.redact(read) : read;
        if (file.equals(STDOUT)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            SnapshotFile.write(kept, bytes, false);
            terminal().print(bytes.toString(StandardCharsets.UTF_8));
        } else {
            write(kept, Path.of(file));
            terminal()
                    .complain(Message.of(
                            "cli.snapshot-written", file, kept.functions().size()));
        }
        return ExitStatus.FINE;
    }

    /** Through a temporary file beside it, so that a full disk leaves no half snapshot. */
    private static void write(Snapshot snapshot, Path target) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        Path temporary = Files.createTempFile(folder, ".peerpath", ".tmp");
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                SnapshotFile.write(snapshot, out, target.toString().endsWith(".gz"));
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
