// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * The entries of a stranger's tar archive, of any compression, one after the other: bounded in number and size, and none
 * whose path leads out of the archive. Nothing is written to the disk.
 */
public final class TarEntries {
    private TarEntries() {}

    /** What is done with each entry. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * An entry.
         *
         * @param path from the archive's top, with slashes, without climbing
         * @param entry what else the archive says of it; where a link points is not checked
         * @param content not read yet; closing it does nothing
         */
        void entry(String path, TarArchiveEntry entry, InputStream content)
                throws IOException, UnreadableSourceException;
    }

    /**
     * Shows all entries to the visitor.
     *
     * @param name what the user called the archive
     * @param mostBytes unpacked, of all entries together
     * @throws UnreadableSourceException if it is broken, climbs out of itself, or is beyond the bounds
     */
    public static void each(Path file, String name, long mostBytes, int mostEntries, Visitor visitor)
            throws UnreadableSourceException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
                InputStream plain = Compression.open(raw);
                InputStream limited = new LimitedStream(plain, mostBytes, true);
                TarArchiveInputStream tar = new TarArchiveInputStream(limited)) {
            TarArchiveEntry entry = tar.getNextEntry();
            for (int count = 1; entry != null; entry = tar.getNextEntry(), count++) {
                if (count > mostEntries) {
                    throw Unreadable.file(name, Message.of("read.too-many-files", Integer.toString(count)));
                }
                visitor.entry(inside(entry.getName(), name), entry, new Shielded(tar));
            }
        } catch (LimitedStream.LimitReached e) {
            throw Unreadable.io(name, e);
        } catch (IOException | RuntimeException e) {
            throw Unreadable.file(
                    name, Message.of("read.archive-broken", Clean.line(String.valueOf(e.getMessage()))), e);
        }
    }

    /** Parsers close what they have read to its end; the archive goes on. */
    private static final class Shielded extends FilterInputStream {
        Shielded(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // The archive's own stream is closed by whoever opened it.
        }
    }

    private static String inside(String named, String name) throws UnreadableSourceException {
        Optional<String> path = named.startsWith("/") ? Optional.empty() : TreePaths.normalise(named);
        return path.orElseThrow(() -> Unreadable.file(name, Message.of("read.archive-climbs-out", Clean.line(named))));
    }
}
