// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.BoundedLines;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.Assembler;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * Reads what the collector script prints, live or from a file someone saved. Sections between lines that begin with
 * {@code @@} and the mark that the first line names; whatever comes before the first (login banners) is skipped; without the last the output was cut off, and
 * nothing of it is believed.
 */
public final class CollectorReader {
    private static final Pattern HEADER = Pattern.compile(
            "@@ peerpath-collector (\\d{1,9}) euid=(\\d{1,10}) live=(1?) vpd=\\w* bytes=(base64|hex)(?: mark=([A-Za-z0-9-]{1,64}))?");
    /** Version 1 had no mark, and named holders of VFIO devices by what their files were called. */
    private static final Set<String> VERSIONS = Set.of("1", "2");

    private static final int LONGEST_LINE = 64 * 1024;
    private static final long MOST_BYTES = 256L << 20;
    private static final int MOST_NOISE_LINES = 100_000;
    /** In the order in which the script prints them. */
    private static final List<String> PARTS =
            List.of("functions", "attributes", "config", "vpd", "names", "host", "extras");

    private final String sourceName;
    private final BoundedLines lines;
    private final Assembler assembler;
    private final Consumer<Message> leftBehind;
    private String part = "";
    private int sections;
    private int user = -1;

    private CollectorReader(InputStream in, String sourceName, Consumer<Message> leftBehind) {
        this.sourceName = sourceName;
        this.leftBehind = leftBehind;
        this.lines = new BoundedLines(in, sourceName, LONGEST_LINE, MOST_BYTES);
        this.assembler = new Assembler(sourceName);
    }

    /** Whether a text that begins so may be the collector's output. */
    public static boolean recognises(String beginning) {
        return beginning.lines().anyMatch(l -> HEADER.matcher(l).matches());
    }

    /**
     * Reads to the end mark and no further.
     *
     * @param sourceName what the user called the source
     * @param readAt when it is being read; empty for a file
     * @throws UnreadableSourceException if it is not the collector's output, is cut off, or is beyond all bounds
     */
    public static Snapshot read(InputStream in, String sourceName, Optional<Instant> readAt)
            throws IOException, UnreadableSourceException {
        return read(in, sourceName, readAt, process -> {});
    }

    /**
     * The same.
     *
     * @param leftBehind told at once of each process that could not be ended, for who stops before the end
     */
    static Snapshot read(InputStream in, String sourceName, Optional<Instant> readAt, Consumer<Message> leftBehind)
            throws IOException, UnreadableSourceException {
        return new CollectorReader(in, sourceName, leftBehind).read(readAt);
    }

    private Snapshot read(Optional<Instant> readAt) throws IOException, UnreadableSourceException {
        Matcher header = header();
        if (!VERSIONS.contains(header.group(1))) {
            throw Unreadable.file(sourceName, Message.of("read.collector-version", header.group(1)));
        }
        user = (int) Long.parseLong(header.group(2));
        assembler.made(HostFiles.EFFECTIVE_USER, Integer.toUnsignedString(user));
        boolean live = !header.group(3).isEmpty();
        CollectorBytes bytes = new CollectorBytes(assembler, sourceName, header.group(4));
        CollectorText text = new CollectorText(assembler);
        String mark = "@@" + (header.group(5) == null ? "" : header.group(5)) + " ";
        String kind = "";
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!line.startsWith(mark)) {
                switch (kind) {
                    case "text" -> text.line(line);
                    case "bytes" -> bytes.line(line);
                    case "links" -> link(line);
                    case "names" -> name(line);
                    case "errors" -> error(line);
                    default -> {}
                }
                continue;
            }
            String[] words = line.substring(mark.length()).split(" ", 3);
            if (words[0].equals("given-up")) {
                text.drop();
                bytes.drop();
            }
            text.end();
            bytes.end();
            kind = words[0];
            if (kind.equals("end")) {
                if (!line.equals(mark + "end " + sections)) {
                    throw Unreadable.file(
                            sourceName, Message.of("read.collector-miscounted", Integer.toString(sections)));
                }
                return assembler.snapshot(new Origin(sourceName, SourceKind.LIVE, sourceName, readAt), live);
            }
            if (!kind.equals("errors")) {
                sections++;
                section(words);
            }
        }
        throw cutOff();
    }

    private Matcher header() throws IOException, UnreadableSourceException {
        for (int i = 0; i < MOST_NOISE_LINES; i++) {
            String line = lines.next();
            if (line == null) {
                break;
            }
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                return header;
            }
        }
        throw Unreadable.file(sourceName, Message.of("read.collector-no-header"));
    }

    private void section(String[] words) throws UnreadableSourceException {
        switch (words[0]) {
            case "fail" -> {
                if (words.length == 3) {
                    assembler.failed(words[2], words[1]);
                }
            }
            case "left-behind" -> leftBehind(words);
            default -> part = words.length > 1 ? words[1] : part;
        }
    }

    /** {@code left-behind PID STATE WHERE NAME}: state and name as in proc(5), the kernel function it sleeps in. */
    private void leftBehind(String[] words) {
        String[] rest = words.length < 3 ? new String[0] : words[2].split(" ", 3);
        if (rest.length == 3) {
            Message what = Message.of(
                    "note.left-behind",
                    Clean.line(words[1]),
                    Clean.line(rest[2]),
                    Clean.line(rest[0]),
                    Clean.line(rest[1]));
            assembler.note(new Note("", 0, what));
            leftBehind.accept(what);
        }
    }

    /** {@code lrwxrwxrwx 1 0 0 0 Nov 30 00:37 sys/bus/… -> ../…}. */
    private void link(String line) throws UnreadableSourceException {
        int start = line.indexOf(" sys/");
        int arrow = line.indexOf(" -> ", Math.max(0, start));
        if (start > 0 && arrow > 0) {
            assembler.link(line.substring(start + 1, arrow), line.substring(arrow + 4));
        }
    }

    private void name(String line) throws UnreadableSourceException {
        if (line.indexOf('*') < 0) {
            assembler.name(line);
        }
    }

    private static final Pattern PATH = Pattern.compile("(?<=[ '])(?:sys|proc|etc|dev)/[^ ']*?(?=: |'|$)");

    /** {@code head: cannot open 'PATH' for reading: Permission denied}, or busybox's {@code head: PATH: Permission…}. */
    private void error(String line) throws UnreadableSourceException {
        Matcher path = PATH.matcher(line);
        if (!path.find() || line.contains("No such file") || path.group().indexOf('*') >= 0) {
            return;
        }
        boolean refused = line.endsWith("Permission denied") || line.endsWith("Operation not permitted");
        assembler.failed(path.group(), refused ? (user == 0 ? "denied" : "not-root") : "io-error");
    }

    private UnreadableSourceException cutOff() {
        int reached = Math.max(0, PARTS.indexOf(part));
        List<String> missing = new ArrayList<>(PARTS.subList(reached, PARTS.size()));
        return Unreadable.file(
                sourceName,
                Message.of(
                        "read.collector-cut-off",
                        Integer.toString(assembler.functionCount()),
                        String.join(", ", missing)));
    }
}
