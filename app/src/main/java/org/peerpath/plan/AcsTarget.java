// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import org.peerpath.pci.AcsBit;

/**
 * Which ACS bits a port must have for a goal, and which it keeps (docs/routing.md 11, after rdma-core's {@code rdma_topo}).
 *
 * @param mask the bits that matter
 * @param value what they must be
 */
record AcsTarget(int mask, int value) {
    /** SV, RR, CR and UF on, EC and TB off; Direct Translated P2P as it is. */
    static final AcsTarget ISOLATING = new AcsTarget(0x3f, 0x1d);
    /** The same with Direct Translated P2P on: the port on the NIC's side. */
    static final AcsTarget ISOLATING_DIRECT = new AcsTarget(0x7f, 0x5d);
    /**
     * Data Direct, where its requests turn: they are not redirected, so that those that hit the GPU's window go straight to
     * it; its completions are.
     */
    static final AcsTarget DATA_DIRECT_SENDER = new AcsTarget(0x3f, 0x19);
    /** Data Direct, where the GPU's answers turn: they are not redirected; the GPU's own requests are. */
    static final AcsTarget DATA_DIRECT_GPU = new AcsTarget(0x3f, 0x15);
    /** Data Direct, at the root port: no Source Validation, so that all below becomes one IOMMU group at boot. */
    static final AcsTarget DATA_DIRECT_ROOT = new AcsTarget(0x3f, 0x1c);
    /** No redirect, no validation, no forwarding, no egress control; TB and DT as they are. */
    static final AcsTarget OPEN = new AcsTarget(0x3d, 0x00);

    /** The bits that a write must change on a port with this capability and control. */
    int changes(int capability, int control) {
        return (control ^ value) & mask & capability;
    }

    boolean needsDirectTranslated() {
        return (mask & value & AcsBit.DT.mask()) != 0;
    }
}
