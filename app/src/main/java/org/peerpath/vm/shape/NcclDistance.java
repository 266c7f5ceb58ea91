// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

/** What NCCL calls a pair (NVIDIA/nccl src/graph/topo.h, PATH_*), as far as a PCI tree decides it. */
public enum NcclDistance {
    PIX,
    PXB,
    PHB,
    SYS;

    /** Returns whether NCCL uses GPUDirect RDMA at this distance unless it is told otherwise (src/graph/paths.cc). */
    public boolean usesGpuDirect() {
        return this == PIX || this == PXB;
    }
}
