// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.host.HostException.Kind;
import org.peerpath.text.Message;
import org.peerpath.text.ShellWords;

/** What ssh's last words mean (OpenSSH, sshconnect.c and packet.c, messages in English). */
final class SshFailure {
    /** How ssh ends when it is ssh that failed, and not what ran on the host. */
    static final int TRANSPORT = 255;

    private static final Pattern KEY_OWNER =
            Pattern.compile("(?m)^Host key for ([A-Za-z0-9._:%\\[\\]-]{1,300}) has changed");

    private static final Pattern KEY_FILE =
            Pattern.compile("(?m)^Offending \\S{1,40} key in (/[^\\r\\n]{1,4000}):\\d{1,9}\\r?$");

    private SshFailure() {}

    /** What ssh says of a host that shows another key than the one known, also where the configuration lets it pass. */
    static final List<String> KEY_CHANGED =
            List.of("REMOTE HOST IDENTIFICATION HAS CHANGED", "POSSIBLE DNS SPOOFING DETECTED");

    /** Why no connection came about. */
    static HostException beforeLogin(String host, String errors) {
        String last = lastWords(errors);
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

    /**
     * The command that takes the old key away. ssh names the key's owner as its file has it, which is not always the name
     * that was typed, and the file.
     */
    static String forgetting(String host, String errors) {
        Matcher owner = KEY_OWNER.matcher(errors);
        Matcher file = KEY_FILE.matcher(errors);
        String where = file.find() ? "-f " + ShellWords.quoted(file.group(1)) + " " : "";
        return "ssh-keygen " + where + "-R " + ShellWords.quoted(owner.find() ? owner.group(1) : host);
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
