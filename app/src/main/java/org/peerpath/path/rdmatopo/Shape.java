// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

/** The shapes of NIC and GPU that {@code rdma_topo} knows. */
public enum Shape {
    /** A Data Direct function of the NIC sits beside the GPU, in the GPU's segment (GB300). */
    DMA("dma"),
    /** NIC and GPU hang below one switch of the NIC. */
    INLINE("inline"),
    /** The GPU is at a root port; NICs and GPUs of one NUMA node belong together. */
    NUMA("numa");

    private final String id;

    Shape(String id) {
        this.id = id;
    }

    /** Returns the word used in JSON. */
    public String id() {
        return id;
    }
}
