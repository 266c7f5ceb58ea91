// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A tree in a folder. Symbolic links are looked at and never followed; pipes and device files are not opened. */
final class DiskTree implements VirtualTree {
    private static final int MOST_CHILDREN = 200_000;

    private final Path root;

    DiskTree(Path root) {
        this.root = root;
    }

    @Override
    public Optional<Node> node(String path) {
        try {
            Path at = root.resolve(path);
            BasicFileAttributes is = Files.readAttributes(at, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (is.isSymbolicLink()) {
                return Optional.of(new Node.Link(Files.readSymbolicLink(at).toString()));
            }
            return is.isDirectory()
                    ? Optional.of(new Node.Folder())
                    : is.isRegularFile() ? Optional.of(new Node.File()) : Optional.empty();
        } catch (IOException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> children(String path) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(root.resolve(path))) {
            for (Path child : inside) {
                if (names.size() == MOST_CHILDREN) {
                    break;
                }
                names.add(child.getFileName().toString());
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            return List.of();
        }
        Collections.sort(names);
        return names;
    }

    @Override
    public byte[] content(String path, int most) throws IOException {
        try (InputStream in = Files.newInputStream(root.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(most);
        }
    }
}
