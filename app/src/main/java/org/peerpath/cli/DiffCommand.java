// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.advice.HostComparison;
import org.peerpath.fleet.HostIndex;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import org.peerpath.path.Scenario;
import org.peerpath.report.DiffJson;
import org.peerpath.report.DiffText;
import org.peerpath.report.Json;
import org.peerpath.report.MeasuredDiff;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;
import tools.jackson.databind.node.ObjectNode;

@CommandLine.Command(name = "diff", resourceBundle = Program.HELP)
final class DiffCommand extends HostCommand {
    @CommandLine.Parameters(index = "0", paramLabel = "OLD", descriptionKey = "old")
    private String old = "";

    @CommandLine.Parameters(index = "1", paramLabel = "NEW", descriptionKey = "new")
    private String fresh = "";

    @CommandLine.Option(names = "--measured-before", paramLabel = "FILE", descriptionKey = "diff-measured-before")
    private List<String> measuredBefore = new ArrayList<>();

    @CommandLine.Option(names = "--measured-after", paramLabel = "FILE", descriptionKey = "diff-measured-after")
    private List<String> measuredAfter = new ArrayList<>();

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    DiffCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        List<SourceList.Entry> before = SourceList.of(old, sources());
        List<SourceList.Entry> after = SourceList.of(fresh, sources());
        if (before.size() == 1 && after.size() == 1) {
            HostModel one = HostModel.of(before.getFirst().open());
            HostModel other = HostModel.of(after.getFirst().open());
            List<Difference> differences = HostComparison.of(one, other);
            boolean measured = !measuredBefore.isEmpty() || !measuredAfter.isEmpty();
            Measurements then = measurements(one, measuredBefore);
            Measurements now = measurements(other, measuredAfter);
            if (json.wanted()) {
                ObjectNode root = DiffJson.of(one, other, differences);
                if (measured) {
                    MeasuredDiff.put(root, then, now);
                }
                terminal().printLine(Json.indented(root));
            } else {
                terminal()
                        .print(DiffText.of(
                                differences, terminal().texts(), terminal().ink()));
                terminal()
                        .print(MeasuredDiff.text(
                                then, now, terminal().texts(), terminal().ink()));
                masked(one, other);
            }
            return differences.isEmpty() ? ExitStatus.FINE : ExitStatus.WRONG;
        }
        if (!measuredBefore.isEmpty() || !measuredAfter.isEmpty()) {
            throw new UsageException(Message.of("cli.diff.measured-one-host"));
        }
        return many(before, after);
    }

    private static Measurements measurements(HostModel host, List<String> files) throws UnreadableSourceException {
        List<Readout> readouts = new ArrayList<>();
        for (String file : files) {
            readouts.add(MeasuredFiles.read(file));
        }
        return Measurements.of(host, Scenario.AS_IS, readouts, Optional.empty());
    }

    /** Each host is compared with itself, whatever it is called; those of one side only are named. */
    private ExitStatus many(List<SourceList.Entry> before, List<SourceList.Entry> after) {
        HostIndex<SourceList.Entry> index = new HostIndex<>();
        ExitStatus worst = ExitStatus.FINE;
        List<SourceList.Entry> old = new ArrayList<>();
        for (SourceList.Entry entry : before) {
            Optional<HostModel> host = open(entry);
            worst = host.isEmpty() ? worst.worse(ExitStatus.UNREADABLE) : worst;
            host.ifPresent(model -> {
                index.add(HostIndex.Who.of(model.snapshot()), entry);
                old.add(entry);
            });
        }
        Set<SourceList.Entry> found = new HashSet<>();
        for (SourceList.Entry entry : after) {
            Optional<HostModel> host = open(entry);
            if (host.isEmpty()) {
                worst = worst.worse(ExitStatus.UNREADABLE);
                continue;
            }
            Optional<SourceList.Entry> same =
                    index.find(HostIndex.Who.of(host.get().snapshot()));
            same.ifPresent(found::add);
            Optional<HostModel> was = same.flatMap(this::open);
            worst = worst.worse(was.map(model -> pair(model, host.get())).orElseGet(() -> one(Optional.empty(), host)));
        }
        for (SourceList.Entry entry : old) {
            if (!found.contains(entry)) {
                worst = worst.worse(one(open(entry), Optional.empty()));
            }
        }
        return worst;
    }

    private ExitStatus pair(HostModel before, HostModel after) {
        List<Difference> differences = HostComparison.of(before, after);
        if (json.wanted()) {
            terminal().printLine(Json.line(DiffJson.of(before, after, differences)));
        } else if (!differences.isEmpty()) {
            terminal().printLine(terminal().texts().say("cli.diff.host", name(after), differences.size()));
            terminal()
                    .print(DiffText.of(
                            differences, terminal().texts(), terminal().ink()));
            masked(before, after);
        }
        return differences.isEmpty() ? ExitStatus.FINE : ExitStatus.WRONG;
    }

    private void masked(HostModel before, HostModel after) {
        Comparison.masked(before, after).forEach(path -> terminal().complain(Message.of("diff.masked", "/" + path)));
    }

    /** A host that only one side has is a difference. */
    private ExitStatus one(Optional<HostModel> before, Optional<HostModel> after) {
        if (json.wanted()) {
            terminal().printLine(Json.line(DiffJson.only(before, after)));
        } else {
            before.ifPresent(host -> terminal().printLine(terminal().texts().say("cli.diff.gone", name(host))));
            after.ifPresent(host -> terminal().printLine(terminal().texts().say("cli.diff.new", name(host))));
        }
        return ExitStatus.WRONG;
    }

    private static String name(HostModel host) {
        return host.snapshot().origin().host();
    }

    private Optional<HostModel> open(SourceList.Entry entry) {
        try {
            return Optional.of(HostModel.of(entry.open()));
        } catch (UnreadableSourceException e) {
            terminal().complain(e.reason());
            return Optional.empty();
        }
    }
}
