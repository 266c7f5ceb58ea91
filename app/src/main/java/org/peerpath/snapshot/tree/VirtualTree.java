// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A recorded file tree, in a folder or in memory. Nothing here follows a link; {@link TreeScan} does that by name. */
interface VirtualTree {
    /** What is at a path. */
    sealed interface Node {
        record Folder() implements Node {}

        record File() implements Node {}

        record Link(String target) implements Node {}
    }

    /** What is there, a link itself and not what it points to; empty if nothing is, or nothing that can be read. */
    Optional<Node> node(String path);

    /** The names in a folder, sorted; none if it is no folder. */
    List<String> children(String path);

    /** The beginning of a file. */
    byte[] content(String path, int most) throws IOException;
}
