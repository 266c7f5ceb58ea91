// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerpath.text.Message;

/** This machine. */
public final class LocalHost implements Host {
    /** How to become root here. */
    public enum Elevation {
        /** {@code sudo}, which asks for a password on the terminal if it needs one. */
        SUDO,
        /** {@code sudo -n}, which asks for nothing and fails instead. */
        SUDO_WITHOUT_ASKING,
        /** {@code pkexec}, which asks in a dialog of the desktop. */
        PKEXEC;

        private List<String> words() {
            return switch (this) {
                case SUDO -> List.of("sudo", "--", SHELL, "-s");
                case SUDO_WITHOUT_ASKING -> List.of("sudo", "-n", "--", SHELL, "-s");
                case PKEXEC -> List.of("pkexec", SHELL, "-s");
            };
        }
    }

    private static final String SHELL = "/bin/sh";
    /** What pkexec says last when it refuses, after the reason. */
    private static final String NO_REASON = "This incident has been reported.";

    private final Elevation elevation;

    public LocalHost(Elevation elevation) {
        this.elevation = elevation;
    }

    @Override
    public String name() {
        return Hosts.LOCAL;
    }

    @Override
    public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
            throws HostException, InterruptedException, X {
        List<String> command = command(script.privilege());
        byte[] text = script.text().getBytes(StandardCharsets.UTF_8);
        return new ChildProcess(command, Map.of("LC_ALL", "C"))
                .talk(
                        name(),
                        (in, errors) -> in.write(text),
                        script.limit(),
                        dialogue,
                        ended -> refusal(command, ended));
    }

    private List<String> command(Privilege privilege) {
        if (privilege == Privilege.USER || isRoot()) {
            return List.of(SHELL, "-s");
        }
        return elevation.words();
    }

    private static @Nullable HostException refusal(List<String> command, ChildProcess.Ended ended) {
        if (command.getFirst().equals(SHELL) || ended.status() == 0) {
            return null;
        }
        return new HostException(
                HostException.Kind.NO_ROOT,
                Message.of(
                        "host.no-root",
                        command.getFirst(),
                        Tail.lastLine(ended.errors().replace(NO_REASON, "").strip())));
    }

    /** Whether this program runs as root: who owns {@code /proc/self}. */
    static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
