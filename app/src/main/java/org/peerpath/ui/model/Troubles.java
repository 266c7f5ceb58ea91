// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.peerpath.host.HostException;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/** Why a source could not be read, as its state. */
final class Troubles {
    private Troubles() {}

    static HostEntry.State state(HostEntry entry, Exception problem) {
        if (problem instanceof UnreadableSourceException unreadable) {
            boolean silent = unreadable.getCause() instanceof HostException e
                    && (e.kind() == HostException.Kind.GONE
                            || (e.kind() == HostException.Kind.UNREACHABLE && entry.isRead()));
            if (silent) {
                return new HostEntry.State.Gone(unreadable.reason());
            }
            return new HostEntry.State.Failed(unreadable.reason(), "");
        }
        StringWriter trace = new StringWriter();
        problem.printStackTrace(new PrintWriter(trace));
        return new HostEntry.State.Failed(Message.of("ui.host.unexpected"), trace.toString());
    }

    static Message why(HostEntry.State state) {
        return switch (state) {
            case HostEntry.State.Failed(Message why, String _) -> why;
            case HostEntry.State.Gone(Message why) -> why;
            case HostEntry.State.Reading _, HostEntry.State.Ready _ -> Message.of("ui.host.unexpected");
        };
    }
}
