// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.peerpath.advice.Labels;
import org.peerpath.advice.knowledge.Knowledge;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.advice.log.LogFacts;
import org.peerpath.advice.log.LogReader;
import org.peerpath.advice.log.Signature;
import org.peerpath.iommu.HostModel;
import org.peerpath.report.DiagnosisText;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "diagnose", resourceBundle = Program.HELP)
final class DiagnoseCommand extends Command {
    @CommandLine.Parameters(paramLabel = "LOG", descriptionKey = "log")
    private String log = "";

    @CommandLine.Option(names = "--host", paramLabel = "SOURCE", descriptionKey = "log-host")
    private String host = "";

    DiagnoseCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException {
        Optional<HostModel> model =
                host.isEmpty() ? Optional.empty() : Optional.of(sources().host(host));
        LogFacts facts;
        try (InputStream in = open(log)) {
            facts = LogReader.read(in);
        } catch (IOException | InvalidPathException e) {
            throw new UnreadableSourceException(Message.of("cli.no-log", Clean.line(log)), e);
        }
        Diagnosis diagnosis = Diagnosis.of(facts, model, Knowledge.inUse());
        terminal()
                .print(DiagnosisText.of(
                        diagnosis,
                        Clean.line(log),
                        model.map(Labels::of),
                        terminal().texts(),
                        terminal().ink()));
        boolean wrong = diagnosis.conclusions().stream().anyMatch(c -> c.signature() != Signature.ATS_SWITCHED_OFF);
        return wrong ? ExitStatus.WRONG : ExitStatus.FINE;
    }

    /** A file, packed by gzip or not; "-" is standard input. */
    static InputStream open(String name) throws IOException {
        InputStream in = new BufferedInputStream(name.equals("-") ? System.in : Files.newInputStream(Path.of(name)));
        in.mark(2);
        boolean packed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return packed ? new GZIPInputStream(in, 1 << 16) : in;
    }
}
