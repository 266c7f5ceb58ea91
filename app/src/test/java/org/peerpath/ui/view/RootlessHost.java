// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.peerpath.host.HostStage;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.FortyHosts;
import org.peerpath.ui.model.Sources;

/** Samples, and hosts that look like one of them and show an ordinary user what a kernel shows one. */
final class RootlessHost implements Sources {
    static final String SAMPLE = "hgx-b300-one-bad";

    final AtomicInteger forgotten = new AtomicInteger();
    final AtomicInteger read = new AtomicInteger();

    @Override
    public Snapshot read(String source) throws UnreadableSourceException {
        if (!source.startsWith(Hosts.SSH)) {
            return Recognizer.open(source);
        }
        read.incrementAndGet();
        return FortyHosts.withoutRoot(Samples.open(SAMPLE));
    }

    @Override
    public Snapshot readAsAdministrator(String source, Consumer<HostStage> stage) throws UnreadableSourceException {
        return Samples.open(SAMPLE);
    }

    @Override
    public void forget(String source) {
        forgotten.incrementAndGet();
    }
}
