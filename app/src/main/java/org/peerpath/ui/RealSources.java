// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.peerpath.snapshot.Samples;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SnapshotFile;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.ui.model.Sources;

/** Samples, snapshot files, and in time every other kind of source. */
final class RealSources implements Sources {
    @Override
    public Snapshot read(String source) throws UnreadableSourceException, InterruptedException {
        if (source.startsWith(Samples.PREFIX)) {
            return Samples.open(source.substring(Samples.PREFIX.length()));
        }
        if (source.equals(LOCAL) || source.startsWith(SSH)) {
            throw new UnreadableSourceException(Message.of("ui.sources.no-live"));
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(source)))) {
            return SnapshotFile.read(in, source);
        } catch (NoSuchFileException e) {
            throw new UnreadableSourceException(
                    Message.of("read.in-file", source, Message.of("read.no-such-file")), e);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    Message.of("read.in-file", source, Message.of("read.io-error", e.getClass().getSimpleName())), e);
        }
    }
}
