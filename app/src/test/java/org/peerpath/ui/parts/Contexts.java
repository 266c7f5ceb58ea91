// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import org.peerpath.plan.run.Journal;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.base.Notes;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.model.Fleet;
import org.peerpath.ui.model.Overview;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Summaries;

/** What views are given, without a window. */
public final class Contexts {
    private Contexts() {}

    /** English, over the samples. */
    public static AppContext of(TaskExecutor executor, Dialogs dialogs, Path journal) {
        Fleet fleet = new Fleet(Samples::open, executor, Clock.systemUTC(), (entry, why) -> {});
        Session session = new Session(fleet, executor, dialogs);
        Language language = new Language(Locale.ENGLISH);
        return new AppContext(
                fleet,
                session,
                new Overview(session, new Summaries(session, executor), executor, language, dialogs),
                language,
                new Settings(),
                dialogs,
                new Notes(executor),
                executor,
                new Journal(journal),
                new Listeners());
    }
}
