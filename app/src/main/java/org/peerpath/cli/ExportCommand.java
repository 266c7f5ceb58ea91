// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Format;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Theme;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.report.Answer;
import org.peerpath.report.CheckJson;
import org.peerpath.report.Json;
import org.peerpath.report.ReportExport;
import org.peerpath.report.ReportFormat;
import org.peerpath.snapshot.Redaction;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import picocli.CommandLine;

@CommandLine.Command(name = "export", resourceBundle = Program.HELP)
final class ExportCommand extends HostCommand {
    private static final String JSON = "json";

    @CommandLine.Parameters(index = "0", paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(names = "-o", required = true, paramLabel = "FILE", descriptionKey = "export-file")
    private String file = "";

    @CommandLine.Option(names = "--format", paramLabel = "FORMAT", descriptionKey = "format")
    private String format = "";

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Option(names = "--theme", paramLabel = "light|dark|print", descriptionKey = "theme")
    private String theme = Theme.LIGHT.id();

    @CommandLine.Option(names = "--lang", paramLabel = "en|ko", descriptionKey = "lang")
    private String language = "";

    @CommandLine.Option(names = "--paths", paramLabel = "nearest|all|REQUESTER,TARGET", descriptionKey = "paths")
    private String paths = "nearest";

    @CommandLine.Option(names = "--fold", descriptionKey = "fold")
    private boolean fold;

    @CommandLine.Option(names = "--all-devices", descriptionKey = "all-devices")
    private boolean hidden;

    @CommandLine.Option(names = "--scale", paramLabel = "1-4", descriptionKey = "scale")
    private double scale = 2;

    @CommandLine.Option(names = "--redact", descriptionKey = "redact")
    private boolean redact;

    @CommandLine.Option(names = "-f", descriptionKey = "force")
    private boolean force;

    ExportCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        String ending = (format.isEmpty() ? ending(file) : format).toLowerCase(Locale.ROOT);
        Optional<Format> picture = Format.of(ending);
        Optional<ReportFormat> report = ReportFormat.of(ending);
        if (picture.isEmpty() && report.isEmpty() && !ending.equals(JSON)) {
            throw new UsageException(Message.of("cli.no-such-format", ending, endings()));
        }
        Theme chosen = Theme.of(theme).orElseThrow(() -> new UsageException(Message.of("cli.no-such-theme", theme)));
        if (scale < 1 || scale > 4) {
            throw new UsageException(Message.of("cli.bad-scale", scale));
        }
        Snapshot read = sources().open(source);
        HostModel host = HostModel.of(redact ? Redaction.redact(read) : read);
        Answer answer = Answer.of(host, given.scenario(), PathSelection.DEFAULT);
        ExportOptions options = new ExportOptions(layout(host), chosen, texts(), scale);
        OutputFile.write(terminal(), file, force, out -> write(picture, report, answer, options, out));
        return ExitStatus.FINE;
    }

    private static void write(
            Optional<Format> picture,
            Optional<ReportFormat> report,
            Answer answer,
            ExportOptions options,
            OutputStream out)
            throws IOException {
        if (picture.isPresent()) {
            Exporter.write(picture.get(), answer.host(), answer.paths(), options, out);
        } else if (report.isPresent()) {
            ReportExport.write(report.get(), answer, options, out);
        } else {
            out.write((Json.indented(CheckJson.of(answer)) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private LayoutOptions layout(HostModel host) throws UsageException {
        LayoutOptions options = LayoutOptions.FILE.withFolded(fold).withHidden(hidden);
        return switch (paths) {
            case "nearest" -> options;
            case "all" -> options.withPaths(LayoutOptions.Paths.ALL);
            default -> {
                String[] ends = paths.split(",", 2);
                if (ends.length != 2) {
                    throw new UsageException(Message.of("cli.bad-paths", paths));
                }
                PathKey path = new PathKey(FunctionNames.find(host, ends[0]), FunctionNames.find(host, ends[1]));
                yield options.withPaths(LayoutOptions.Paths.SELECTED).withSelected(Optional.of(path));
            }
        };
    }

    private Texts texts() {
        return language.isEmpty() ? terminal().texts() : new Texts(Locale.forLanguageTag(language));
    }

    private static String ending(String file) {
        return file.substring(file.lastIndexOf('.') + 1);
    }

    private static String endings() {
        StringBuilder all = new StringBuilder();
        for (Format format : Format.values()) {
            all.append(format.ending()).append(' ');
        }
        for (ReportFormat format : ReportFormat.values()) {
            all.append(format.ending()).append(' ');
        }
        return all.append(JSON).toString();
    }
}
