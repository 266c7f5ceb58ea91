// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import org.peerpath.plan.run.Journal;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.Watch;
import org.peerpath.ui.model.Fleet;
import org.peerpath.ui.model.Session;

/** What the views are given: made once at the start, handed on by constructors. */
public record AppContext(
        Fleet fleet,
        Session session,
        Language language,
        Settings settings,
        Dialogs dialogs,
        TaskExecutor executor,
        Journal journal,
        Watch watch) {
    /** The same for views built anew, which listen for themselves. */
    public AppContext withWatch(Watch fresh) {
        return new AppContext(fleet, session, language, settings, dialogs, executor, journal, fresh);
    }

    /** The sentence for a key in the language of now. */
    public String say(String key, Object... args) {
        return language.say(key, args);
    }
}
