// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.text.Message;
import org.peerpath.ui.model.Sources;

/** Samples and files; this machine cannot be read, so that tests say the same everywhere. */
final class SampleSources implements Sources {
    @Override
    public Snapshot read(String source) throws UnreadableSourceException {
        if (source.equals(Hosts.LOCAL)) {
            throw new UnreadableSourceException(Message.of("read.access-denied"));
        }
        return Recognizer.open(source);
    }
}
