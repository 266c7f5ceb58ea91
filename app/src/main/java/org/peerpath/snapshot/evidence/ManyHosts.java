// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * Finds the hosts in a folder or archive. Each snapshot is one. Two other things that each give a whole host are two
 * hosts where their names or functions disagree; everything else joins the only one. Nothing is picked and nothing merged
 * silently.
 */
public final class ManyHosts {
    private static final String DEVICES = "sys/bus/pci/devices";
    private static final int DEEPEST = 4;
    private static final int MOST = 100_000;
    /** More than is looked at to tell a snapshot, compressed or not. */
    private static final int BEGINNING = 1 << 16;

    /** Where a host's tree begins; the entries of bus/pci/devices are links, which are not visited. */
    private static final List<String> TREE = List.of("/sys/devices/pci", "/" + DEVICES + "/");

    /** Why a file is nothing of what is read here. */
    private static final Set<String> FOREIGN =
            Set.of("read.no-lspci", "read.binary", "read.empty", "read.other-archive");

    /** One host of several. */
    public interface Member {
        /** Returns what to call it: the path of its file or folder, behind the archive's where it lies in one. */
        String name();

        /**
         * Reads it.
         *
         * @throws UnreadableSourceException if it gives no snapshot
         */
        Snapshot open() throws UnreadableSourceException;

        /** Returns whether it begins as our own snapshots do, whether or not the rest of it is whole. */
        boolean isSnapshot();
    }

    private record InFolder(Path path) implements Member {
        @Override
        public String name() {
            return path.toString();
        }

        @Override
        public Snapshot open() throws UnreadableSourceException {
            return Recognizer.open(path, path.toString());
        }

        @Override
        public boolean isSnapshot() {
            try (InputStream in = Files.newInputStream(path)) {
                return SnapshotFile.recognises(in);
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** Kept packed: a host of hundred functions takes some kilobytes. */
    private record InArchive(String name, Bytes packed, boolean isSnapshot) implements Member {
        @Override
        public Snapshot open() throws UnreadableSourceException {
            return SnapshotFile.read(new ByteArrayInputStream(packed.toArray()), name);
        }
    }

    private ManyHosts() {}

    /**
     * Returns the hosts that a folder or archive holds; empty where it holds one host, or is anything else.
     *
     * @throws UnreadableSourceException if it cannot be told whether two things in it are one host
     */
    public static List<Member> in(String source) throws UnreadableSourceException {
        Path path;
        try {
            path = Path.of(source);
        } catch (InvalidPathException e) {
            return List.of();
        }
        try {
            if (Files.isDirectory(path)) {
                List<Member> found = new ArrayList<>();
                folder(path, 0, found);
                return several(source, found);
            }
            if (Files.isRegularFile(path) && TreeReader.recognises(path)) {
                return several(source, archive(path, source));
            }
            return List.of();
        } catch (IOException e) {
            throw Unreadable.io(source, e);
        }
    }

    /** A folder with a tree in it, or a support archive, is one host; else each file and folder in it may be one. */
    private static void folder(Path folder, int depth, List<Member> found) throws UnreadableSourceException {
        if (isOne(folder)) {
            found.add(new InFolder(folder));
            return;
        }
        List<Path> children = children(folder);
        for (Path child : children) {
            if (found.size() > MOST) {
                throw Unreadable.file(folder.toString(), Message.of("read.too-many-files", Integer.toString(MOST)));
            }
            if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                if (depth < DEEPEST) {
                    List<Member> below = new ArrayList<>();
                    folder(child, depth + 1, below);
                    // Several texts of one host lie in a folder of their own: it is the host, not each of them.
                    found.addAll(
                            below.size() > 1 && several(child.toString(), below).isEmpty()
                                    ? List.of(new InFolder(child))
                                    : below);
                }
            } else if (Files.isRegularFile(child, LinkOption.NOFOLLOW_LINKS)) {
                found.add(new InFolder(child));
            }
        }
    }

    private static boolean isOne(Path folder) {
        return Files.isDirectory(folder.resolve(DEVICES), LinkOption.NOFOLLOW_LINKS)
                || Files.isDirectory(folder.resolve("sos_commands"), LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> children(Path folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            inside.forEach(found::add);
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        found.sort(null);
        return found;
    }

    private static List<Member> archive(Path path, String source) throws UnreadableSourceException {
        List<Member> found = new ArrayList<>();
        boolean[] oneHost = {false};
        Set<String> roots = new HashSet<>();
        Archive.visit(path, source, (file, content) -> {
            String slashed = "/" + file;
            oneHost[0] |= slashed.contains("/sos_commands/") || slashed.endsWith("/peerpath-case/snapshot.json");
            TREE.stream()
                    .mapToInt(slashed::indexOf)
                    .filter(at -> at >= 0)
                    .findFirst()
                    .ifPresent(at -> roots.add(slashed.substring(0, at)));
        });
        if (oneHost[0]) {
            return List.of();
        }
        if (roots.size() > 1) {
            for (Snapshot each : TreeReader.all(path, source)) {
                found.add(packed(each, false));
            }
            return found;
        }
        if (!roots.isEmpty()) {
            return List.of();
        }
        Archive.visit(path, source, (file, content) -> {
            try {
                BufferedInputStream in = new BufferedInputStream(content, BEGINNING);
                in.mark(BEGINNING);
                boolean snapshot = SnapshotFile.recognises(in);
                in.reset();
                found.add(packed(Recognizer.open(in, source + "/" + Clean.line(file)), snapshot));
            } catch (UnreadableSourceException e) {
                // What cannot be read alone is no host; opening the archive as a whole says why.
            }
        });
        return found;
    }

    private static Member packed(Snapshot snapshot, boolean isSnapshot) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SnapshotFile.write(snapshot, bytes, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new InArchive(snapshot.origin().source(), Bytes.copyOf(bytes.toByteArray()), isSnapshot);
    }

    /** The members that are hosts, if they are several; empty if they are one, or none. */
    private static List<Member> several(String source, List<Member> members) throws UnreadableSourceException {
        List<Member> hosts = new ArrayList<>();
        Optional<SeenHost> first = Optional.empty();
        Optional<SeenHost[]> alike = Optional.empty();
        boolean several = false;
        for (Member member : members) {
            // Where there are several, a snapshot is one of them: reading thousands twice would take twice as long.
            boolean sure = several && member.isSnapshot();
            Optional<SeenHost> seen = sure ? Optional.empty() : SeenHost.of(member);
            if (seen.isEmpty()) {
                if (sure || isDamaged(member)) {
                    hosts.add(member);
                }
                continue;
            }
            hosts.add(member);
            if (first.isEmpty()) {
                first = seen;
            } else if (seen.get().isAnotherThan(first.get())) {
                several = true;
            } else if (seen.get().cannotBeToldFrom(first.get())) {
                alike = Optional.of(new SeenHost[] {first.get(), seen.get()});
            }
        }
        if (several) {
            return hosts;
        }
        if (alike.isPresent()) {
            throw Unreadable.file(
                    source,
                    Message.of(
                            "read.one-host-or-two",
                            alike.get()[0].member().name(),
                            alike.get()[1].member().name()));
        }
        return List.of();
    }

    /** A snapshot cut short is a host that was not read, not something else that lies beside the hosts. */
    private static boolean isDamaged(Member member) {
        try {
            member.open();
            return false;
        } catch (UnreadableSourceException e) {
            return !keys(e.reason()).anyMatch(FOREIGN::contains);
        }
    }

    private static Stream<String> keys(Message message) {
        return Stream.concat(
                Stream.of(message.key()),
                message.args().stream()
                        .filter(Message.class::isInstance)
                        .map(Message.class::cast)
                        .flatMap(ManyHosts::keys));
    }
}
