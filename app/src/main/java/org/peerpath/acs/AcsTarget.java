// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import org.peerpath.pci.AcsBit;

/**
 * Which ACS bits a port must have for a goal, and which it keeps (docs/routing.md 11, after rdma-core's {@code rdma_topo}).
 *
 * @param mask the bits that matter
 * @param value what they must be
 */
public record AcsTarget(int mask, int value) {
    /** SV, RR, CR and UF on, EC and TB off; Direct Translated P2P as it is. */
    public static final AcsTarget ISOLATING = new AcsTarget(0x3f, 0x1d);
    /** The same with Direct Translated P2P on: the port on the NIC's side. */
    public static final AcsTarget ISOLATING_DIRECT = new AcsTarget(0x7f, 0x5d);
    /**
     * Data Direct, where its requests turn: they are not redirected, so that those that hit the GPU's window go straight to
     * it; its completions are.
     */
    public static final AcsTarget DATA_DIRECT_SENDER = new AcsTarget(0x3f, 0x19);
    /** Data Direct, where the GPU's answers turn: they are not redirected; the GPU's own requests are. */
    public static final AcsTarget DATA_DIRECT_GPU = new AcsTarget(0x3f, 0x15);
    /** Data Direct, at the root port: no Source Validation, so that all below becomes one IOMMU group at boot. */
    public static final AcsTarget DATA_DIRECT_ROOT = new AcsTarget(0x3f, 0x1c);
    /**
     * No redirect and no egress control, and nothing else: Source Validation and Upstream Forwarding hinder nobody's direct
     * way, and without forwarding whatever another port still redirects would be refused.
     */
    public static final AcsTarget OPEN = new AcsTarget(0x2c, 0x00);

    /** Returns the same target without a say about one bit. */
    public AcsTarget leaving(AcsBit bit) {
        return new AcsTarget(mask & ~bit.mask(), value & ~bit.mask());
    }

    /** Returns the bits that a write must change on a port with this capability and control. */
    public int changes(int capability, int control) {
        return (control ^ value) & mask & capability;
    }

    public boolean needsDirectTranslated() {
        return (mask & value & AcsBit.DT.mask()) != 0;
    }
}
