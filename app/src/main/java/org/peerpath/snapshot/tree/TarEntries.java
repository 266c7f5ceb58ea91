// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.UnreadableSourceException;

/** The entries of a tar archive, compressed or not. */
final class TarEntries {
    private TarEntries() {}

    /** Remembers whether the archive said where it ends or just ended. */
    private static final class Reader extends TarArchiveInputStream {
        private boolean ended;
        private boolean cut;

        Reader(InputStream in) {
            super(in);
        }

        @Override
        protected boolean isEOFRecord(byte @Nullable [] block) {
            boolean end = super.isEOFRecord(block);
            // What follows the first mark says nothing more: some write one empty block, most write two.
            cut |= end && !ended && block == null;
            ended |= end;
            return end;
        }
    }

    /** As {@link ArchiveEntries#each}. */
    static boolean each(Path file, String name, long mostBytes, int mostEntries, ArchiveEntries.Visitor visitor)
            throws IOException, UnreadableSourceException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
                InputStream plain = Compression.open(raw);
                InputStream limited = new LimitedStream(plain, mostBytes, true);
                Reader tar = new Reader(limited)) {
            TarArchiveEntry header = tar.getNextEntry();
            for (int count = 1; header != null; header = tar.getNextEntry(), count++) {
                if (count > mostEntries) {
                    throw ArchiveEntries.tooMany(name, count);
                }
                Optional<ArchiveEntries.Entry> entry = entry(header, ArchiveEntries.inside(header.getName(), name));
                if (entry.isPresent()) {
                    visitor.entry(entry.get(), ArchiveEntries.shielded(tar));
                }
            }
            return !tar.cut;
        }
    }

    private static Optional<ArchiveEntries.Entry> entry(TarArchiveEntry header, String path) {
        if (header.isSymbolicLink()) {
            return Optional.of(new ArchiveEntries.Link(path, header.getLinkName()));
        }
        if (header.isLink()) {
            return Optional.of(new ArchiveEntries.SameFile(path, header.getLinkName()));
        }
        if (header.isDirectory()) {
            return Optional.of(new ArchiveEntries.Folder(path));
        }
        boolean special = header.isCharacterDevice() || header.isBlockDevice() || header.isFIFO();
        return header.isFile() && !special ? Optional.of(new ArchiveEntries.File(path)) : Optional.empty();
    }
}
