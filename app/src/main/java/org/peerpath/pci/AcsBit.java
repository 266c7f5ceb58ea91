// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/** Bits 6:0 of the ACS Capability and Control registers (PCIe 7.7.11.2, 7.7.11.3), in register order. */
public enum AcsBit {
    /** Source Validation: refuse requests whose requester's bus lies outside the port's range. */
    SV(0),
    /** Translation Blocking: refuse memory requests whose address type is not "untranslated". */
    TB(1),
    /** P2P Request Redirect. */
    RR(2),
    /** P2P Completion Redirect (completions without Relaxed Ordering). */
    CR(3),
    /** Upstream Forwarding: pass up what arrives for the port's own downstream window. */
    UF(4),
    /** P2P Egress Control, by vector. */
    EC(5),
    /** Direct Translated P2P. */
    DT(6);

    private final int position;

    AcsBit(int position) {
        this.position = position;
    }

    public int mask() {
        return 1 << position;
    }
}
