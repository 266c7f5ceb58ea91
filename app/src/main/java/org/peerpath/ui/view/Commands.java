// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import org.peerpath.diagram.PathKey;
import org.peerpath.path.Scenario;

/** Commands that show on a terminal what the window shows. */
final class Commands {
    private Commands() {}

    static String explain(String source, PathKey path, Scenario scenario) {
        return "peerpath explain " + quoted(source) + " " + path.requester() + " " + path.target()
                + (scenario == Scenario.AS_IS ? "" : " --for " + scenario.id());
    }

    /** As a shell needs it: a name may hold blanks, quotes and worse. */
    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
