// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Theme;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.PathSelection;
import org.peerpath.path.WhatIf;
import org.peerpath.report.Answer;
import org.peerpath.report.ExportKind;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import picocli.CommandLine;

@CommandLine.Command(name = "export", resourceBundle = Program.HELP)
final class ExportCommand extends HostCommand {
    private static final int LONGEST_NAME = 120;

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

    @CommandLine.Option(names = "--select", paramLabel = "REQUESTER,TARGET", descriptionKey = "select")
    private String selected = "";

    @CommandLine.Option(names = "--set", paramLabel = "FUNCTION:acs=0x5d|ats=on", descriptionKey = "set")
    private List<String> settings = new ArrayList<>();

    @CommandLine.Option(names = "--fold", descriptionKey = "fold")
    private boolean fold;

    @CommandLine.Option(names = "--all-devices", descriptionKey = "all-devices")
    private boolean hidden;

    @CommandLine.Option(names = "--scale", paramLabel = "1-4", descriptionKey = "scale")
    private double scale = 2;

    @CommandLine.Option(names = "--redact", descriptionKey = "redact")
    private boolean redact;

    @CommandLine.Option(names = "--measured", paramLabel = "FILE", descriptionKey = "measured-file")
    private List<String> measured = new ArrayList<>();

    @CommandLine.Option(names = "--pair", paramLabel = "NIC=GPU", descriptionKey = "measured-pair")
    private String pair = "";

    @CommandLine.Option(names = "-f", descriptionKey = "force")
    private boolean force;

    ExportCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException, WhatIf.RefusedException {
        boolean folder = file.endsWith("/") || Files.isDirectory(Path.of(file));
        if (folder && format.isEmpty()) {
            throw new UsageException(Message.of("cli.folder-needs-format", endings()));
        }
        String ending = format.isEmpty() ? ending(file) : format;
        ExportKind kind = ExportKind.of(ending)
                .orElseThrow(() -> new UsageException(Message.of("cli.no-such-format", ending, endings())));
        Theme chosen = Theme.of(theme).orElseThrow(() -> new UsageException(Message.of("cli.no-such-theme", theme)));
        if (scale < 1 || scale > 4) {
            throw new UsageException(Message.of("cli.bad-scale", scale));
        }
        List<Change> changes = WhatIfCommand.changes(settings);
        if (!folder) {
            write(sources().open(source), file, kind, chosen, changes);
            return ExitStatus.FINE;
        }
        return each(kind, chosen, changes);
    }

    /** Each host into a file of its own in the folder. */
    private ExitStatus each(ExportKind kind, Theme chosen, List<Change> changes)
            throws UsageException, UnreadableSourceException, WhatIf.RefusedException {
        ExitStatus worst = ExitStatus.FINE;
        Set<String> taken = new HashSet<>();
        makeFolder();
        for (SourceList.Entry entry : SourceList.of(source, sources())) {
            try {
                Snapshot read = entry.open();
                String name = name(read, taken) + "." + kind.ending();
                write(read, Path.of(file).resolve(name).toString(), kind, chosen, changes);
            } catch (UnreadableSourceException e) {
                terminal().complain(e.reason());
                worst = worst.worse(ExitStatus.UNREADABLE);
            }
        }
        return worst;
    }

    private void makeFolder() throws UsageException {
        try {
            Files.createDirectories(Path.of(file));
        } catch (IOException e) {
            throw new UsageException(
                    Message.of("cli.not-written", Clean.line(file), Clean.line(String.valueOf(e.getMessage()))));
        }
    }

    /** A host may call itself anything; a file of its name lies in the folder and nowhere else. */
    private static String name(Snapshot read, Set<String> taken) {
        String host = read.origin().host().replaceAll("[^A-Za-z0-9._-]", "_");
        String plain = host.isEmpty() || host.startsWith(".") ? "host" + host : host;
        String cut = plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
        String name = cut;
        for (int i = 2; !taken.add(name); i++) {
            name = cut + "-" + i;
        }
        return name;
    }

    private void write(Snapshot read, String to, ExportKind kind, Theme chosen, List<Change> changes)
            throws UsageException, UnreadableSourceException, WhatIf.RefusedException {
        HostModel host = WhatIf.apply(HostModel.of(redact ? Redaction.redact(read) : read), changes);
        Answer answer = measured(Answer.of(host, given.scenario(), PathSelection.DEFAULT));
        ExportOptions options = new ExportOptions(layout(host), chosen, texts(), scale);
        OutputFile.write(terminal(), to, force, out -> kind.write(answer, options, out));
    }

    private Answer measured(Answer answer) throws UnreadableSourceException, UsageException {
        if (measured.isEmpty()) {
            return answer;
        }
        List<Readout> readouts = new ArrayList<>();
        for (String output : measured) {
            readouts.add(MeasuredFiles.read(output));
        }
        return answer.with(
                Measurements.of(answer.host(), answer.scenario(), readouts, MeasuredFiles.pair(answer.host(), pair)));
    }

    private LayoutOptions layout(HostModel host) throws UsageException {
        LayoutOptions options = LayoutOptions.FILE.withFolded(fold).withHidden(hidden);
        if (!selected.isEmpty()) {
            options = options.withSelected(Optional.of(path(host, selected)));
        }
        return switch (paths) {
            case "nearest" -> options;
            case "all" -> options.withPaths(LayoutOptions.Paths.ALL);
            default -> options.withPaths(LayoutOptions.Paths.SELECTED).withSelected(Optional.of(path(host, paths)));
        };
    }

    private static PathKey path(HostModel host, String name) throws UsageException {
        String[] ends = name.split(",", 2);
        if (ends.length != 2) {
            throw new UsageException(Message.of("cli.bad-paths", name));
        }
        return new PathKey(FunctionNames.find(host, ends[0]), FunctionNames.find(host, ends[1]));
    }

    private Texts texts() throws UsageException {
        return switch (language) {
            case "" -> terminal().texts();
            case "en", "ko" -> new Texts(Locale.forLanguageTag(language));
            default -> throw new UsageException(Message.of("cli.no-such-language", language));
        };
    }

    private static String ending(String file) {
        return file.substring(file.lastIndexOf('.') + 1);
    }

    private static String endings() {
        return Arrays.stream(ExportKind.values()).map(ExportKind::ending).collect(Collectors.joining(" "));
    }
}
