// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.report.JournalText;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "journal", resourceBundle = Program.HELP)
final class JournalCommand extends RunningCommand {
    @CommandLine.Parameters(arity = "0..1", paramLabel = "RUN", descriptionKey = "run")
    private String run = "";

    @CommandLine.ArgGroup
    private What what = new What();

    /** What to do with the run; nothing: show it. */
    private static final class What {
        @CommandLine.Option(names = "--resume", descriptionKey = "resume")
        private boolean resume;

        @CommandLine.Option(names = "--undo", descriptionKey = "undo")
        private boolean undo;
    }

    JournalCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UsageException, UnreadableSourceException {
        try {
            if (run.isEmpty()) {
                return list();
            }
            RunRecord record = journal().read(run);
            if (what.resume || what.undo) {
                String source = record.source()
                        .orElseThrow(() -> new UsageException(Message.of("journal.never-began", record.run())));
                return work(source, runs -> what.undo ? runs.undo(record.run()) : runs.resume(record.run()));
            }
            terminal()
                    .print(JournalText.of(record, terminal().texts(), terminal().ink()));
            return ExitStatus.FINE;
        } catch (JournalException e) {
            throw new UnreadableSourceException(e.reason(), e);
        }
    }

    private ExitStatus list() throws JournalException {
        Journal journal = journal();
        List<RunRecord> records = new ArrayList<>();
        for (String name : journal.runs()) {
            try {
                records.add(journal.read(name));
            } catch (JournalException e) {
                // One damaged file hides none of the others.
                terminal().complain(e.reason());
            }
        }
        terminal()
                .print(JournalText.list(records, terminal().texts(), terminal().ink()));
        return ExitStatus.FINE;
    }
}
