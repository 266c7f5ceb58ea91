// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.ReadList;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.VirtualTree.Node;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Reads a recorded tree as the collector reads a host: what is in the read list, nothing else. */
final class TreeScan {
    /** As many bytes of a text as the collector reads: a kernel page and its double. */
    static final int LONGEST_TEXT = 8192;

    static final int LONGEST_BYTES = 262_144;
    private static final int MOST_LINKS = 40;

    private final VirtualTree tree;
    private final Assembler assembler;
    private final String sourceName;
    /** Folders whose real place is known: most of a scan looks into the same few. */
    private final Map<String, Optional<String>> resolved = new HashMap<>();

    TreeScan(VirtualTree tree, Assembler assembler, String sourceName) {
        this.tree = tree;
        this.assembler = assembler;
        this.sourceName = sourceName;
    }

    void scan() throws UnreadableSourceException {
        String devices = Assembler.DEVICES.substring(0, Assembler.DEVICES.length() - 1);
        ReadList list = ReadList.SHIPPED;
        String where = resolve(devices).orElse(devices);
        for (String name : tree.children(where)) {
            if (Address.parse(name).isEmpty()) {
                continue;
            }
            String path = devices + "/" + name;
            link(path);
            Optional<String> real = resolve(path);
            if (real.isPresent()) {
                function(list, path);
            }
        }
        for (String pattern : list.hostText()) {
            for (String path : expand("", pattern)) {
                text(path);
            }
        }
        for (String pattern : list.hostLinks()) {
            for (String path : expand("", pattern)) {
                link(path);
            }
        }
        for (String pattern : list.hostBytes()) {
            for (String path : expand("", pattern)) {
                bytes(path);
            }
        }
        for (String path : list.hostNames()) {
            names(path);
        }
        for (String path : list.hostExists()) {
            if (resolve(path).flatMap(tree::node).isPresent()) {
                assembler.name(path);
            }
        }
        for (String path : ReadList.MADE_UP) {
            text(path);
        }
        text(HostFiles.EFFECTIVE_USER);
    }

    private void function(ReadList list, String path) throws UnreadableSourceException {
        for (String pattern : list.functionText()) {
            for (String attribute : expand(path, pattern)) {
                text(attribute);
            }
        }
        for (String pattern : list.functionBytes()) {
            for (String attribute : expand(path, pattern)) {
                bytes(attribute);
            }
        }
        for (String pattern : list.functionLinks()) {
            for (String attribute : expand(path, pattern)) {
                link(attribute);
            }
        }
        for (String name : list.functionNames()) {
            names(path + "/" + name);
        }
    }

    private void text(String path) throws UnreadableSourceException {
        Optional<String> file = file(path);
        if (file.isPresent()) {
            try {
                assembler.text(path, new String(tree.content(file.get(), LONGEST_TEXT), StandardCharsets.UTF_8));
            } catch (IOException e) {
                assembler.failed(path, e instanceof AccessDeniedException ? "denied" : "io-error");
            }
        }
    }

    private void bytes(String path) throws UnreadableSourceException {
        Optional<String> file = file(path);
        if (file.isPresent()) {
            try {
                assembler.bytes(path, tree.content(file.get(), LONGEST_BYTES));
            } catch (IOException e) {
                assembler.failed(path, e instanceof AccessDeniedException ? "denied" : "io-error");
            }
        }
    }

    private void link(String path) throws UnreadableSourceException {
        Optional<String> folder = resolve(TreePaths.parent(path));
        if (folder.isEmpty()) {
            return;
        }
        Optional<Node> node = tree.node(folder.get() + path.substring(path.lastIndexOf('/')));
        if (node.isPresent() && node.get() instanceof Node.Link link) {
            if (TreePaths.resolve(folder.get(), link.target()).isEmpty()) {
                throw Unreadable.file(
                        sourceName, Message.of("read.link-climbs-out", Clean.line(path), Clean.line(link.target())));
            }
            assembler.link(path, link.target());
        }
    }

    private void names(String path) throws UnreadableSourceException {
        Optional<String> folder = resolve(path);
        if (folder.isPresent()
                && tree.node(folder.get()).filter(Node.Folder.class::isInstance).isPresent()) {
            assembler.name(path);
            for (String name : tree.children(folder.get())) {
                assembler.name(path + "/" + name);
            }
        }
    }

    private Optional<String> file(String path) {
        return resolve(path)
                .filter(p -> tree.node(p).filter(Node.File.class::isInstance).isPresent());
    }

    /** The paths below a base that a pattern stands for; a path without a star stands for itself, there or not. */
    private List<String> expand(String base, String pattern) {
        List<String> found = List.of(base);
        for (String part : pattern.split("/")) {
            List<String> next = new ArrayList<>();
            for (String path : found) {
                String prefix = path.isEmpty() ? "" : path + "/";
                if (part.indexOf('*') < 0) {
                    next.add(prefix + part);
                } else {
                    var glob = ReadList.glob(part);
                    resolve(path).map(tree::children).orElse(List.of()).stream()
                            .filter(name ->
                                    name.charAt(0) != '.' && glob.matcher(name).matches())
                            .forEach(name -> next.add(prefix + name));
                }
            }
            found = next;
        }
        return found;
    }

    /** Where a path really is, links within the tree followed by name; empty if one dangles, loops or leaves the tree. */
    private Optional<String> resolve(String path) {
        return resolve(path, new int[] {MOST_LINKS});
    }

    private Optional<String> resolve(String path, int[] linksLeft) {
        Optional<String> folder = Optional.of("");
        int slash = path.lastIndexOf('/');
        if (slash > 0) {
            String parent = path.substring(0, slash);
            folder = resolved.get(parent);
            if (folder == null) {
                folder = resolve(parent, linksLeft);
                resolved.put(parent, folder);
            }
        }
        return folder.flatMap(in -> step(in, path.substring(slash + 1), linksLeft));
    }

    private Optional<String> step(String folder, String name, int[] linksLeft) {
        String here = folder.isEmpty() ? name : folder + "/" + name;
        Optional<Node> node = tree.node(here);
        if (node.isPresent() && node.get() instanceof Node.Link link) {
            return linksLeft[0]-- <= 0
                    ? Optional.empty()
                    : TreePaths.resolve(folder, link.target()).flatMap(next -> resolve(next, linksLeft));
        }
        return Optional.of(here);
    }
}
