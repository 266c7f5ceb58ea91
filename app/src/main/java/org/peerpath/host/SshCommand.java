// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Command lines of the OpenSSH client. What is not said here is as the user's own configuration says. */
final class SshCommand {
    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    private final SshSettings settings;
    private final SshName name;
    private final Path socket;

    SshCommand(SshSettings settings, SshName name, Path socket) {
        this.settings = settings;
        this.name = name;
        this.socket = socket;
    }

    /** Whether this client can share a connection: the one of Windows cannot. */
    static boolean shares() {
        return !WINDOWS;
    }

    /** English messages, so that they can be understood here. */
    static Map<String, String> environment() {
        return Map.of("LC_ALL", "C");
    }

    /** The connection that all runs on this host share. */
    List<String> master(boolean batch) {
        List<String> words = base();
        words.addAll(options(
                "BatchMode=" + (batch ? "yes" : "no"), "ControlMaster=yes", "ControlPersist=no", "SessionType=none"));
        words.addAll(name.arguments());
        return words;
    }

    /** One run over the shared connection, or over its own where nothing can be shared. */
    List<String> session(String remoteCommand) {
        List<String> words = base();
        words.addAll(options("ControlMaster=no", "BatchMode=yes", "SessionType=default"));
        words.addAll(name.arguments());
        words.add(remoteCommand);
        return words;
    }

    private List<String> base() {
        List<String> words = new ArrayList<>(List.of(settings.program(), "-T"));
        settings.configFile().ifPresent(file -> words.addAll(List.of("-F", file.toString())));
        words.addAll(options(
                "ConnectTimeout=" + settings.connect().toSeconds(),
                "ServerAliveInterval=" + settings.alive().toSeconds(),
                "ServerAliveCountMax=" + settings.aliveCount(),
                "Compression=yes",
                "ClearAllForwardings=yes",
                "ForwardAgent=no",
                "ForwardX11=no",
                "PermitLocalCommand=no",
                "RemoteCommand=none",
                "RequestTTY=no",
                "ForkAfterAuthentication=no",
                "StdinNull=no",
                "EscapeChar=none",
                "NumberOfPasswordPrompts=3",
                // A changed key is refused and an unknown one asked about, whatever the configuration says.
                "StrictHostKeyChecking=ask"));
        if (shares()) {
            words.addAll(options("ControlPath=" + socket));
        }
        return words;
    }

    private static List<String> options(String... options) {
        return Arrays.stream(options).flatMap(o -> List.of("-o", o).stream()).toList();
    }
}
