// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.advice.log.LogReader;
import org.peerpath.snapshot.Compression;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * Kernel logs from standard input, from a file packed by any of the usual programs, and from a folder that somebody
 * gathered: a sosreport, a captured tree with pstore dumps. Of an archive the logs inside are read as they lie there.
 */
final class LogFiles {
    private static final String STDIN = "-";
    private static final int BUFFER = 1 << 16;
    /** More than any log unpacks to. */
    private static final long MOST_BYTES = 16L << 30;

    private static final int DEEPEST = 8;
    private static final int MOST_FILES = 20;
    private static final Pattern LOG = Pattern.compile("(?:.*/)?(?:sys/fs/pstore/.*|var/lib/systemd/pstore/.*"
            + "|sos_commands/kernel/dmesg.*|sos_commands/logs/journalctl.*"
            + "|(?:var/log/)?(?:messages|syslog|kern\\.log|dmesg|journalctl|vmcore-dmesg)[^/]*)");

    private LogFiles() {}

    static List<NamedLog> read(String source) throws UnreadableSourceException {
        try {
            if (source.equals(STDIN)) {
                return List.of(read(System.in, source));
            }
            Path path = Path.of(source);
            return Files.isDirectory(path) ? folder(path, source) : List.of(file(path, source));
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            throw new UnreadableSourceException(Message.of("cli.no-log", Clean.line(source)), e);
        }
    }

    private static List<NamedLog> folder(Path folder, String source) throws IOException, UnreadableSourceException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder, DEEPEST)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file ->
                            LOG.matcher(folder.relativize(file).toString()).matches())
                    .sorted()
                    .limit(MOST_FILES)
                    .toList();
        }
        List<NamedLog> logs = new ArrayList<>();
        for (Path file : files) {
            logs.add(file(file, source + "/" + folder.relativize(file)));
        }
        if (logs.isEmpty()) {
            throw new UnreadableSourceException(Message.of("cli.no-log-inside", Clean.line(source)));
        }
        return logs;
    }

    private static NamedLog file(Path path, String name) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return read(in, name);
        }
    }

    private static NamedLog read(InputStream raw, String name) throws IOException {
        try {
            InputStream content = Compression.open(new BufferedInputStream(raw, BUFFER));
            return new NamedLog(Clean.line(name), LogReader.read(new Bounded(content)));
        } catch (RuntimeException e) {
            // What a decompressor makes of damaged data.
            throw new IOException(e);
        }
    }

    /** Ends at the limit with an error, so that a bomb is not taken for a log that ends there. */
    private static final class Bounded extends FilterInputStream {
        private long left = MOST_BYTES;

        Bounded(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            int got = in.read(to, from, length);
            left -= Math.max(got, 0);
            if (left < 0) {
                throw new IOException("too long");
            }
            return got;
        }
    }
}
