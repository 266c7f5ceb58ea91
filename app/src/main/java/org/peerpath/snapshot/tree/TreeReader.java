// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * Reads a folder, or an archive, that holds {@code sys/bus/pci/devices} anywhere inside: hwloc's
 * gather archive, a sosreport, a capture of our own. Everything is recognised by content. Symbolic links are followed by
 * name within the tree and never on the disk.
 */
public final class TreeReader {
    private static final String DEVICES = Assembler.DEVICES.substring(0, Assembler.DEVICES.length() - 1);
    private static final int TAR_BLOCK = 512;
    /** What is remarked of an archive without its end mark. */
    public static final Message CUT = Message.of("note.archive-cut");

    private static final int DEEPEST = 6;
    private static final int MOST_FOLDERS = 20_000;

    private TreeReader() {}

    /** Whether this is a folder, a tar archive, compressed or not, or a ZIP archive. */
    public static boolean recognises(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return true;
        }
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(path));
                InputStream plain = Compression.open(raw)) {
            return isArchive(plain.readNBytes(TAR_BLOCK));
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    /** Whether a file that begins so, unpacked, is an archive whose files are read. */
    public static boolean isArchive(byte[] beginning) {
        return isTar(beginning) || ArchiveEntries.isZip(beginning);
    }

    /** Whether a file that begins so, unpacked, is a tar archive. */
    public static boolean isTar(byte[] beginning) {
        byte[] block = beginning.length > TAR_BLOCK ? Arrays.copyOf(beginning, TAR_BLOCK) : beginning;
        try {
            return block.length == TAR_BLOCK && block[0] != 0 && TarUtils.verifyCheckSum(block);
        } catch (IllegalArgumentException noNumber) {
            // Where the sum would be stands something else.
            return false;
        }
    }

    /**
     * Reads it.
     *
     * @param sourceName what the user called it
     * @throws UnreadableSourceException if it holds no PCI devices, is broken, reaches out of itself, or is beyond all
     *     bounds; the message names the source and the reason
     */
    public static Snapshot read(Path path, String sourceName) throws UnreadableSourceException {
        Assembler assembler = new Assembler(sourceName);
        String hostName = nameOf(path);
        if (Files.isDirectory(path)) {
            new TreeScan(new DiskTree(rootOf(path, sourceName)), assembler, sourceName).scan();
        } else {
            TarTree.Unpacked unpacked = TarTree.unpack(path, sourceName);
            List<String> roots = roots(unpacked.tree());
            if (roots.isEmpty()) {
                throw noDevices(sourceName);
            }
            String root = roots.getFirst();
            if (roots.size() > 1) {
                assembler.note(new Note("", 0, Message.of("note.several-trees", "/" + root)));
            }
            return inArchive(unpacked, root, hostName, sourceName, assembler);
        }
        return assembler.snapshot(new Origin(sourceName, SourceKind.SYSFS_TREE, hostName, Optional.empty()), false);
    }

    /**
     * Reads every tree of an archive, each a host of its own.
     *
     * @throws UnreadableSourceException as {@link #read}
     */
    public static List<Snapshot> all(Path path, String sourceName) throws UnreadableSourceException {
        TarTree.Unpacked unpacked = TarTree.unpack(path, sourceName);
        List<Snapshot> all = new ArrayList<>();
        for (String root : roots(unpacked.tree())) {
            String name = sourceName + "/" + root;
            all.add(inArchive(unpacked, root, nameOf(path), name, new Assembler(name)));
        }
        return all;
    }

    /** The folders of an archive that hold a host's tree, each with its slash, or empty for the archive itself. */
    private static List<String> roots(MemoryTree tree) {
        return tree.foldersEndingWith(DEVICES).stream()
                .map(found -> found.substring(0, found.length() - DEVICES.length()))
                .toList();
    }

    private static Snapshot inArchive(
            TarTree.Unpacked unpacked, String root, String archive, String sourceName, Assembler assembler)
            throws UnreadableSourceException {
        if (!unpacked.whole()) {
            assembler.note(new Note("", 0, CUT));
        }
        new TreeScan(below(unpacked.tree(), root), assembler, sourceName).scan();
        String host = root.isEmpty() ? archive : root.substring(0, root.length() - 1);
        return assembler.snapshot(new Origin(sourceName, SourceKind.SYSFS_TREE, host, Optional.empty()), false);
    }

    private static UnreadableSourceException noDevices(String sourceName) {
        return Unreadable.file(sourceName, Message.of("read.no-devices"));
    }

    private static String nameOf(Path path) {
        Path name = path.toAbsolutePath().normalize().getFileName();
        return name == null ? path.toString() : name.toString().replaceFirst("\\.(tar|tgz|txz|tbz2?)(\\.\\w+)?$", "");
    }

    /** The folder that holds {@code sys/bus/pci/devices}, nearest to the one given. */
    private static Path rootOf(Path top, String sourceName) throws UnreadableSourceException {
        Deque<Path> folders = new ArrayDeque<>(List.of(top));
        for (int visited = 0; visited < MOST_FOLDERS && !folders.isEmpty(); visited++) {
            Path folder = folders.removeFirst();
            if (Files.isDirectory(folder.resolve(DEVICES), LinkOption.NOFOLLOW_LINKS)) {
                return folder;
            }
            if (top.relativize(folder).getNameCount() < DEEPEST) {
                try (var inside = Files.newDirectoryStream(
                        folder, child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))) {
                    inside.forEach(folders::addLast);
                } catch (IOException | DirectoryIteratorException unreadable) {
                    // A folder that cannot be looked into is not the one.
                }
            }
        }
        throw noDevices(sourceName);
    }

    private static VirtualTree below(MemoryTree tree, String prefix) {
        return prefix.isEmpty()
                ? tree
                : new VirtualTree() {
                    @Override
                    public Optional<Node> node(String path) {
                        return tree.node(prefix + path);
                    }

                    @Override
                    public List<String> children(String path) {
                        return tree.children(path.isEmpty() ? prefix.substring(0, prefix.length() - 1) : prefix + path);
                    }

                    @Override
                    public byte[] content(String path, int most) {
                        return tree.content(prefix + path, most);
                    }
                };
    }
}
