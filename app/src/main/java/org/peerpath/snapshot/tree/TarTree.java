// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.ReadList;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/** Unpacks an archive into memory, within limits, keeping only what a scan may ask for. */
final class TarTree {
    private static final long MOST_UNPACKED = 1L << 30;
    private static final int MOST_ENTRIES = 5_000_000;
    private static final int MOST_KEPT = 1_000_000;
    private static final long MOST_KEPT_BYTES = 256L << 20;
    /** Links from a bond or bridge to the interfaces it is made of. */
    private static final String LOWER_PREFIX = "lower_";

    private final String sourceName;
    private final MemoryTree tree = new MemoryTree();
    /** Last components of the files, links and directories in the read list. */
    private final Set<String> names = new HashSet<>();

    private final Set<String> parents =
            new HashSet<>(Set.of("parameters", "devices", "driver", "iommu", "iommu_groups", "block", "slaves"));
    private long keptBytes;

    private TarTree(String sourceName) {
        this.sourceName = sourceName;
        ReadList list = ReadList.SHIPPED;
        list.functionText().forEach(this::keep);
        list.functionBytes().forEach(this::keep);
        list.functionLinks().forEach(this::keep);
        list.hostText().forEach(this::keep);
        list.hostBytes().forEach(this::keep);
        list.hostExists().forEach(this::keep);
        list.hostNames().forEach(this::keepInside);
        list.functionNames().forEach(this::keepInside);
        ReadList.MADE_UP.forEach(this::keep);
        keep(HostFiles.EFFECTIVE_USER);
    }

    private void keep(String pattern) {
        names.add(pattern.substring(pattern.lastIndexOf('/') + 1));
    }

    private void keepInside(String directory) {
        keep(directory);
        parents.add(directory.substring(directory.lastIndexOf('/') + 1));
    }

    /**
     * What was unpacked.
     *
     * @param whole whether the archive has its end mark
     */
    record Unpacked(MemoryTree tree, boolean whole) {}

    /** Unpacks a file; the caller has made sure that it is an archive. */
    static Unpacked unpack(Path file, String sourceName) throws UnreadableSourceException {
        TarTree unpacking = new TarTree(sourceName);
        boolean whole = ArchiveEntries.each(file, sourceName, MOST_UNPACKED, MOST_ENTRIES, unpacking::entry);
        return new Unpacked(unpacking.tree, whole);
    }

    private void entry(ArchiveEntries.Entry entry, InputStream content) throws IOException, UnreadableSourceException {
        if (tree.size() > MOST_KEPT || keptBytes > MOST_KEPT_BYTES) {
            throw Unreadable.file(sourceName, Message.of("read.too-many-files", Integer.toString(tree.size())));
        }
        if (!wanted(entry.path())) {
            return;
        }
        switch (entry) {
            case ArchiveEntries.Folder(String path) -> tree.addFolder(path);
            case ArchiveEntries.Link(String path, String target) -> tree.addLink(path, target);
            case ArchiveEntries.SameFile(String path, String target) ->
                TreePaths.normalise(target)
                        .filter(of -> tree.node(of)
                                .filter(VirtualTree.Node.File.class::isInstance)
                                .isPresent())
                        .ifPresent(of -> tree.addFile(path, tree.content(of, TreeScan.LONGEST_BYTES)));
            case ArchiveEntries.File(String path) -> {
                byte[] read = content.readNBytes(TreeScan.LONGEST_BYTES);
                keptBytes += read.length;
                tree.addFile(path, read);
            }
        }
    }

    private boolean wanted(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String parent = TreePaths.parent(path);
        parent = parent.substring(parent.lastIndexOf('/') + 1);
        return names.contains(name)
                || parents.contains(parent)
                || name.startsWith(Attributes.VIRTFN_PREFIX)
                || name.startsWith(LOWER_PREFIX)
                || Address.parse(name).isPresent();
    }
}
