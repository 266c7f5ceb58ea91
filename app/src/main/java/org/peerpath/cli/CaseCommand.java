// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.advice.Labels;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.report.Answer;
import org.peerpath.report.CaseFile;
import org.peerpath.report.CaseLog;
import org.peerpath.report.TrialTable;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import picocli.CommandLine;

/** Puts together what a vendor needs. */
@CommandLine.Command(name = "case", resourceBundle = Program.HELP)
final class CaseCommand extends HostCommand {
    private static final String DIAGNOSIS = "peerpath/case-log";
    private static final String TRIALS = "peerpath/case-trials";
    private static final String STACKS = "peerpath/case-stacks";

    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(names = "--log", paramLabel = "FILE", descriptionKey = "case-log")
    private List<String> logs = new ArrayList<>();

    @CommandLine.Option(names = "--redact", descriptionKey = "redact")
    private boolean redact;

    @CommandLine.Option(names = "-o", required = true, paramLabel = "FILE.zip", descriptionKey = "case-file")
    private String file = "";

    @CommandLine.Option(names = "-f", descriptionKey = "force")
    private boolean force;

    @CommandLine.Option(names = "--lang", paramLabel = "en|ko", descriptionKey = "case-lang")
    private String language = "en";

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    private final Journal journal;

    CaseCommand(Context context) {
        super(context);
        this.journal = context.journal();
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        Texts texts = new Texts(Locale.forLanguageTag(language));
        Snapshot read = sources().open(source);
        Optional<CaseLog> log = log(HostModel.of(read), texts);
        Snapshot kept = redact ? Redaction.redact(read) : read;
        Optional<CaseLog> told = redact ? log.map(l -> redacted(read, l)) : log;
        String tried = trials(read.origin().host(), texts);
        String trials = redact ? redacted(read, tried) : tried;
        Answer answer = Answer.of(HostModel.of(kept), given.scenario(), PathSelection.DEFAULT);
        OutputFile.write(terminal(), file, force, out -> CaseFile.write(answer, told, trials, redact, texts, out));
        terminal().complain(Message.of("cli.case-written", file));
        return ExitStatus.FINE;
    }

    private String trials(String host, Texts texts) throws UnreadableSourceException {
        try {
            return TrialTable.of(journal.trials(host), texts);
        } catch (JournalException e) {
            throw new UnreadableSourceException(e.reason(), e);
        }
    }

    private Optional<CaseLog> log(HostModel host, Texts texts) throws UnreadableSourceException {
        List<CaseLog.Named> all = new ArrayList<>();
        for (String name : logs) {
            for (NamedLog log : sources().logs(name, terminal()::complain)) {
                // Where it lay on this machine is nobody's business.
                all.add(new CaseLog.Named(
                        log.name().substring(log.name().lastIndexOf('/') + 1),
                        Diagnosis.of(log.facts(), Optional.of(host), Knowledge.inUse())));
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(CaseLog.of(all, Labels.of(host), texts));
    }

    private static String redacted(Snapshot read, String text) {
        TreeMap<String, Reading> host = new TreeMap<>(read.host());
        host.put(TRIALS, new Reading.Text(text, "journal"));
        return Redaction.redact(new Snapshot(read.origin(), host, read.hostListed(), read.functions(), read.notes()))
                .hostText(TRIALS)
                .asOptional()
                .orElse("");
    }

    /** As a part of the snapshot, so that what is replaced there is replaced here by the same. */
    private static CaseLog redacted(Snapshot read, CaseLog log) {
        TreeMap<String, Reading> host = new TreeMap<>(read.host());
        host.put(DIAGNOSIS, new Reading.Text(log.diagnosis(), "log"));
        host.put(STACKS, new Reading.Text(log.stacks(), "log"));
        Snapshot redacted =
                Redaction.redact(new Snapshot(read.origin(), host, read.hostListed(), read.functions(), read.notes()));
        return new CaseLog(
                redacted.hostText(DIAGNOSIS).asOptional().orElse(""),
                redacted.hostText(STACKS).asOptional().orElse(""),
                log.suspect());
    }
}
