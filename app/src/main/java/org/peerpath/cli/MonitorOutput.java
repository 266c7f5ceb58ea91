// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.cli.Command.UsageException;
import org.peerpath.fleet.HostRecord;
import org.peerpath.fleet.HostRecords;
import org.peerpath.fleet.Monitor;
import org.peerpath.fleet.Policy;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** {@code check --as FORM}: what a monitoring tool is told, with the exit status it expects. */
final class MonitorOutput {
    private final Terminal terminal;
    private final Monitor form;
    private final String file;

    /**
     * Prepares the output.
     *
     * @param file the file to replace, written beside and renamed; empty for standard output
     * @throws UsageException if there is no such form
     */
    MonitorOutput(Terminal terminal, String form, String file) throws UsageException {
        this.terminal = terminal;
        this.form = Monitor.of(form)
                .orElseThrow(() -> new UsageException(Message.of("cli.no-such-form", Clean.line(form), forms())));
        this.file = file;
    }

    private static String forms() {
        return Arrays.stream(Monitor.values()).map(Monitor::id).collect(Collectors.joining(" "));
    }

    ExitStatus run(List<SourceList.Entry> entries, Scenario scenario, PathSelection selection) throws UsageException {
        List<Monitor.Checked> checked = new ArrayList<>();
        ExitStatus worst = ExitStatus.FINE;
        for (SourceList.Entry entry : entries) {
            Monitor.Checked one = check(entry, scenario, selection);
            checked.add(one);
            worst = worst.worse(ExitStatus.of(one.host().state()));
        }
        String text = form.text(checked, Instant.now());
        if (file.isEmpty()) {
            terminal.print(text);
        } else {
            OutputFile.text(terminal, file, true, text);
        }
        Optional<Integer> status = form.status(checked);
        return status.isPresent() ? ExitStatus.ofMonitor(status.get()) : worst;
    }

    private static Monitor.Checked check(SourceList.Entry entry, Scenario scenario, PathSelection selection) {
        try {
            Answer answer = Answer.of(HostModel.of(entry.open()), scenario, selection);
            return new Monitor.Checked(HostRecords.of(answer, Policy.NONE), answer.nearest());
        } catch (UnreadableSourceException e) {
            return new Monitor.Checked(
                    HostRecords.without(
                            entry.name(),
                            scenario,
                            entry.live() ? HostRecord.State.UNREACHABLE : HostRecord.State.UNREADABLE,
                            e.reason()),
                    List.of());
        }
    }
}
