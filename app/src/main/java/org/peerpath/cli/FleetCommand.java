// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.peerpath.fleet.FleetFormat;
import org.peerpath.fleet.FleetHtml;
import org.peerpath.fleet.FleetText;
import org.peerpath.fleet.HostGroups;
import org.peerpath.fleet.HostRecord;
import org.peerpath.fleet.Policy;
import org.peerpath.fleet.PolicyFile;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "fleet", resourceBundle = Program.HELP)
final class FleetCommand extends HostCommand {
    /** Such a file is a page to pass on. */
    private static final String PAGE = ".html";

    @CommandLine.Mixin
    private SourceList list = new SourceList();

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Option(names = "--baseline", paramLabel = "SOURCE", descriptionKey = "baseline")
    private String baseline = "";

    @CommandLine.Option(names = "--policy", paramLabel = "FILE", descriptionKey = "policy")
    private String policyFile = "";

    @CommandLine.Option(names = "--measured", paramLabel = "FOLDER", descriptionKey = "fleet-measured")
    private String measured = "";

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    @CommandLine.Option(names = "--csv", descriptionKey = "csv")
    private boolean csv;

    @CommandLine.Option(names = "-o", paramLabel = "FILE", descriptionKey = "fleet-file")
    private String file = "";

    @CommandLine.Option(names = "-f", descriptionKey = "force")
    private boolean force;

    FleetCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UsageException, UnreadableSourceException, InterruptedException {
        boolean page = file.toLowerCase(Locale.ROOT).endsWith(PAGE);
        if ((json.wanted() && csv) || (page && (json.wanted() || csv))) {
            throw new UsageException(Message.of("cli.json-or-csv"));
        }
        Policy policy = policyFile.isEmpty() ? Policy.NONE : policy();
        FleetFigures figures = measured.isEmpty() ? FleetFigures.none() : FleetFigures.in(measured);
        FleetReading reading = new FleetReading(terminal(), given.scenario(), policy, figures);
        if (!baseline.isEmpty()) {
            reading.baseline(SourceList.of(baseline, sources()));
        }
        List<HostRecord> hosts = new ArrayList<>(reading.read(list.entries(sources())));
        hosts.sort(Comparator.comparing(HostRecord::host).thenComparing(HostRecord::source));
        if (!measured.isEmpty()
                && hosts.stream().allMatch(host -> host.figures().isEmpty())) {
            terminal().complain(Message.of("fleet.nothing-measured", Clean.line(measured)));
        }
        write(hosts, reading);
        reading.gone().forEach(name -> terminal().complain(Message.of("fleet.gone", name)));
        return status(hosts);
    }

    private void write(List<HostRecord> hosts, FleetReading reading) throws UsageException {
        String text;
        if (file.toLowerCase(Locale.ROOT).endsWith(PAGE)) {
            text = FleetHtml.of(HostGroups.of(hosts), reading::again, terminal().texts());
        } else if (json.wanted()) {
            text = String.join("", hosts.stream().map(FleetFormat::jsonLine).toList());
        } else if (csv) {
            text = FleetFormat.csvNames()
                    + String.join("", hosts.stream().map(FleetFormat::csvLine).toList());
        } else {
            text = FleetText.of(HostGroups.of(hosts), terminal().texts());
        }
        if (file.isEmpty()) {
            terminal().print(text);
        } else {
            OutputFile.text(terminal(), file, force, text);
        }
    }

    private ExitStatus status(List<HostRecord> hosts) {
        ExitStatus worst = ExitStatus.FINE;
        for (HostRecord host : hosts) {
            worst = worst.worse(ExitStatus.of(host.state()));
            if (!host.changed().isEmpty()) {
                worst = worst.worse(ExitStatus.WRONG);
            }
        }
        return worst;
    }

    private Policy policy() throws UnreadableSourceException {
        try (InputStream in = Files.newInputStream(Path.of(policyFile))) {
            return PolicyFile.read(in, policyFile, LocalDate.now(ZoneOffset.UTC));
        } catch (IOException | InvalidPathException e) {
            throw new UnreadableSourceException(Message.of("cli.list-unreadable", Clean.line(policyFile)));
        }
    }
}
