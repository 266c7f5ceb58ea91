// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerpath.text.Message;

/**
 * Opens a file, a folder or what comes in by a pipe, by what it holds and never by its name: our own snapshots, sysfs
 * trees in folders and archives, collector output that someone saved, {@code rdma_topo} dumps and lspci output, each of
 * them compressed or not. What it was recognised as stands in the snapshot's {@link Origin}.
 */
public final class Recognizer {
    /** The source that means standard input. */
    public static final String STDIN = "-";

    /** How much is looked at to recognise something; a login banner may come before the collector's first line. */
    private static final int HEAD = 64 * 1024;

    private static final long MOST_UNPACKED = 256L << 20;
    private static final long MOST_PIPED = 1L << 30;
    private static final Pattern RDMA_TOPO = Pattern.compile("\\[\\s*(?:[{\\]].*)?", Pattern.DOTALL);
    private static final Pattern ENDINGS =
            Pattern.compile("(?:\\.(?:txt|log|out|json|gz|xz|zst|bz2|tgz|txz|tar))+$", Pattern.CASE_INSENSITIVE);

    private Recognizer() {}

    /**
     * Opens what a user named.
     *
     * @param source a path, {@link #STDIN} or {@code sample:NAME}
     * @throws UnreadableSourceException if it is not there, cannot be read, is damaged, or is nothing of what is read
     *     here; the message says which
     */
    public static Snapshot open(String source) throws UnreadableSourceException {
        if (source.startsWith(Samples.PREFIX)) {
            return Samples.open(source.substring(Samples.PREFIX.length()));
        }
        if (source.equals(STDIN)) {
            return open(System.in, STDIN);
        }
        try {
            return open(Path.of(source), source);
        } catch (InvalidPathException e) {
            throw Unreadable.file(source, Message.of("read.no-such-file"), e);
        }
    }

    /**
     * Opens a file or folder; anything else that can be read, such as a pipe, is read to its end first.
     *
     * @param name what to call it in messages
     */
    public static Snapshot open(Path path, String name) throws UnreadableSourceException {
        try {
            if (Files.isDirectory(path)) {
                return TreeReader.read(path, name);
            }
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                try (InputStream pipe = Files.newInputStream(path)) {
                    return open(pipe, name);
                }
            }
            return file(path, name);
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        }
    }

    /** Opens what comes in by a stream, to its end; the stream is left open. */
    public static Snapshot open(InputStream in, String name) throws UnreadableSourceException {
        try {
            Path kept = Files.createTempFile("peerpath-", ".in");
            try {
                try (OutputStream out = Files.newOutputStream(kept)) {
                    new LimitedStream(in, MOST_PIPED, false).transferTo(out);
                }
                return file(kept, name);
            } finally {
                Files.deleteIfExists(kept);
            }
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        }
    }

    private static Snapshot file(Path path, String name) throws IOException, UnreadableSourceException {
        try (BufferedInputStream raw = new BufferedInputStream(Files.newInputStream(path));
                InputStream unpacked = unpacked(raw)) {
            BufferedInputStream content =
                    new BufferedInputStream(new LimitedStream(unpacked, MOST_UNPACKED, !unpacked.equals(raw)), HEAD);
            byte[] head = head(content);
            if (TreeReader.recognises(path)) {
                return TreeReader.read(path, name);
            }
            return named(content(content, head, name), name);
        }
    }

    private static InputStream unpacked(BufferedInputStream raw) throws IOException {
        try {
            return Compression.open(raw);
        } catch (IOException | RuntimeException e) {
            throw LimitedStream.translated(e);
        }
    }

    private static byte[] head(BufferedInputStream in) throws IOException {
        in.mark(HEAD);
        byte[] head = in.readNBytes(HEAD);
        in.reset();
        return head;
    }

    private static Snapshot content(InputStream in, byte[] head, String name)
            throws IOException, UnreadableSourceException {
        if (head.length == 0) {
            throw Unreadable.file(name, Message.of("read.empty"));
        }
        if (isBinary(head)) {
            throw Unreadable.file(name, Message.of("read.binary"));
        }
        String beginning = new String(head, StandardCharsets.UTF_8);
        String said = (beginning.startsWith("\ufeff") ? beginning.substring(1) : beginning).stripLeading();
        if (CollectorReader.recognises(beginning)) {
            return CollectorReader.read(in, name, Optional.empty());
        }
        if (said.startsWith("{")) {
            Snapshot snapshot = SnapshotFile.read(in, name);
            Origin taken = snapshot.origin();
            return snapshot.withOrigin(new Origin(name, SourceKind.SNAPSHOT_FILE, taken.host(), taken.readAt()));
        }
        if (RDMA_TOPO.matcher(said).matches()) {
            return RdmaTopoReader.read(in, name);
        }
        return LspciReader.read(in, name);
    }

    /** Null bytes do not occur in text, nor many control characters; UTF-16 says so by its first two bytes. */
    private static boolean isBinary(byte[] head) {
        boolean utf16 = head.length > 1 && (head[0] & 0xff) + (head[1] & 0xff) == 0xff + 0xfe;
        int controls = 0;
        for (byte b : head) {
            if (b == 0 && !utf16) {
                return true;
            }
            controls += b >= 0 && b < ' ' && b != '\n' && b != '\t' && b != '\r' && b != 0x1b ? 1 : 0;
        }
        return !utf16 && controls > head.length / 20;
    }

    /** Where nothing inside tells the host's name, the file's own stands for it. */
    private static Snapshot named(Snapshot snapshot, String name) {
        Origin origin = snapshot.origin();
        return origin.host().equals(name)
                ? snapshot.withOrigin(new Origin(name, origin.kind(), baseName(name), origin.readAt()))
                : snapshot;
    }

    private static String baseName(String name) {
        if (name.equals(STDIN)) {
            return "stdin";
        }
        String last = name.substring(name.lastIndexOf('/') + 1);
        String base = ENDINGS.matcher(last).replaceFirst("");
        return base.isEmpty() ? last : base;
    }
}
