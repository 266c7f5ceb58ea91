// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import org.peerpath.diagram.PathKey;
import org.peerpath.path.Scenario;
import org.peerpath.text.ShellWords;

/** Commands that show on a terminal what the window shows. */
final class TerminalCommands {
    private TerminalCommands() {}

    static String explain(String source, PathKey path, Scenario scenario) {
        return "peerpath explain " + ShellWords.readable(source) + " " + path.requester() + " " + path.target()
                + (scenario == Scenario.AS_IS ? "" : " --for " + scenario.id());
    }
}
