// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * The entries of a stranger's archive, a tar of any compression or a ZIP, one after the other: bounded in number and
 * size, and none whose path leads out of the archive. Nothing is written to the disk.
 */
public final class ArchiveEntries {
    /** Local file header; end of central directory, which is all of an empty archive (APPNOTE.TXT 4.3.7, 4.3.16). */
    private static final byte[][] ZIP = {{'P', 'K', 3, 4}, {'P', 'K', 5, 6}};

    private ArchiveEntries() {}

    /** What an archive holds. Devices, pipes and the like are not shown. */
    public sealed interface Entry {
        /** From the archive's top, with slashes, without climbing. */
        String path();
    }

    /** A regular file. */
    public record File(String path) implements Entry {}

    /** A folder, where the archive names it. */
    public record Folder(String path) implements Entry {}

    /** A symbolic link; where it points is not checked. */
    public record Link(String path, String target) implements Entry {}

    /** Another name of a file that came before; what it names is not checked. */
    public record SameFile(String path, String target) implements Entry {}

    /** What is done with each entry. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * An entry.
         *
         * @param content a file's, not read yet; closing it does nothing
         */
        void entry(Entry entry, InputStream content) throws IOException, UnreadableSourceException;
    }

    /**
     * Shows all entries to the visitor.
     *
     * @param name what the user called the archive
     * @param mostBytes unpacked, of all entries together
     * @return whether the archive has its end mark; one that is cut exactly behind an entry has none
     * @throws UnreadableSourceException if it is broken, climbs out of itself, or is beyond the bounds
     */
    public static boolean each(Path file, String name, long mostBytes, int mostEntries, Visitor visitor)
            throws UnreadableSourceException {
        try {
            if (isZip(file)) {
                ZipEntries.each(file, name, mostBytes, mostEntries, visitor);
                return true;
            }
            return TarEntries.each(file, name, mostBytes, mostEntries, visitor);
        } catch (LimitedStream.LimitReached e) {
            throw Unreadable.io(name, e);
        } catch (IOException | RuntimeException e) {
            throw Unreadable.file(
                    name, Message.of("read.archive-broken", Clean.line(String.valueOf(e.getMessage()))), e);
        }
    }

    /** Whether a file that begins so is a ZIP archive. */
    public static boolean isZip(byte[] beginning) {
        for (byte[] magic : ZIP) {
            if (beginning.length >= magic.length && Arrays.equals(beginning, 0, magic.length, magic, 0, magic.length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isZip(Path file) throws IOException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file))) {
            return isZip(raw.readNBytes(ZIP[0].length));
        }
    }

    /** Too many entries. */
    static UnreadableSourceException tooMany(String name, int count) {
        return Unreadable.file(name, Message.of("read.too-many-files", Integer.toString(count)));
    }

    /** An entry's path below the archive's top. */
    static String inside(String named, String name) throws UnreadableSourceException {
        Optional<String> path = named.startsWith("/") ? Optional.empty() : TreePaths.normalise(named);
        return path.orElseThrow(() -> Unreadable.file(name, Message.of("read.archive-climbs-out", Clean.line(named))));
    }

    /** Parsers close what they have read to its end; the archive goes on, and whoever opened it closes it. */
    static InputStream shielded(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] to, int from, int length) throws IOException {
                return in.read(to, from, length);
            }

            @Override
            public void close() {
                // As said.
            }
        };
    }
}
