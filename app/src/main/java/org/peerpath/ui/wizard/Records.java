// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.plan.run.JournalException;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.report.Answer;
import org.peerpath.report.CaseFile;
import org.peerpath.report.Ink;
import org.peerpath.report.JournalText;
import org.peerpath.report.TrialTable;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HandoverWish;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Handing;
import org.peerpath.ui.parts.Saving;

/** Writes what a run leaves to read into files that a person names. */
final class Records {
    private final AppContext context;
    private final Wizard wizard;

    Records(AppContext context, Wizard wizard) {
        this.context = context;
        this.wizard = wizard;
    }

    /** The run as {@code peerpath journal show} prints it. */
    void saveRun() {
        RunRecord record = wizard.run().record();
        Texts texts = context.language().texts();
        Saving.ask(
                context,
                record.run().isEmpty() ? "run.txt" : record.run() + ".txt",
                out -> out.write(JournalText.of(record, texts, Ink.PLAIN).getBytes(StandardCharsets.UTF_8)));
    }

    /** The host as {@code peerpath case} packs it. */
    void saveCase() {
        Wizard.Subject of = wizard.subjectProperty().get().orElseThrow();
        HostModel host = of.entry().hostProperty().get().orElse(of.view().read());
        Scenario scenario = of.view().scenario();
        Texts texts = context.language().texts();
        String name = of.entry().nameProperty().get().replaceAll("[^A-Za-z0-9._-]+", "-");
        Saving.ask(
                context,
                name + "-case.zip",
                out -> CaseFile.write(
                        Answer.of(host, scenario, PathSelection.DEFAULT),
                        Optional.empty(),
                        trials(host, texts),
                        false,
                        texts,
                        out));
    }

    /** What a VM must be given for the NICs of the goal and their nearest GPUs. */
    void saveHandover() {
        Wizard.Subject of = wizard.subjectProperty().get().orElseThrow();
        HostModel host = of.entry().hostProperty().get().orElse(of.view().read());
        List<Address> nics = wizard.choice().request().nics();
        Handing.over(
                context,
                host,
                () -> HandoverWish.of(host, nics),
                of.entry().nameProperty().get().replaceAll("[^A-Za-z0-9._-]+", "-") + "-handover.zip");
    }

    private String trials(HostModel host, Texts texts) throws IOException {
        try {
            return TrialTable.of(
                    context.journal().trials(host.snapshot().origin().host()), texts);
        } catch (JournalException e) {
            throw new IOException(texts.say(e.reason()), e);
        }
    }
}
