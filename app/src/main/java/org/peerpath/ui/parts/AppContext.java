// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import org.peerpath.plan.run.Journal;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.base.Notes;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.model.Fleet;
import org.peerpath.ui.model.Overview;
import org.peerpath.ui.model.Session;

/** What the views are given: made once at the start, handed on by constructors. */
public record AppContext(
        Fleet fleet,
        Session session,
        Overview overview,
        Language language,
        Settings settings,
        Dialogs dialogs,
        Notes notes,
        TaskExecutor executor,
        Journal journal,
        Listeners watch) {
    /** The same for views built anew, which listen for themselves. */
    public AppContext withWatch(Listeners fresh) {
        return new AppContext(fleet, session, overview, language, settings, dialogs, notes, executor, journal, fresh);
    }

    /** The sentence for a key in the language of now. */
    public String say(String key, Object... args) {
        return language.say(key, args);
    }
}
