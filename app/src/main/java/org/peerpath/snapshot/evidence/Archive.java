// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.ArchiveEntries;
import org.peerpath.text.Message;

/**
 * The regular files of a folder or of an archive, one after the other, each read where it lies.
 * Links are not followed and nothing is written, so that neither climbing paths nor loops lead anywhere.
 */
public final class Archive {
    private static final long MOST_UNPACKED = 8L << 30;
    private static final int MOST_ENTRIES = 2_000_000;
    private static final int DEEPEST = 24;

    /** What is done with each file. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * A file.
         *
         * @param path from the archive's top, with slashes, without climbing
         * @param content not read yet; to be left open
         */
        void file(String path, InputStream content) throws IOException, UnreadableSourceException;
    }

    private Archive() {}

    /**
     * What was found beside the files.
     *
     * @param unreadable the paths of those that could not be read
     * @param whole whether an archive has its end mark
     */
    public record Visited(List<String> unreadable, boolean whole) {}

    /** Shows all files to the visitor. */
    public static Visited visit(Path source, String name, Visitor visitor) throws UnreadableSourceException {
        List<String> unreadable = new ArrayList<>();
        if (Files.isDirectory(source)) {
            folder(source, name, visitor, unreadable);
            return new Visited(unreadable, true);
        }
        boolean whole = ArchiveEntries.each(source, name, MOST_UNPACKED, MOST_ENTRIES, (entry, content) -> {
            if (entry instanceof ArchiveEntries.File(String path)) {
                visitor.file(path, content);
            }
        });
        return new Visited(unreadable, whole);
    }

    private static void folder(Path top, String name, Visitor visitor, List<String> unreadable)
            throws UnreadableSourceException {
        Deque<Path> folders = new ArrayDeque<>(List.of(top));
        int count = 0;
        while (!folders.isEmpty()) {
            Path folder = folders.removeFirst();
            for (Path child : children(top, folder, unreadable)) {
                if (++count > MOST_ENTRIES) {
                    throw Unreadable.file(name, Message.of("read.too-many-files", Integer.toString(count)));
                }
                try {
                    BasicFileAttributes is =
                            Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    if (is.isDirectory() && top.relativize(child).getNameCount() < DEEPEST) {
                        folders.addLast(child);
                    } else if (is.isRegularFile()) {
                        try (InputStream in = Files.newInputStream(child, LinkOption.NOFOLLOW_LINKS)) {
                            visitor.file(top.relativize(child).toString(), in);
                        }
                    }
                } catch (IOException e) {
                    // Somebody unpacked it with modes that keep us out of one file; the others may do.
                    unreadable.add(top.relativize(child).toString());
                }
            }
        }
    }

    private static List<Path> children(Path top, Path folder, List<String> unreadable) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            for (Path child : inside) {
                if (found.size() == MOST_ENTRIES) {
                    break;
                }
                found.add(child);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What is inside is not read, which is not the same as not there.
            unreadable.add(top.relativize(folder) + "/");
            return List.of();
        }
        Collections.sort(found);
        return found;
    }
}
