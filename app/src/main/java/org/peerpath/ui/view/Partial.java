// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.model.HostEntry;

/**
 * A host of which something is unknown only because it was read without root.
 *
 * @param unread how many of its files
 */
record Partial(int unread) {
    static Optional<Partial> of(HostEntry entry) {
        return entry.stateProperty().get() instanceof HostEntry.State.Ready
                ? entry.summaryProperty()
                        .get()
                        .filter(summary -> summary.withoutRoot() > 0)
                        .map(summary -> new Partial(summary.withoutRoot()))
                : Optional.empty();
    }

    /** How much is missing, and how to get it; a file cannot be read again as root. */
    String explained(HostEntry entry, Language language) {
        return language.say("ui.host.partial.unread", unread)
                + (entry.isLive() ? " " + language.say("ui.host.partial.mend") : "");
    }
}
