// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.Assembler;

/** The collector's text sections: files as {@code head -v} prints them. */
final class CollectorText {
    private static final int LONGEST_FILE = 1 << 20;

    private final Assembler assembler;
    private final StringBuilder content = new StringBuilder();
    private @Nullable String path;

    CollectorText(Assembler assembler) {
        this.assembler = assembler;
    }

    void line(String line) throws UnreadableSourceException {
        if (line.startsWith("==> ") && line.endsWith(" <==") && line.length() > 8) {
            String named = line.substring(4, line.length() - 4);
            if (assembler.wants(named)) {
                end();
                path = named;
                return;
            }
        }
        if (path != null && content.length() < LONGEST_FILE) {
            content.append(line).append('\n');
        }
    }

    void end() throws UnreadableSourceException {
        if (path != null) {
            assembler.text(path, content.toString());
        }
        drop();
    }

    /** Forgets the file in hand: it was cut off. */
    void drop() {
        path = null;
        content.setLength(0);
    }
}
