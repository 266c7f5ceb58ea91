// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.nio.file.Path;
import org.peerpath.host.HostException;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.text.Message;

/** Tools for windows in which nothing is carried out: no host is reached, the journal is empty. */
public final class NoTools {
    public static final RunModel.Tools TOOLS = new RunModel.Tools(
            source -> {
                throw new HostException(HostException.Kind.UNREACHABLE, Message.of("host.no-status"));
            },
            new Journal(Path.of(System.getProperty("peerpath.build", "target"), "no-journal")),
            Pace.REAL,
            Limits.USUAL,
            "tester@here");

    private NoTools() {}
}
