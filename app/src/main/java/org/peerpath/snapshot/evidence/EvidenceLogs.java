// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.Compression;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.text.Clean;

/**
 * The kernel logs that a source holds, each as a stream of its own, read where it lies: a log file is one; of a vendor's
 * bug report only the sections that are logs, of a support archive or gathered folder only the files that are. Each boot
 * that is kept apart there stays apart.
 */
public final class EvidenceLogs {
    private static final int HEAD = 64 * 1024;
    /** Of a text that somebody pasted together. */
    private static final int LONGEST_PASTE = 4 << 20;
    /** More than any log unpacks to. */
    private static final long MOST_BYTES = 16L << 30;
    /** Tar archives that come by a pipe are kept while they are read. */
    private static final long MOST_PIPED = 8L << 30;

    private static final int MOST_LOGS = 1000;
    private static final String HUMAN_TIMES = "_-T";

    /** In a folder that is no sosreport: where hosts keep logs, and what people call them. */
    private static final Pattern LOG = Pattern.compile("(?:.*/)?(?:sys/fs/pstore/.*|var/lib/systemd/pstore/.*"
            + "|(?:messages|syslog|kern\\.log|dmesg|journalctl|vmcore-dmesg)[^/]*)");

    /** What is done with each log. */
    public interface Visitor {
        /**
         * A log.
         *
         * @param name of the file, and of the section in it
         * @param content to be read to its end and left open
         */
        void log(String name, InputStream content) throws IOException;

        /** A log inside an archive or folder that cannot be read, because it is damaged or others may not. */
        void unreadable(String name);
    }

    private final String name;
    private final Visitor visitor;
    private final Set<String> logs = new TreeSet<>();
    private boolean sos;
    private int shown;

    private EvidenceLogs(String name, Visitor visitor) {
        this.name = name;
        this.visitor = visitor;
    }

    /** Whether the source may tell of its host what no log does. */
    public static boolean tellsOfHost(Path source) throws IOException {
        if (TreeReader.recognises(source)) {
            return true;
        }
        try (BufferedInputStream content = unpacked(Files.newInputStream(source))) {
            return BugReport.recognises(head(content)) || isPasteOfHost(content);
        }
    }

    /** Somebody pasted a log and what lspci printed into one text. */
    private static boolean isPasteOfHost(BufferedInputStream content) throws IOException {
        Gathering gathering = new Gathering("");
        try {
            new TextScan(gathering, "").read(new ByteArrayInputStream(content.readNBytes(LONGEST_PASTE)));
        } catch (UnreadableSourceException e) {
            return false;
        }
        return gathering.has(SourceKind.LSPCI_TEXT) || gathering.has(SourceKind.LSPCI_HEX);
    }

    /**
     * Shows all logs of a file, an archive or a folder.
     *
     * @param name what the user called it
     * @throws IOException if it is not there, cannot be read, or is damaged
     * @throws UnreadableSourceException if it is an archive that is broken, climbs out of itself or is beyond all bounds
     */
    public static void each(Path source, String name, Visitor visitor) throws IOException, UnreadableSourceException {
        if (TreeReader.recognises(source)) {
            new EvidenceLogs(name, visitor).archive(source);
            return;
        }
        try (InputStream in = Files.newInputStream(source)) {
            file(in, name, visitor);
        }
    }

    /** Shows all logs of what comes in by a pipe, which stays open. */
    public static void each(InputStream in, String name, Visitor visitor)
            throws IOException, UnreadableSourceException {
        BufferedInputStream content = unpacked(in);
        content.mark(HEAD);
        boolean archive = TreeReader.isArchive(content.readNBytes(HEAD));
        content.reset();
        if (!archive) {
            file(content, name, visitor);
            return;
        }
        Path kept = Files.createTempFile("peerpath-", ".tar");
        try {
            try (OutputStream out = Files.newOutputStream(kept)) {
                new LimitedStream(content, MOST_PIPED, true).transferTo(out);
            }
            each(kept, name, visitor);
        } finally {
            Files.deleteIfExists(kept);
        }
    }

    /** A file, packed or not: a bug report's logs, or one log. */
    private static void file(InputStream in, String name, Visitor visitor) throws IOException {
        BufferedInputStream content = unpacked(in);
        if (BugReport.recognises(head(content))) {
            BugReportLogs report = new BugReportLogs(content);
            while (report.next()) {
                visitor.log(Clean.line(name + ": " + report.title()), report);
            }
        } else {
            visitor.log(Clean.line(name), content);
        }
    }

    private static BufferedInputStream unpacked(InputStream raw) throws IOException {
        try {
            InputStream plain = Compression.open(new BufferedInputStream(raw, HEAD));
            return new BufferedInputStream(new LimitedStream(plain, MOST_BYTES, true), HEAD);
        } catch (RuntimeException e) {
            // What a decompressor makes of damaged data.
            throw LimitedStream.translated(e);
        }
    }

    private static String head(BufferedInputStream content) throws IOException {
        content.mark(HEAD);
        String head = new String(content.readNBytes(HEAD), StandardCharsets.UTF_8);
        content.reset();
        return head;
    }

    private void archive(Path source) throws UnreadableSourceException {
        Archive.visit(source, name, (file, content) -> {
            sos |= ("/" + file).contains("/sos_commands/");
            if (LOG.matcher(file).matches() || isSosLog(file)) {
                logs.add(file);
            }
        });
        if (sos) {
            logs.removeIf(file -> !isSosLog(file));
        }
        // The same log with times of day.
        logs.removeIf(log ->
                log.endsWith(HUMAN_TIMES) && logs.contains(log.substring(0, log.length() - HUMAN_TIMES.length())));
        List<String> closed = Archive.visit(source, name, this::member).unreadable();
        closed.stream()
                .filter(file -> file.endsWith("/") || logs.contains(file))
                .forEach(this::unreadable);
    }

    private static boolean isSosLog(String file) {
        return SosFiles.inside(file).filter(SosFiles::isLog).isPresent();
    }

    private void unreadable(String file) {
        visitor.unreadable(Clean.line(name + "/" + file));
    }

    private void member(String file, InputStream in) throws UnreadableSourceException {
        try {
            BufferedInputStream content = unpacked(in);
            if (logs.contains(file) || isLog(head(content))) {
                if (shown++ < MOST_LOGS) {
                    file(content, name + "/" + file, visitor);
                } else {
                    unreadable(file);
                }
            }
        } catch (IOException damaged) {
            // One of many; if it is the whole archive, its next entry says so.
            if (logs.contains(file)) {
                unreadable(file);
            }
        }
    }

    /** By content: in a support archive only another report, in a loose folder also what a kernel printed. */
    private boolean isLog(String head) throws IOException, UnreadableSourceException {
        if (sos || BugReport.recognises(head)) {
            return BugReport.recognises(head);
        }
        Gathering gathering = new Gathering("");
        new TextScan(gathering, "").read(new ByteArrayInputStream(head.getBytes(StandardCharsets.UTF_8)));
        return gathering.kind(SourceKind.LSPCI_TEXT) == SourceKind.KERNEL_LOG;
    }
}
