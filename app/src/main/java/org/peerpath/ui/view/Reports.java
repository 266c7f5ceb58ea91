// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.advice.log.LogReader;
import org.peerpath.hardware.Knowledge;
import org.peerpath.path.PathSelection;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.program.Version;
import org.peerpath.report.Answer;
import org.peerpath.report.DiagnosisText;
import org.peerpath.report.Ink;
import org.peerpath.report.JournalText;
import org.peerpath.report.TrialTable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.EvidenceLogs;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;

/** The same texts as on the command line, to be read in the window. */
final class Reports {
    private Reports() {}

    /** Makes a text; takes its time. */
    interface Maker {
        String make() throws Exception;
    }

    /** What is in view, as reports want it; takes its time. */
    static Answer answer(HostView view) {
        return Answer.of(view.host(), view.scenario(), PathSelection.DEFAULT);
    }

    /** The runs that were ever begun; one damaged file hides none of the others. */
    static String journal(Journal journal, Texts texts) throws JournalException {
        List<RunRecord> records = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (String name : journal.runs()) {
            try {
                records.add(journal.read(name));
            } catch (JournalException e) {
                damaged.add(texts.say(e.reason()));
            }
        }
        StringBuilder text = new StringBuilder(JournalText.list(records, texts, Ink.PLAIN));
        records.forEach(record -> text.append('\n').append(JournalText.of(record, texts, Ink.PLAIN)));
        damaged.forEach(reason -> text.append('\n').append(reason));
        return text.toString().strip();
    }

    /** The firmware trials of a host as a table. */
    static String trials(AppContext context, HostView view) throws IOException {
        try {
            return TrialTable.of(
                    context.journal().trials(view.read().snapshot().origin().host()),
                    context.language().texts());
        } catch (JournalException e) {
            throw new IOException(context.language().say(e.reason()), e);
        }
    }

    /** What a log, or every log in a folder or archive, tells; together with the host in view. */
    static String diagnosis(Path file, Optional<HostView> view, Texts texts)
            throws IOException, UnreadableSourceException {
        StringBuilder text = new StringBuilder();
        EvidenceLogs.each(file, file.getFileName().toString(), new EvidenceLogs.Visitor() {
            @Override
            public void log(String name, InputStream content) throws IOException {
                Diagnosis diagnosis =
                        Diagnosis.of(LogReader.read(content), view.map(HostView::read), Knowledge.inUse());
                text.append(DiagnosisText.of(diagnosis, name, view.map(v -> Labels.of(v.read())), texts, Ink.PLAIN))
                        .append('\n');
            }

            @Override
            public void unreadable(String name) {
                text.append(texts.say("cli.no-log", name)).append('\n');
            }
        });
        if (text.isEmpty()) {
            throw new UnreadableSourceException(Message.of("cli.no-log-inside", file.toString()));
        }
        return text.toString().strip();
    }

    static String about(Texts texts) {
        return texts.say(
                "ui.about",
                version(texts),
                Runtime.version().toString(),
                System.getProperty("javafx.runtime.version", "?"),
                System.getProperty("os.name", "?") + " " + System.getProperty("os.arch", "?"));
    }

    static String version(Texts texts) {
        return Version.ofProgram().orElseGet(() -> texts.say("ui.about.unpackaged"));
    }

    static Message why(Exception problem) {
        return switch (problem) {
            case UnreadableSourceException e -> e.reason();
            case JournalException e -> e.reason();
            case IOException e -> Message.of("label.plain", String.valueOf(e.getMessage()));
            default -> Message.of("ui.host.unexpected");
        };
    }
}
