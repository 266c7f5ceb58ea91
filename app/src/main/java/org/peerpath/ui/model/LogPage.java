// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.advice.log.LogFacts;
import org.peerpath.advice.log.LogReader;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.EvidenceLogs;
import org.peerpath.snapshot.evidence.Recognizer;

/**
 * What a log tells that somebody opened, dropped or pasted.
 *
 * @param name what it is called
 * @param diagnosis what it tells
 * @param labels names of the functions, where the same text also tells of the host
 */
public record LogPage(String name, Diagnosis diagnosis, Optional<Labels> labels) {
    /** Whether a text is a log shows at its beginning. */
    private static final int HEAD = 256 * 1024;

    /** Reads a file; empty if it is no log, or if it is a host's and nothing in it went wrong. */
    public static Optional<LogPage> of(Path file) throws IOException, UnreadableSourceException {
        if (!Files.isRegularFile(file) || !isLog(file)) {
            return Optional.empty();
        }
        Optional<HostModel> host = EvidenceLogs.tellsOfHost(file)
                ? Optional.of(HostModel.of(Recognizer.open(file.toString())))
                : Optional.empty();
        List<LogFacts> logs = new ArrayList<>();
        EvidenceLogs.each(file, file.toString(), collecting(logs));
        return page(file.getFileName().toString(), logs, host);
    }

    /** Reads a pasted text. */
    public static Optional<LogPage> ofPaste(String text, String name) throws IOException {
        List<LogFacts> logs = new ArrayList<>();
        logs.add(LogReader.read(text));
        return page(name, logs, hostOf(text));
    }

    private static Optional<HostModel> hostOf(String text) {
        try {
            HostModel model = HostModel.of(Recognizer.paste(text));
            boolean listed = model.topology().functions().values().stream()
                    .anyMatch(function -> function.classCode().isKnown());
            return Optional.of(model).filter(m -> listed);
        } catch (UnreadableSourceException e) {
            return Optional.empty();
        }
    }

    private static boolean isLog(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            byte[] head = in.readNBytes(HEAD);
            LogFacts facts = LogReader.read(new ByteArrayInputStream(head));
            return facts.log() || isPacked(head);
        }
    }

    /** gzip, xz, zstd, bzip2: only unpacked it shows what it is. */
    private static boolean isPacked(byte[] head) {
        return head.length > 3
                && (head[0] == 0x1f || head[0] == (byte) 0xfd || head[0] == 0x28 || (head[0] == 'B' && head[1] == 'Z'));
    }

    private static EvidenceLogs.Visitor collecting(List<LogFacts> logs) {
        return new EvidenceLogs.Visitor() {
            @Override
            public void log(String name, InputStream content) throws IOException {
                logs.add(LogReader.read(content));
            }

            @Override
            public void unreadable(String name) {
                // The list of sources says so.
            }
        };
    }

    /** Of several logs in one file the list of sources is the better page. */
    private static Optional<LogPage> page(String name, List<LogFacts> logs, Optional<HostModel> host) {
        if (logs.size() != 1 || !logs.getFirst().log()) {
            return Optional.empty();
        }
        Diagnosis diagnosis = Diagnosis.of(logs.getFirst(), host, Knowledge.inUse());
        return diagnosis.conclusions().isEmpty() && host.isPresent()
                ? Optional.empty()
                : Optional.of(new LogPage(name, diagnosis, host.map(Labels::of)));
    }
}
