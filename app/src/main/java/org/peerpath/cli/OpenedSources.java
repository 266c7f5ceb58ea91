// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.peerpath.snapshot.Samples;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SnapshotFile;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/** Opens real sources: samples and snapshot files. */
final class OpenedSources implements Sources {
    private static final String SAMPLE = "sample:";

    @Override
    public Snapshot open(String source) throws UnreadableSourceException {
        if (source.startsWith(SAMPLE)) {
            return Samples.open(source.substring(SAMPLE.length()));
        }
        try (InputStream in = Files.newInputStream(Path.of(source))) {
            return SnapshotFile.read(in, source);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    Message.of("read.in-file", source, Message.of("read.io-error", String.valueOf(e.getMessage()))), e);
        }
    }
}
