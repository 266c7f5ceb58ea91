// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** From what a user types to a host. */
public final class Hosts {
    /** What a user calls this machine. */
    public static final String LOCAL = "local";
    /** How the name of a host begins that can be nothing else. */
    public static final String SSH = "ssh://";

    /** What looks like a file is one, there or not: nobody means a host called {@code x.json}. */
    private static final Pattern FILE = Pattern.compile(
            ".*/.*|-|.*\\.(?:json|txt|log|out|gz|xz|zst|bz2|tgz|txz|tar|zip|xml|peerpath)", Pattern.CASE_INSENSITIVE);

    private Hosts() {}

    /** Whether a source names a host and not a file or a sample: what exists here as a file is a file. */
    public static boolean isHost(String source) {
        return source.equals(LOCAL)
                || source.startsWith(SSH)
                || (!source.startsWith("sample:") && !FILE.matcher(source).matches() && !exists(source));
    }

    private static boolean exists(String source) {
        try {
            return Files.exists(Path.of(source));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * The host that {@code local}, {@code ssh://[user@]host[:port]}, {@code user@host} or an alias names.
     *
     * @param elevation how to become root on this machine, if that is the host
     * @param prompter asked what ssh and sudo ask
     * @param stage told what the host is busy with
     * @throws HostException if it is no name of a host
     */
    public static Host of(String source, LocalHost.Elevation elevation, Prompter prompter, Consumer<HostStage> stage)
            throws HostException {
        return source.equals(LOCAL)
                ? new LocalHost(elevation)
                : new SshHost(SshName.parse(source), SshSettings.ofUser(), prompter, stage);
    }
}
