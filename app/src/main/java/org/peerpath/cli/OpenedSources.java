// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.List;
import java.util.function.Consumer;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Samples;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.text.Message;

/** Opens real sources: samples, files, folders, standard input, and live hosts. */
final class OpenedSources implements Sources {
    private final boolean root;

    OpenedSources() {
        this(false);
    }

    private OpenedSources(boolean root) {
        this.root = root;
    }

    @Override
    public Sources asRoot(boolean wanted) {
        return new OpenedSources(wanted);
    }

    @Override
    public List<NamedLog> logs(String source, Consumer<Message> remarks) throws UnreadableSourceException {
        return Hosts.isHost(source) ? new LiveSources(root).logs(source) : LogFiles.read(source, remarks);
    }

    @Override
    public Snapshot open(String source) throws UnreadableSourceException {
        if (source.startsWith(Samples.PREFIX)) {
            return Samples.open(source.substring(Samples.PREFIX.length()));
        }
        return Hosts.isHost(source) ? new LiveSources(root).open(source) : Recognizer.open(source);
    }
}
