// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.peerpath.host.Host.OutputReader;
import org.peerpath.host.Host.Privilege;
import org.peerpath.host.Host.Script;

/**
 * The kernel logs of a machine: each is read by a command that only reads, its size and time are bounded, and one that
 * cannot be read is told apart from an empty one.
 */
public enum KernelLogs {
    /** The boot before this one, where the journal is kept: a host that hung tells of it there. */
    JOURNAL_BEFORE("journalctl -k -b -1 -q --no-pager -o short-monotonic"),
    /** What the kernel saved when it died (pstore; systemd moves it to /var/lib). */
    PSTORE("set -- /sys/fs/pstore/dmesg-* /var/lib/systemd/pstore/dmesg* /var/lib/systemd/pstore/*/dmesg*; "
            + "for file; do [ ! -f \"$file\" ] || cat -- \"$file\"; done"),
    /** This boot's ring buffer. */
    DMESG("dmesg");

    private static final String MARK = "@@peerpath-log ";
    private static final int LONGEST_BANNER = 64 * 1024;
    /** Above this a log is cut: its beginning holds the first cause. */
    private static final int MOST_BYTES = 64 << 20;

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String command;

    KernelLogs(String command) {
        this.command = command;
    }

    /**
     * Reads this log.
     *
     * @param reader is given the log's bytes; called only where there are any
     * @return what the reader made of it; empty where the log is not there, is empty, or may not be read
     * @throws HostException if the host was not reached or stopped answering
     */
    public <T> Optional<T> read(Host host, Privilege privilege, OutputReader<T, HostException> reader)
            throws HostException, InterruptedException {
        return host.<Optional<T>, HostException>run(new Script(script(), privilege, LIMIT), output -> {
            InputStream in = new BufferedInputStream(output, 1 << 16);
            return lineOf(in).equals("some") ? Optional.of(reader.read(in)) : Optional.empty();
        });
    }

    /** The first byte is looked at before anything is promised. In braces, so that the shell has read all of it. */
    String script() {
        return "{ LC_ALL=C; export LC_ALL\n"
                + "log() { { " + command + "; } 2> /dev/null; }\n"
                + "first=$(log | head -c 1 | od -An -tx1 | tr -d ' \\n')\n"
                + "if [ -n \"$first\" ]; then echo '" + MARK + "some'; log | head -c " + MOST_BYTES + "\n"
                + "else echo '" + MARK + "none'; fi\n"
                + "exit 0; }\n";
    }

    /**
     * What follows the mark; whatever a login prints before is passed over. Without a mark the script did not run, and
     * how it ended says why.
     */
    private static String lineOf(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int i = 0; i < LONGEST_BANNER; i++) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("no log");
            }
            if (next != '\n') {
                line.write(next);
                continue;
            }
            String text = line.toString(StandardCharsets.UTF_8);
            if (text.startsWith(MARK)) {
                return text.substring(MARK.length()).strip();
            }
            line.reset();
        }
        throw new IOException("no log");
    }
}
