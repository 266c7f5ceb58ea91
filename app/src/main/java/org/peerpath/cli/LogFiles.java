// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.peerpath.advice.log.LogReader;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.EvidenceLogs;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Kernel logs from standard input, from a file, and from what somebody gathered in an archive or a folder. */
final class LogFiles {
    private static final String STDIN = "-";

    private LogFiles() {}

    /** @param remarks told which logs inside could not be read, where others could */
    static List<NamedLog> read(String source, Consumer<Message> remarks) throws UnreadableSourceException {
        List<NamedLog> logs = new ArrayList<>();
        EvidenceLogs.Visitor visitor = new EvidenceLogs.Visitor() {
            @Override
            public void log(String name, InputStream content) throws IOException {
                logs.add(new NamedLog(name, LogReader.read(content)));
            }

            @Override
            public void unreadable(String name) {
                remarks.accept(Message.of("cli.no-log", name));
            }
        };
        try {
            if (source.equals(STDIN)) {
                EvidenceLogs.each(System.in, source, visitor);
            } else {
                EvidenceLogs.each(Path.of(source), source, visitor);
            }
        } catch (IOException | InvalidPathException e) {
            throw new UnreadableSourceException(Message.of("cli.no-log", Clean.line(source)), e);
        }
        if (logs.isEmpty()) {
            throw new UnreadableSourceException(Message.of("cli.no-log-inside", Clean.line(source)));
        }
        return logs;
    }
}
