// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * The entries of a ZIP archive, as people pack texts on a workstation. Links are not told apart from files: a tree with
 * links does not survive in most of them.
 */
final class ZipEntries {
    private static final int END = 0x06054b50;
    private static final int END_SIZE = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    /** The JDK holds the list of all entries in memory; this is enough for some hundred thousand. */
    private static final long MOST_DIRECTORY = 32L << 20;
    /** What macOS adds beside each file. */
    private static final String FORKS = "__MACOSX/";

    private ZipEntries() {}

    /** The content of one entry after the other as one stream, so that one limit holds for all of them. */
    private static final class Current extends InputStream {
        private InputStream now = InputStream.nullInputStream();

        @Override
        public int read() throws IOException {
            return now.read();
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            return now.read(to, from, length);
        }
    }

    /** As {@link ArchiveEntries#each}; one that is cut short cannot be opened. */
    static void each(Path file, String name, long mostBytes, int mostEntries, ArchiveEntries.Visitor visitor)
            throws IOException, UnreadableSourceException {
        boundDirectory(file, name);
        Current current = new Current();
        try (LimitedStream limited = new LimitedStream(current, mostBytes, true);
                ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() > mostEntries) {
                throw ArchiveEntries.tooMany(name, zip.size());
            }
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry header = entries.nextElement();
                String named = header.getName();
                String path = ArchiveEntries.inside(named.indexOf('/') < 0 ? named.replace('\\', '/') : named, name);
                if (path.startsWith(FORKS)) {
                    continue;
                }
                if (header.isDirectory()) {
                    visitor.entry(new ArchiveEntries.Folder(path), InputStream.nullInputStream());
                } else {
                    try (InputStream content = zip.getInputStream(header)) {
                        current.now = content;
                        visitor.entry(new ArchiveEntries.File(path), ArchiveEntries.shielded(limited));
                    }
                }
            }
        } catch (ZipException e) {
            if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("encrypted")) {
                throw Unreadable.file(name, Message.of("read.encrypted"), e);
            }
            throw e;
        }
    }

    /** What the last record of the archive says of its list's size; the JDK believes the same record. */
    private static void boundDirectory(Path file, String name) throws IOException, UnreadableSourceException {
        try (FileChannel channel = FileChannel.open(file)) {
            long from = Math.max(0, channel.size() - END_SIZE - LONGEST_COMMENT);
            ByteBuffer tail = ByteBuffer.allocate((int) (channel.size() - from)).order(ByteOrder.LITTLE_ENDIAN);
            while (tail.hasRemaining() && channel.read(tail, from + tail.position()) > 0) {
                // Until all of it is there.
            }
            for (int at = tail.position() - END_SIZE; at >= 0; at--) {
                if (tail.getInt(at) == END) {
                    // ZIP64 archives say "look elsewhere" here; nobody sends four gigabytes of text.
                    if (Integer.toUnsignedLong(tail.getInt(at + 12)) > MOST_DIRECTORY) {
                        throw ArchiveEntries.tooMany(name, Short.toUnsignedInt(tail.getShort(at + 10)));
                    }
                    return;
                }
            }
        }
    }
}
