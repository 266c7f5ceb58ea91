// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.advice.Labels;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.hardware.Knowledge;
import org.peerpath.host.Hosts;
import org.peerpath.model.HostModel;
import org.peerpath.report.DiagnosisText;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.EvidenceLogs;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import picocli.CommandLine;

/** Reads kernel logs: of a file or folder, or of a live host. */
@CommandLine.Command(name = "diagnose", resourceBundle = Program.HELP)
final class DiagnoseCommand extends HostCommand {
    private static final int NAMED = 8;

    @CommandLine.Parameters(paramLabel = "LOG|SOURCE", descriptionKey = "log")
    private String log = "";

    @CommandLine.Option(names = "--host", paramLabel = "SOURCE", descriptionKey = "log-host")
    private String host = "";

    DiagnoseCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException {
        List<NamedLog> read = sources().logs(log, terminal()::complain);
        List<NamedLog> logs = read.stream().filter(l -> l.facts().log()).toList();
        if (logs.isEmpty()) {
            throw new UnreadableSourceException(noLog());
        }
        read.stream().filter(l -> !l.facts().log()).forEach(l -> terminal().complain(Message.of("log.none", l.name())));
        Optional<HostModel> model = model();
        ExitStatus worst = ExitStatus.FINE;
        List<NamedLog> quiet = new ArrayList<>();
        for (NamedLog named : logs) {
            Diagnosis diagnosis = Diagnosis.of(named.facts(), model, Knowledge.inUse());
            if (logs.size() > 1 && diagnosis.conclusions().isEmpty()) {
                quiet.add(named);
                continue;
            }
            terminal()
                    .print(DiagnosisText.of(
                            diagnosis,
                            named.name(),
                            model.map(Labels::of),
                            terminal().texts(),
                            terminal().ink()));
            worst = worst.worse(diagnosis.isTrouble() ? ExitStatus.WRONG : ExitStatus.FINE);
        }
        if (!quiet.isEmpty()) {
            terminal().print(quiet(quiet));
        }
        return worst;
    }

    /** What it is instead, if that is known. */
    private Message noLog() {
        try {
            SourceKind kind = Recognizer.open(log).origin().kind();
            // Lines that only a kernel prints, such as lsmod's, and none that tells of an event.
            return kind == SourceKind.KERNEL_LOG
                    ? Message.of("log.none", Clean.line(log))
                    : Message.of("log.none-but", Clean.line(log), Message.of("source-kind." + kind.id()));
        } catch (UnreadableSourceException e) {
            return Message.of("log.none", Clean.line(log));
        }
    }

    /** A support archive holds dozens of logs; those that say nothing share one sentence. */
    private String quiet(List<NamedLog> logs) {
        return terminal()
                        .texts()
                        .say(
                                "log.quiet-others",
                                logs.size(),
                                logs.stream().limit(NAMED).map(NamedLog::name).collect(Collectors.joining(", "))
                                        + (logs.size() > NAMED ? ", …" : ""))
                + "\n";
    }

    /** The host that was named, else the one that the log comes from, where the source holds both. */
    private Optional<HostModel> model() throws UnreadableSourceException {
        if (!host.isEmpty()) {
            return Optional.of(sources().host(host));
        }
        if (Hosts.isHost(log)) {
            return Optional.of(sources().host(log));
        }
        try {
            return EvidenceLogs.tellsOfHost(Path.of(log))
                    ? Optional.of(sources().host(log))
                    : Optional.empty();
        } catch (IOException | InvalidPathException | UnreadableSourceException e) {
            return Optional.empty();
        }
    }
}
