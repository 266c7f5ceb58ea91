// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.List;
import org.peerpath.text.Message;

/**
 * What one attempt to read one thing gave. {@code source} says in a few words where it was read ("sysfs",
 * "lspci -xxxx"); it is one of a handful of shared strings.
 */
public sealed interface Reading {
    String source();

    /** A file's text without its trailing line break, or the last element of a link's target. */
    record Text(String value, String source) implements Reading {}

    /** A file's bytes. */
    record Data(Bytes bytes, String source) implements Reading {}

    /** A directory's entries, sorted. */
    record Listing(List<String> entries, String source) implements Reading {
        public Listing {
            entries = entries.stream().sorted().toList();
        }
    }

    /** Looked for, and not there. */
    record Missing(String source) implements Reading {}

    /** There, or perhaps there, but not read: not root, timed out, input/output error, … */
    record Failed(Message why, String source) implements Reading {}
}
