// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Becoming root on a host. A password goes to {@code sudo -S} on standard input and nowhere else: what runs as root
 * first throws away every line up to a mark, so that a password sudo had no need of never reaches a shell as a command,
 * and the script is sent only once root answers, so that it is never taken for another try at the password.
 */
final class SshRoot {
    /** How root can be had. */
    enum Way {
        ALREADY("sh -s"),
        SUDO("env LC_ALL=C sudo -n sh -s"),
        DOAS("doas -n sh -s"),
        /** With a password, if the user has one that counts. */
        PASSWORD(""),
        NONE("sh -s");

        private final String command;

        Way(String command) {
            this.command = command;
        }

        String command() {
            return command;
        }
    }

    private static final int LONGEST_NOISE = 4 << 20;

    private final String mark = UUID.randomUUID().toString();
    private final CountDownLatch ready = new CountDownLatch(1);

    /** A script that prints which way there is, between marks. */
    static String probe(String mark) {
        return """
                { PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin
                exec </dev/null
                if [ "$(id -u)" = 0 ]; then way=ALREADY
                elif command -v sudo >/dev/null && sudo -n sh -c : >/dev/null 2>&1; then way=SUDO
                elif command -v doas >/dev/null && doas -n sh -c : >/dev/null 2>&1; then way=DOAS
                elif command -v sudo >/dev/null; then way=PASSWORD
                else way=NONE; fi
                printf '\\n%s %s\\n' MARK "$way"; exit; }
                """.replace("MARK", mark);
    }

    /** Reads the answer of the probe. */
    static Way read(InputStream in, String mark) throws IOException {
        for (String line = line(in); line != null; line = line(in)) {
            for (Way way : Way.values()) {
                if (line.equals(mark + " " + way)) {
                    return way;
                }
            }
        }
        throw new IOException("no answer to the question who we are");
    }

    /** The command that needs a password; plain enough for the login shells of sh, csh and fish. */
    String command() {
        return "env LC_ALL=C sudo -k -S -p '' sh -c 'echo ready-" + mark
                + "; while IFS= read -r line; do if [ \"$line\" = " + mark + " ]; then exec sh -s; fi; done'";
    }

    /**
     * Hands over the password, then the script when root is ready for it. The password is wiped as soon as root has
     * answered or refused: the run may last for hours. The line of blanks, which root throws away, takes its place in the
     * buffer of the stream (java.io.BufferedOutputStream keeps what it has flushed).
     */
    ChildProcess.Feeder feeder(Secret password, String script) {
        return (in, errors) -> {
            int length = password.bytes().length;
            try (password) {
                in.write(password.bytes());
                in.write('\n');
                in.flush();
                while (!ready.await(20, TimeUnit.MILLISECONDS)) {
                    if (errors.text().contains("try again") || errors.text().contains("incorrect password")) {
                        in.close();
                        return;
                    }
                }
            }
            write(in, " ".repeat(length) + "\n");
            write(in, mark + "\n" + script);
        };
    }

    private static void write(OutputStream in, String text) throws IOException {
        in.write(text.getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Waits until root has answered, then lets the dialogue have the rest. */
    <T, X extends Exception> Host.Dialogue<T, X> whenReady(Host.Dialogue<T, X> then) {
        return (output, input) -> {
            for (String line = line(output); line != null; line = line(output)) {
                if (line.equals("ready-" + mark)) {
                    ready.countDown();
                    return then.hold(output, input);
                }
            }
            throw new NoRoot();
        };
    }

    /** sudo ended without giving root. */
    static final class NoRoot extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return line.toString(StandardCharsets.UTF_8).stripTrailing();
            }
            line.write(c);
            if (line.size() > LONGEST_NOISE) {
                throw new IOException("a line without an end");
            }
        }
        return null;
    }
}
