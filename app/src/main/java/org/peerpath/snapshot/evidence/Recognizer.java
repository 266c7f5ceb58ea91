// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.snapshot.live.CollectorReader;
import org.peerpath.snapshot.tree.Compression;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.text.Message;

/**
 * Opens a file, a folder, a paste or what comes in by a pipe, by what it holds and never by its name: our own snapshots,
 * trees in folders and archives, bug reports, other tools' output, each of them compressed or not. What it was
 * recognised as stands in the snapshot's {@link Origin}. Several of them can be taken together as one host.
 */
public final class Recognizer {
    /** The source that means standard input. */
    public static final String STDIN = "-";

    /** What a paste is called. */
    public static final String PASTE = "paste";

    /** How much is looked at to recognise something; a login banner may come before the collector's first line. */
    private static final int HEAD = 64 * 1024;

    private static final long MOST_UNPACKED = 256L << 20;
    /** Read in one pass, section by section. */
    private static final long MOST_OF_BUG_REPORT = 4L << 30;

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
                return named(EvidenceTree.read(path, name), name);
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
            // Its buffer grows to the mark only as far as the file does: most of what is opened is small.
            BufferedInputStream content =
                    new BufferedInputStream(new LimitedStream(unpacked, MOST_OF_BUG_REPORT, !unpacked.equals(raw)));
            byte[] head = head(content);
            if (TreeReader.recognises(path)) {
                return named(EvidenceTree.read(path, name), name);
            }
            return named(content(content, head, name, !unpacked.equals(raw)), name);
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

    /**
     * Opens a text that somebody pasted: anything that is also read from a file, or a register's value.
     *
     * @throws UnreadableSourceException if nothing in it is understood
     */
    public static Snapshot paste(String text) throws UnreadableSourceException {
        return open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), PASTE);
    }

    /**
     * Opens several files of one host and takes them together: what one does not tell another may, and where two disagree
     * both are kept ({@link org.peerpath.snapshot.Disagreements}).
     *
     * @param sources what the user named, in the order in which they count
     * @throws UnreadableSourceException if none of them can be read, for the reason of the first; one that cannot is noted
     */
    public static Snapshot together(List<String> sources) throws UnreadableSourceException {
        return together(sources, false);
    }

    /**
     * Opens one file, or takes several files of one host together.
     *
     * @throws UnreadableSourceException if any of them cannot be read
     */
    public static Snapshot all(List<String> sources) throws UnreadableSourceException {
        return sources.size() == 1 ? open(sources.getFirst()) : together(sources, true);
    }

    private static Snapshot together(List<String> sources, boolean whole) throws UnreadableSourceException {
        String name = String.join(" + ", sources);
        Gathering gathering = new Gathering(name);
        Optional<UnreadableSourceException> first = Optional.empty();
        Optional<Origin> origin = Optional.empty();
        for (String source : sources) {
            try {
                Snapshot one = open(source);
                gathering.add(one);
                gathering.understood(one.origin().kind());
                origin = origin.or(() -> Optional.of(one.origin()));
            } catch (UnreadableSourceException e) {
                gathering.note(Unreadable.note(source, e));
                first = first.or(() -> Optional.of(e));
            }
        }
        if (origin.isEmpty() || (whole && first.isPresent())) {
            throw first.orElseGet(() -> Unreadable.file(name, Message.of("read.empty")));
        }
        Rdma.resolve(gathering);
        KernelDomains.resolve(gathering);
        return gathering.snapshot(new Origin(
                name, SourceKind.SEVERAL, origin.get().host(), origin.get().readAt()));
    }

    private static Snapshot content(InputStream in, byte[] head, String name, boolean packed)
            throws IOException, UnreadableSourceException {
        if (head.length == 0) {
            throw Unreadable.file(name, Message.of("read.empty"));
        }
        // An archive in an archive: its files would be of another host as likely as of this one.
        Optional<Message> refusal = TreeReader.isTar(head)
                ? Optional.of(Message.of("read.other-archive", "tar"))
                : BinaryFiles.refusal(head);
        if (refusal.isPresent() || isBinary(head)) {
            throw Unreadable.file(name, refusal.orElseGet(() -> Message.of("read.binary")));
        }
        String beginning = new String(head, StandardCharsets.UTF_8);
        String said = (beginning.startsWith("\ufeff") ? beginning.substring(1) : beginning).stripLeading();
        if (BugReport.recognises(beginning)) {
            Gathering gathering = new Gathering(name);
            BugReport.read(in, name, gathering);
            return gathered(gathering, name, SourceKind.NVIDIA_BUG_REPORT);
        }
        InputStream bounded = new BufferedInputStream(new LimitedStream(in, MOST_UNPACKED, packed));
        if (CollectorReader.recognises(beginning)) {
            return CollectorReader.read(bounded, name, Optional.empty());
        }
        if (said.startsWith("{")) {
            Snapshot snapshot = SnapshotFile.read(bounded, name);
            Origin taken = snapshot.origin();
            return snapshot.withOrigin(new Origin(name, SourceKind.SNAPSHOT_FILE, taken.host(), taken.readAt()));
        }
        if (RDMA_TOPO.matcher(said).matches()) {
            return RdmaTopoReader.read(bounded, name);
        }
        Gathering gathering = new Gathering(name);
        if (XmlFormats.recognises(said) || PastedXml.isIn(beginning)) {
            XmlFormats.paste(bounded, said, name, gathering);
            return gathered(gathering, name, gathering.kind(SourceKind.HWLOC));
        }
        return text(bounded, name, gathering);
    }

    private static Snapshot text(InputStream in, String name, Gathering gathering)
            throws IOException, UnreadableSourceException {
        TextScan scan = new TextScan(gathering, name);
        int lines = scan.read(in);
        if (gathering.isEmpty()) {
            throw Unreadable.file(name, Message.of("read.no-lspci", Integer.toString(lines)));
        }
        SourceKind kind = gathering.kind(SourceKind.LSPCI_TEXT);
        if (kind == SourceKind.LSPCI_TEXT && scan.hex()) {
            kind = SourceKind.LSPCI_HEX;
        }
        if (kind != SourceKind.LSPCI_TEXT && kind != SourceKind.LSPCI_HEX) {
            gathering.notes().add(0, Message.of("note.partial." + kind.id()));
        }
        return gathered(gathering, name, kind);
    }

    private static Snapshot gathered(Gathering gathering, String name, SourceKind kind)
            throws UnreadableSourceException {
        Rdma.resolve(gathering);
        KernelDomains.resolve(gathering);
        String host = gathering.host().get(HostFiles.HOSTNAME) instanceof Reading.Text text
                        && !text.value().isBlank()
                ? text.value()
                : name;
        return gathering.snapshot(new Origin(name, kind, host, Optional.empty()));
    }

    /** Adds one file of several to what is known. */
    static void gather(InputStream in, String name, Gathering into) throws UnreadableSourceException {
        try {
            InputStream unpacked = unpacked(new BufferedInputStream(in));
            BufferedInputStream content =
                    new BufferedInputStream(new LimitedStream(unpacked, MOST_OF_BUG_REPORT, true));
            byte[] head = head(content);
            Snapshot one;
            if (into.subject().isPresent() || into.device().isPresent()) {
                // What it is about is known from outside only.
                new TextScan(into, name).read(content);
                return;
            }
            one = content(content, head, name, true);
            into.add(one);
            into.understood(one.origin().kind());
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        }
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
