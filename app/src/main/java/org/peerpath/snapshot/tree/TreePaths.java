// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** TreePaths of a recorded tree: components with slashes between them, relative to its root, never touching the disk. */
final class TreePaths {
    private TreePaths() {}

    /**
     * Where a link in this directory points, by words alone.
     *
     * @return empty if it points out of the tree: by being absolute, or by climbing above the root
     */
    static Optional<String> resolve(String directory, String target) {
        return target.startsWith("/") ? Optional.empty() : normalise(directory + "/" + target);
    }

    /** Without {@code .}, {@code ..} and doubled slashes; empty if it climbs above the root. */
    static Optional<String> normalise(String path) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                if (parts.pollLast() == null) {
                    return Optional.empty();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return Optional.of(String.join("/", parts));
    }

    static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
