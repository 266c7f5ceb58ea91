// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.peerpath.cli.Command.UsageException;
import org.peerpath.diagram.ExportFile;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** The file that {@code -o} names, or standard output. */
final class OutputFile {
    private static final String STDOUT = "-";

    private OutputFile() {}

    /** Writes text, packed where the name ends with {@code .gz}; the folders above it are made. */
    static void text(Terminal terminal, String name, boolean overwrite, String text) throws UsageException {
        try {
            Path parent =
                    name.equals(STDOUT) ? null : Path.of(name).toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
        } catch (IOException | InvalidPathException e) {
            throw new UsageException(
                    Message.of("cli.not-written", Clean.line(name), Clean.line(String.valueOf(e.getMessage()))));
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(terminal, name, overwrite, out -> {
            if (name.endsWith(".gz")) {
                GZIPOutputStream packed = new GZIPOutputStream(out);
                packed.write(bytes);
                packed.finish();
            } else {
                out.write(bytes);
            }
        });
    }

    /**
     * Writes it wholly or not at all.
     *
     * @throws UsageException if it exists and must not be replaced, or cannot be written
     */
    static void write(Terminal terminal, String name, boolean overwrite, ExportFile.Contents contents)
            throws UsageException {
        try {
            if (name.equals(STDOUT)) {
                contents.writeTo(terminal.raw());
                terminal.raw().flush();
            } else {
                ExportFile.write(Path.of(name), overwrite, contents);
            }
        } catch (FileAlreadyExistsException e) {
            throw new UsageException(Message.of("cli.exists", Clean.line(name)));
        } catch (IOException e) {
            throw new UsageException(Message.of("cli.not-written", Clean.line(name), ExportFile.why(e)));
        } catch (InvalidPathException e) {
            throw new UsageException(
                    Message.of("cli.not-written", Clean.line(name), Clean.line(String.valueOf(e.getMessage()))));
        }
    }
}
