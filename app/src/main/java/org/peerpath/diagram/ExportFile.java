// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Writes a file wholly or not at all: into a temporary one beside it, which then takes its name. */
public final class ExportFile {
    private ExportFile() {}

    /** What writes the contents. */
    @FunctionalInterface
    public interface Contents {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes a file.
     *
     * @param overwrite whether a file of that name may be replaced; a symbolic link is followed, so that what it points to
     *     is
     * @throws FileAlreadyExistsException if there is one and it may not
     * @throws IOException if it cannot be written; what was there before is still there, and no half file is
     */
    public static void write(Path file, boolean overwrite, Contents contents) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !overwrite) {
            throw new FileAlreadyExistsException(file.toString());
        }
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            // A pipe or a device cannot be replaced by a file; it is written to as it is.
            if (Files.isDirectory(target)) {
                throw new FileSystemException(file.toString(), null, "Is a directory");
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target))) {
                contents.writeTo(out);
            }
            return;
        }
        Path temporary = beside(target);
        try {
            try (OutputStream out = new BufferedOutputStream(
                    Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
                contents.writeTo(out);
            }
            move(temporary, target, overwrite);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Why a file could not be written, in words for the person who wanted it. */
    public static Message why(IOException problem) {
        return switch (problem) {
            case FileAlreadyExistsException e -> Message.of("export.exists");
            case NoSuchFileException e -> Message.of("export.no-folder", parent(e));
            case AccessDeniedException e -> Message.of("export.denied", parent(e));
            case PngCanvas.TooLargeException e -> Message.of("export.too-large", e.width(), e.height());
            case FileSystemException e when e.getReason() != null -> Message.of("export.reason", e.getReason());
            default -> Message.of("export.reason", Clean.line(String.valueOf(problem.getMessage())));
        };
    }

    private static String parent(FileSystemException problem) {
        Path parent = Path.of(problem.getFile()).getParent();
        return Clean.line(String.valueOf(parent == null ? problem.getFile() : parent));
    }

    /** A free name; that it is still free when the file is made, {@code CREATE_NEW} sees to. */
    private static Path beside(Path target) throws IOException {
        for (int n = 0; n < 100; n++) {
            Path candidate = target.resolveSibling("." + target.getFileName() + "." + n + ".part");
            if (!Files.exists(candidate, LinkOption.NOFOLLOW_LINKS)) {
                return candidate;
            }
        }
        throw new FileAlreadyExistsException(
                target.resolveSibling("." + target.getFileName() + ".*.part").toString());
    }

    private static void move(Path from, Path to, boolean overwrite) throws IOException {
        if (!overwrite) {
            // Not atomic together with the check above, but a file that appeared since is not lost either.
            Files.move(from, to);
            return;
        }
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
