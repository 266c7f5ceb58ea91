// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

/** What a source was recognised as. */
public enum SourceKind {
    /** The collector's stream from a live host. */
    LIVE("live"),
    /** Our own file format. */
    SNAPSHOT_FILE("snapshot"),
    /** A folder or archive that holds {@code sys/}. */
    SYSFS_TREE("sysfs-tree"),
    /** lspci output with rows of hexadecimal bytes. */
    LSPCI_HEX("lspci-hex"),
    /** lspci output without them. */
    LSPCI_TEXT("lspci-text"),
    /** {@code rdma_topo dump} (rdma-core). */
    RDMA_TOPO("rdma-topo");

    private final String id;

    SourceKind(String id) {
        this.id = id;
    }

    /** The word used in JSON and in bundle keys. */
    public String id() {
        return id;
    }
}
