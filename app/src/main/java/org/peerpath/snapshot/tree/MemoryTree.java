// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** A tree unpacked from an archive, holding only what may be asked for. */
final class MemoryTree implements VirtualTree {
    private static final byte[] NOTHING = new byte[0];

    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, byte[]> contents = new HashMap<>();
    private final Map<String, TreeSet<String>> folders = new HashMap<>();

    void addFolder(String path) {
        enter(path);
        folders.computeIfAbsent(path, p -> new TreeSet<>());
        nodes.putIfAbsent(path, new Node.Folder());
    }

    void addLink(String path, String target) {
        enter(path);
        nodes.put(path, new Node.Link(target));
    }

    void addFile(String path, byte[] content) {
        enter(path);
        nodes.put(path, new Node.File());
        contents.put(path, content);
    }

    int size() {
        return nodes.size();
    }

    /** The folders that end so, nearest to the root first. */
    List<String> foldersEndingWith(String tail) {
        TreeMap<Integer, TreeSet<String>> byLength = new TreeMap<>();
        for (String folder : folders.keySet()) {
            if (folder.equals(tail) || folder.endsWith("/" + tail)) {
                byLength.computeIfAbsent(folder.length(), n -> new TreeSet<>()).add(folder);
            }
        }
        return byLength.values().stream().flatMap(TreeSet::stream).toList();
    }

    private void enter(String path) {
        String below = path;
        while (!below.isEmpty()) {
            String parent = TreePaths.parent(below);
            boolean known = folders.containsKey(parent);
            folders.computeIfAbsent(parent, p -> new TreeSet<>())
                    .add(below.substring(parent.isEmpty() ? 0 : parent.length() + 1));
            if (known) {
                return;
            }
            nodes.putIfAbsent(parent, new Node.Folder());
            below = parent;
        }
    }

    @Override
    public Optional<Node> node(String path) {
        return Optional.ofNullable(nodes.get(path));
    }

    @Override
    public List<String> children(String path) {
        TreeSet<String> names = folders.get(path);
        return names == null ? List.of() : List.copyOf(names);
    }

    @Override
    public byte[] content(String path, int most) {
        byte[] content = contents.getOrDefault(path, NOTHING);
        return content.length <= most ? content : Arrays.copyOf(content, most);
    }
}
