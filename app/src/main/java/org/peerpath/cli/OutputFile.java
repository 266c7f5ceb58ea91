// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.peerpath.cli.Command.UsageException;
import org.peerpath.diagram.ExportFile;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** The file that {@code -o} names, or standard output. */
final class OutputFile {
    private static final String STDOUT = "-";

    private OutputFile() {}

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
