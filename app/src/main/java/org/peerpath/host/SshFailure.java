// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.util.Locale;
import org.peerpath.host.HostException.Kind;
import org.peerpath.text.Message;

/** What ssh's last words mean (OpenSSH, sshconnect.c and packet.c, messages in English). */
final class SshFailure {
    /** How ssh ends when it is ssh that failed, and not what ran on the host. */
    static final int TRANSPORT = 255;

    private SshFailure() {}

    /** A host shows another key than the one known; said even where the user's configuration lets it pass. */
    static boolean saysKeyChanged(String errors) {
        return errors.contains("REMOTE HOST IDENTIFICATION HAS CHANGED")
                || errors.contains("WARNING: POSSIBLE DNS SPOOFING DETECTED");
    }

    /** Why no connection came about. */
    static HostException beforeLogin(String host, String errors) {
        String last = lastWords(errors);
        if (saysKeyChanged(errors)) {
            return new HostException(Kind.CHANGED_KEY, Message.of("host.changed-key", host));
        }
        if (errors.contains("Host key verification failed")
                || errors.toLowerCase(Locale.ROOT).contains("host key is known for")) {
            return new HostException(Kind.UNKNOWN_KEY, Message.of("host.unknown-key", host));
        }
        if (errors.contains("Permission denied")
                || errors.contains("Too many authentication failures")
                || errors.contains("No more authentication methods")) {
            return new HostException(Kind.NOT_ADMITTED, Message.of("host.not-admitted", host, last));
        }
        return new HostException(Kind.UNREACHABLE, Message.of("host.unreachable", host, last));
    }

    /** Why a connection ended that was there. */
    static HostException afterLogin(String host, String errors) {
        return new HostException(Kind.GONE, Message.of("host.gone", host, lastWords(errors)));
    }

    /** ssh's own last line; banners and what login scripts wrote come before it. */
    private static String lastWords(String errors) {
        String last = Tail.lastLine(errors);
        return last.isEmpty() ? "-" : last;
    }
}
