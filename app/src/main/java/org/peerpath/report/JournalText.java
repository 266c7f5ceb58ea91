// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.MissingResourceException;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.StepState;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** The journal as text: the list of runs, one run, and each entry as it happens. */
public final class JournalText {
    private JournalText() {}

    /** A line for each run. */
    public static String list(List<RunRecord> runs, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        if (runs.isEmpty()) {
            page.line(page.say("journal.none"));
        }
        for (RunRecord run : runs) {
            page.line(ink.strong(run.run()) + "  " + run.source().orElse("–") + "  "
                    + page.say("journal.run." + run.state().id()));
        }
        return page.toString();
    }

    /** One run: how each step stands, then everything that was written down. */
    public static String of(RunRecord run, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        page.line(ink.strong(page.say(
                "journal.title",
                run.run(),
                run.source().orElse("–"),
                Message.of("journal.run." + run.state().id()))));
        run.began().ifPresent(began -> page.line(page.say("journal.who", began.who(), began.host(), began.boot())));
        run.why().ifPresent(why -> page.line(said(why, texts)));
        page.blank();
        for (RunRecord.Progress progress : run.progress()) {
            page.line("  " + page.say("journal.step." + progress.state().id()) + "  "
                    + ink.strong(progress.step().id()) + "  "
                    + said(progress.step().purpose(), texts));
            progress.step().operations().forEach(operation -> page.line("      $ " + operation.shell()));
            if (progress.state() != StepState.PENDING) {
                progress.step()
                        .undo()
                        .forEach(operation -> page.line("      " + page.say("plan.undo") + " $ " + operation.shell()));
            }
        }
        page.blank();
        for (Entry entry : run.entries()) {
            page.line(ink.faint(line(entry, texts)));
        }
        return page.toString();
    }

    /** An entry on one line: {@code 2026-11-30T00:12:04Z starting acs:0000:17:00.0}. */
    public static String line(Entry entry, Texts texts) {
        Message words = switch (entry) {
            case Entry.Began began ->
                Message.of("journal.entry.began", Integer.toString(began.steps().size()), began.snapshot());
            case Entry.Identified identified ->
                Message.of(
                        "journal.entry.identified",
                        identified
                                .identity()
                                .machineId()
                                .map(JournalText::shortly)
                                .orElse("–"),
                        identified
                                .identity()
                                .dmiUuid()
                                .map(JournalText::shortly)
                                .orElse("–"));
            case Entry.Accepted accepted ->
                Message.of(
                        "journal.entry.accepted",
                        accepted.guards().isEmpty() ? "–" : String.join(" ", accepted.guards()));
            case Entry.CanaryBegan canary ->
                Message.of(
                        "journal.entry.canary", Integer.toString(canary.steps().size()));
            case Entry.Starting starting ->
                Message.of("journal.entry.starting", with(starting.step(), starting.commands()));
            case Entry.Ended ended ->
                Message.of(
                        "journal.entry.ended",
                        ended.step(),
                        Message.of("journal.step." + ended.state().id()),
                        said(ended.why(), texts));
            case Entry.Undoing undoing -> Message.of("journal.entry.undoing", with(undoing.step(), undoing.commands()));
            case Entry.Silent silent -> Message.of("journal.entry.silent", silent.step());
            case Entry.Back back -> Message.of("journal.entry.back", back.boot());
            case Entry.Holding holding -> Message.of("journal.entry.holding", Long.toString(holding.seconds()));
            case Entry.Verifying verifying ->
                Message.of(
                        "journal.entry.verifying",
                        verifying.setting().nic(),
                        verifying.setting().firmware());
            case Entry.Held held -> Message.of("journal.entry.held");
            case Entry.Closed closed ->
                Message.of(
                        "journal.entry.closed",
                        Message.of("journal.run." + closed.state().id()),
                        said(closed.why(), texts));
        };
        return entry.at().truncatedTo(ChronoUnit.SECONDS) + " " + texts.say(words);
    }

    private static String shortly(String hash) {
        return hash.substring(0, Math.min(12, hash.length()));
    }

    private static String with(String step, List<String> commands) {
        return step + ": " + String.join("; ", commands);
    }

    /** A journal may hold messages of another version of this program. */
    private static String said(Message message, Texts texts) {
        try {
            return texts.say(message);
        } catch (MissingResourceException e) {
            return message.key() + " " + message.args();
        }
    }
}
