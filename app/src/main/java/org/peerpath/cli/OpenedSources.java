// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.peerpath.host.Hosts;
import org.peerpath.program.ProgramLog;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.ManyHosts;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;

/** Opens real sources: samples, files, folders, standard input, and live hosts. */
final class OpenedSources implements Sources {
    private static final int MOST_NAMED = 10;

    private final boolean root;
    private final boolean monitors;

    OpenedSources() {
        this(false, false);
    }

    private OpenedSources(boolean root, boolean monitors) {
        this.root = root;
        this.monitors = monitors;
    }

    @Override
    public Sources asRoot(boolean wanted) {
        return new OpenedSources(wanted, monitors);
    }

    @Override
    public Sources askingMonitors(boolean wanted) {
        return new OpenedSources(root, wanted);
    }

    @Override
    public List<NamedLog> logs(String source, Consumer<Message> remarks) throws UnreadableSourceException {
        return Hosts.isHost(source) ? new LiveSources(root).logs(source) : LogFiles.read(source, remarks);
    }

    @Override
    public Snapshot open(String source) throws UnreadableSourceException {
        long start = System.nanoTime();
        Snapshot snapshot = read(source);
        ProgramLog.detail("opened %s as %s: %d functions in %d ms"
                .formatted(
                        source,
                        snapshot.origin().kind().id(),
                        snapshot.functions().size(),
                        (System.nanoTime() - start) / 1_000_000));
        return snapshot;
    }

    private Snapshot read(String source) throws UnreadableSourceException {
        if (source.startsWith(Samples.PREFIX)) {
            return Samples.open(source.substring(Samples.PREFIX.length()));
        }
        if (Hosts.isHost(source)) {
            return new LiveSources(root).open(source, monitors);
        }
        List<ManyHosts.Member> hosts = ManyHosts.in(source);
        if (!hosts.isEmpty()) {
            String names =
                    hosts.stream().limit(MOST_NAMED).map(ManyHosts.Member::name).collect(Collectors.joining(", "));
            throw Unreadable.file(source, Message.of("read.several-hosts", hosts.size(), names));
        }
        return Recognizer.open(source);
    }
}
