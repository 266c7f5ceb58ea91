// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * What is known of a host so far, to be held against the next. A snapshot is a host by itself: two that look alike are
 * two machines that were installed alike, or two readings of one, and neither may stand for the other.
 */
record SeenHost(ManyHosts.Member member, Optional<String> host, SourceKind kind, Set<?> functions) {
    /** What gives a whole host, as far as it tells of functions. */
    private static final Set<SourceKind> WHOLE = Set.of(
            SourceKind.SNAPSHOT_FILE,
            SourceKind.LIVE,
            SourceKind.SYSFS_TREE,
            SourceKind.RDMA_TOPO,
            SourceKind.NVIDIA_BUG_REPORT,
            SourceKind.SOSREPORT,
            SourceKind.LSPCI_TEXT,
            SourceKind.LSPCI_HEX,
            SourceKind.SEVERAL);

    /** What a member gives of a host; empty if it is no whole one, or cannot be read. */
    static Optional<SeenHost> of(ManyHosts.Member member) {
        try {
            Snapshot snapshot = member.open();
            SourceKind kind = snapshot.origin().kind();
            if (snapshot.functions().isEmpty() || !WHOLE.contains(kind)) {
                return Optional.empty();
            }
            Optional<String> host = snapshot.hostText(HostFiles.HOSTNAME)
                    .asOptional()
                    .map(String::strip)
                    .or(() ->
                            kind == SourceKind.SNAPSHOT_FILE || kind == SourceKind.LIVE || kind == SourceKind.SYSFS_TREE
                                    ? Optional.of(snapshot.origin().host())
                                    : Optional.empty());
            return Optional.of(new SeenHost(
                    member, host, kind, Set.copyOf(snapshot.functions().keySet())));
        } catch (UnreadableSourceException e) {
            return Optional.empty();
        }
    }

    boolean isAnotherThan(SeenHost other) {
        boolean names = host.isPresent() && other.host().isPresent() && !host.equals(other.host());
        boolean parts =
                functions.containsAll(other.functions()) || other.functions().containsAll(functions);
        return names || !parts || (member.isSnapshot() && other.member().isSnapshot());
    }

    boolean cannotBeToldFrom(SeenHost other) {
        boolean named = host.isPresent() && host.equals(other.host());
        return !named && kind == other.kind() && functions.equals(other.functions());
    }
}
