// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.zip.ZipException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Builds the one kind of error that readers throw: file, line where there is one, reason. */
public final class Unreadable {
    private static final String IN_FILE = "read.in-file";
    private static final String AT_LINE = "read.at-line";

    private Unreadable() {}

    public static UnreadableSourceException file(String name, Message reason) {
        return new UnreadableSourceException(Message.of(IN_FILE, Clean.line(name), reason));
    }

    public static UnreadableSourceException file(String name, Message reason, Exception cause) {
        return new UnreadableSourceException(Message.of(IN_FILE, Clean.line(name), reason), cause);
    }

    /** Line numbers travel as text, so that no language groups their digits. */
    public static UnreadableSourceException line(String name, int line, Message reason) {
        return line <= 0
                ? file(name, reason)
                : new UnreadableSourceException(Message.of(AT_LINE, Clean.line(name), Integer.toString(line), reason));
    }

    /** What went wrong below the reader: the file system, or the decompression of a damaged file. */
    public static UnreadableSourceException io(String name, IOException cause) {
        return new UnreadableSourceException(Message.of(IN_FILE, Clean.line(name), reason(cause)), cause);
    }

    /** The same as a remark about one part of a source that can be read otherwise: the place is not said twice. */
    public static Note note(String place, UnreadableSourceException why) {
        Message reason = why.reason();
        List<Object> args = reason.args();
        return switch (reason.key()) {
            case IN_FILE -> new Note(Clean.line(place), 0, (Message) args.get(1));
            case AT_LINE ->
                new Note(Clean.line(place), Integer.parseInt(args.get(1).toString()), (Message) args.get(2));
            default -> new Note(Clean.line(place), 0, reason);
        };
    }

    private static Message reason(IOException cause) {
        return switch (cause) {
            case NoSuchFileException e -> Message.of("read.no-such-file");
            case AccessDeniedException e -> Message.of("read.access-denied");
            case LimitedStream.LimitReached e -> e.reason();
            case EOFException e -> Message.of("read.compressed-cut-short");
            case ZipException e -> Message.of("read.compressed-damaged");
            default -> Message.of("read.io-error", Clean.line(String.valueOf(cause.getMessage())));
        };
    }
}
