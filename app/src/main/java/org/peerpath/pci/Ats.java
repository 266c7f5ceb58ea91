// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.snapshot.Fact;

/**
 * The Address Translation Services capability of one function (PCIe 10.5.1, extended capability 000Fh).
 *
 * @param offset of the capability in configuration space
 * @param capability ATS Capability register: bits 4:0 Invalidate Queue Depth (0 = 32), bit 5 Page Aligned Request
 * @param control ATS Control register: bits 4:0 Smallest Translation Unit, bit 15 Enable
 */
public record Ats(int offset, Fact<Integer> capability, Fact<Integer> control) {
    public static final int PAGE_ALIGNED_REQUEST = 1 << 5;
    public static final int ENABLE = 1 << 15;

    public Fact<Boolean> enabled() {
        return control.map(value -> (value & ENABLE) != 0);
    }

    public Fact<Boolean> pageAlignedRequest() {
        return capability.map(value -> (value & PAGE_ALIGNED_REQUEST) != 0);
    }

    /** The same capability with another value in its control register. */
    public Ats withControl(int value) {
        return new Ats(offset, capability, Fact.known(value));
    }
}
