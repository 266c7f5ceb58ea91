// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.LineReader;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.snapshot.tree.Compression;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * A folder or archive: a tree with {@code sys/} in it, a support archive of sos, or just several files of one case. All
 * that is understood in it tells of one host.
 */
final class EvidenceTree {
    private static final String DEVICES = "sys/bus/pci/devices/";
    /** In a case file of our own: all else in it was written from this. */
    private static final String OWN_CASE = "/peerpath-case/snapshot.json";

    private static final long MOST_TEXT = 512L << 20;
    private static final int LONGEST_HOST_FILE = 8192;
    private static final int MOST_LOOSE = 200;

    private final Path path;
    private final String name;
    private final Gathering gathering;
    private final KernelLogParser log;
    private Optional<String> ownCase = Optional.empty();
    private boolean sos;
    private boolean devices;
    private boolean system;
    private int loose;

    private EvidenceTree(Path path, String name) {
        this.path = path;
        this.name = name;
        this.gathering = new Gathering(name);
        this.log = new KernelLogParser(gathering);
    }

    static Snapshot read(Path path, String name) throws UnreadableSourceException {
        return new EvidenceTree(path, name).read();
    }

    private Snapshot read() throws UnreadableSourceException {
        Archive.Visited visited = Archive.visit(path, name, (file, content) -> look(file));
        for (String unreadable : visited.unreadable()) {
            gathering.note(new Note(Clean.line(unreadable), 0, Message.of("read.access-denied")));
        }
        if (devices && !sos) {
            return TreeReader.read(path, name);
        }
        if (ownCase.isPresent() && !sos) {
            return snapshotIn(ownCase.get());
        }
        if (!visited.whole() && !devices) {
            gathering.note(new Note("", 0, TreeReader.CUT));
        }
        String host = name;
        SourceKind kind = SourceKind.SEVERAL;
        if (sos) {
            kind = SourceKind.SOSREPORT;
            gathering.ofWhole();
            if (devices) {
                Snapshot tree = TreeReader.read(path, name);
                host = tree.origin().host();
                gathering.add(tree);
            }
            Archive.visit(path, name, this::sosFile);
            if (!devices) {
                gathering.notes().add(0, Message.of("note.partial.sosreport"));
            }
        } else if (system) {
            gathering.notes().add(0, Message.of("note.no-pci-in-tree"));
            kind = SourceKind.SYSFS_TREE;
        } else {
            Archive.visit(path, name, this::looseFile);
            if (gathering.isEmpty()) {
                throw Unreadable.file(name, Message.of("read.no-devices"));
            }
        }
        Rdma.resolve(gathering);
        KernelDomains.resolve(gathering);
        return gathering.snapshot(new Origin(name, kind, host, Optional.empty()));
    }

    private Snapshot snapshotIn(String file) throws UnreadableSourceException {
        List<Snapshot> found = new ArrayList<>();
        Archive.visit(path, name, (at, content) -> {
            if (at.equals(file)) {
                found.add(SnapshotFile.read(new LimitedStream(content, MOST_TEXT, true), name));
            }
        });
        Origin taken = found.getFirst().origin();
        return found.getFirst().withOrigin(new Origin(name, SourceKind.SNAPSHOT_FILE, taken.host(), taken.readAt()));
    }

    private void look(String file) {
        String slashed = "/" + file;
        ownCase = slashed.endsWith(OWN_CASE) ? ownCase.or(() -> Optional.of(file)) : ownCase;
        sos |= slashed.contains("/sos_commands/");
        devices |= slashed.contains("/" + DEVICES) || slashed.contains("/sys/devices/pci");
        system |= slashed.contains("/sys/devices/") || slashed.contains("/proc/cpuinfo");
    }

    private void sosFile(String file, InputStream content) throws IOException, UnreadableSourceException {
        Optional<String> found = SosFiles.inside(file);
        if (found.isEmpty()) {
            return;
        }
        String inside = found.get();
        if (SosFiles.isText(inside) || SosFiles.isXml(inside)) {
            gathering.about(SosFiles.subject(inside));
            gathering.aboutDevice(SosFiles.device(inside));
            part(file, content);
            gathering.about(Optional.empty());
            gathering.aboutDevice(Optional.empty());
        } else if (SosFiles.isLog(inside)) {
            log(file, content);
        } else if (inside.equals("sos_commands/host/hostname") || inside.equals("etc/hostname")) {
            hostFile(HostFiles.HOSTNAME, content, "file");
        } else if (!inside.startsWith("sos_commands/") && HostFiles.isRead(inside)) {
            hostFile(
                    inside,
                    content,
                    inside.startsWith("proc/") ? "procfs" : inside.startsWith("sys/") ? "sysfs" : "file");
        }
    }

    private void hostFile(String as, InputStream content, String source) throws IOException, UnreadableSourceException {
        String text = Clean.text(new String(content.readNBytes(LONGEST_HOST_FILE), StandardCharsets.UTF_8));
        if (as.equals(HostFiles.CPUINFO_FLAGS)) {
            int blank = text.indexOf("\n\n");
            text = blank < 0 ? text : text.substring(0, blank);
        }
        gathering.host(as, text.stripTrailing(), source);
    }

    /** A log that is damaged in itself spoils nothing else; if the whole archive is, its next entry says so. */
    private void log(String file, InputStream content) throws UnreadableSourceException {
        try {
            InputStream plain = Compression.open(new BufferedInputStream(content));
            LineReader lines = new LineReader(new LimitedStream(plain, MOST_TEXT, true));
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                log.facts(line.get());
            }
        } catch (IOException e) {
            gathering.note(Unreadable.note(file, Unreadable.io(file, e)));
        }
    }

    /** One of several files; one that cannot be read spoils none of the others. */
    private void part(String file, InputStream content) throws UnreadableSourceException {
        try {
            Recognizer.gather(content, file, gathering);
        } catch (UnreadableSourceException e) {
            gathering.note(Unreadable.note(file, e));
        }
    }

    private void looseFile(String file, InputStream content) throws UnreadableSourceException {
        if (loose++ < MOST_LOOSE) {
            part(file, content);
        } else if (loose == MOST_LOOSE + 1) {
            gathering.notes().add(0, Message.of("note.more-files", Integer.toString(MOST_LOOSE)));
        }
    }
}
