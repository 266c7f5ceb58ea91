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
import org.peerpath.advice.knowledge.Knowledge;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.advice.log.Signature;
import org.peerpath.host.Hosts;
import org.peerpath.iommu.HostModel;
import org.peerpath.report.DiagnosisText;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.EvidenceLogs;
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
        Optional<HostModel> model = model();
        ExitStatus worst = ExitStatus.FINE;
        List<NamedLog> logs = sources().logs(log, terminal()::complain);
        List<NamedLog> quiet = new ArrayList<>();
        for (NamedLog read : logs) {
            Diagnosis diagnosis = Diagnosis.of(read.facts(), model, Knowledge.inUse());
            if (logs.size() > 1 && diagnosis.conclusions().isEmpty()) {
                quiet.add(read);
                continue;
            }
            terminal()
                    .print(DiagnosisText.of(
                            diagnosis,
                            read.name(),
                            model.map(Labels::of),
                            terminal().texts(),
                            terminal().ink()));
            boolean wrong = diagnosis.conclusions().stream().anyMatch(c -> c.signature() != Signature.ATS_SWITCHED_OFF);
            worst = worst.worse(wrong ? ExitStatus.WRONG : ExitStatus.FINE);
        }
        if (!quiet.isEmpty()) {
            terminal().print(quiet(quiet));
        }
        return worst;
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
