// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the user's OpenSSH client is called.
 *
 * @param program the client
 * @param configFile instead of the user's own; empty for that
 * @param connect how long a host may take to accept and to authenticate, questions to the person not counted
 * @param alive how often a silent host is asked whether it is still there
 * @param aliveCount how many such questions may stay unanswered
 */
public record SshSettings(String program, Optional<Path> configFile, Duration connect, Duration alive, int aliveCount) {
    public static final SshSettings USUAL =
            new SshSettings("ssh", Optional.empty(), Duration.ofSeconds(15), Duration.ofSeconds(5), 3);

    /** As usual, with the configuration file that {@code PEERPATH_SSH_CONFIG} names in place of the user's own. */
    static SshSettings ofUser() {
        String file = System.getenv("PEERPATH_SSH_CONFIG");
        return file == null || file.isEmpty()
                ? USUAL
                : new SshSettings(
                        USUAL.program, Optional.of(Path.of(file)), USUAL.connect, USUAL.alive, USUAL.aliveCount);
    }
}
