// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything read from one host at one time, as read. Immutable. Every view, live or not, is computed from a snapshot.
 *
 * @param origin where it came from and what it was recognised as
 * @param host host-wide files by path from the root without the leading slash ({@link HostFiles}); a link's reading is
 *     the last element of its target, a directory's its entries
 * @param hostListed whether host-wide files not in the map were looked for and are not there; false for sources such as
 *     lspci output, which say nothing about them
 * @param functions by address
 * @param notes what the reader wants said: lines not understood, things cut off, doubts
 */
public record Snapshot(
        Origin origin,
        SortedMap<String, Reading> host,
        boolean hostListed,
        SortedMap<Address, FunctionFacts> functions,
        List<Note> notes) {
    public Snapshot {
        SortedMap<String, Reading> spelled = new TreeMap<>(host);
        spelled.replaceAll(Grammar::ofHost);
        host = Collections.unmodifiableSortedMap(spelled);
        functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
        notes = List.copyOf(notes);
    }

    /**
     * A host-wide file as text.
     *
     * @param path as in {@link HostFiles}
     */
    public Fact<String> hostText(String path) {
        return Facts.text(host, path, hostListed);
    }

    /**
     * A host-wide file as bytes.
     *
     * @param path as in {@link HostFiles}
     */
    public Fact<Bytes> hostBytes(String path) {
        return Facts.bytes(host, path, hostListed);
    }

    /**
     * The names in a host-wide directory.
     *
     * @param path as in {@link HostFiles}
     */
    public Fact<List<String>> hostEntries(String path) {
        return Facts.entries(host, path, hostListed);
    }

    /** The same readings under another name or kind. */
    public Snapshot withOrigin(Origin other) {
        return new Snapshot(other, host, hostListed, functions, notes);
    }

    /** The same readings but for one host-wide file, as a what-if has it. */
    public Snapshot withHost(String path, Reading reading) {
        SortedMap<String, Reading> changed = new TreeMap<>(host);
        changed.put(path, reading);
        return new Snapshot(origin, changed, hostListed, functions, notes);
    }
}
