// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.nio.file.Path;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;

/** What to call a source. */
final class SourceNames {
    private SourceNames() {}

    /**
     * What a person typed or chose stays the name, whatever a host calls itself. This machine has none before, and nobody
     * chose the names of files in a folder: those are called as the host calls itself.
     */
    static String own(HostEntry entry, Snapshot snapshot) {
        String host = snapshot.origin().host();
        boolean unnamed = entry.source().equals(Hosts.LOCAL) || entry.isMember();
        return unnamed && !host.isBlank() ? host : of(entry.source());
    }

    static String of(String source) {
        if (source.startsWith(Samples.PREFIX)) {
            return source.substring(Samples.PREFIX.length());
        }
        if (source.startsWith(Hosts.SSH)) {
            return source.substring(Hosts.SSH.length());
        }
        if (source.equals(Hosts.LOCAL)) {
            return source;
        }
        Path file = Path.of(source).getFileName();
        return file == null ? source : file.toString();
    }
}
