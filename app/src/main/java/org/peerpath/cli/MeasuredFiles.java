// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.peerpath.cli.Command.UsageException;
import org.peerpath.measured.Pair;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Outputs of benchmarks as commands take them. */
final class MeasuredFiles {
    private static final String STDIN = "-";

    private MeasuredFiles() {}

    /** Reads a file, or standard input. */
    static Readout read(String file) throws UnreadableSourceException {
        try (InputStream in = file.equals(STDIN) ? System.in : Files.newInputStream(Path.of(file))) {
            return MeasurementReader.read(in, file);
        } catch (IOException | InvalidPathException e) {
            throw new UnreadableSourceException(Message.of("measured.unreadable", Clean.line(file)), e);
        }
    }

    /** The pair that {@code --pair NIC=GPU} names; empty where it was not given. */
    static Optional<Pair> pair(HostModel host, String text) throws UsageException {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        int sign = text.indexOf('=');
        if (sign < 0) {
            throw new UsageException(Message.of("cli.bad-pair", Clean.line(text)));
        }
        return Optional.of(new Pair(
                FunctionNames.find(host, text.substring(0, sign)), FunctionNames.find(host, text.substring(sign + 1))));
    }
}
