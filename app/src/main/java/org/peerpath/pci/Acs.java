// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.snapshot.Fact;

/**
 * The Access Control Services capability of one function (PCIe 7.7.11, extended capability 000Dh).
 *
 * @param offset of the capability in configuration space; the control register lies at {@code offset + 6}
 * @param capability the ACS Capability register; 32 bits wide on the Intel ports that need it
 * @param control the ACS Control register; unknown where the source shows the capability only
 * @param egressVectorSize bits in the Egress Control Vector, 1–256; 0 where Egress Control is not implemented
 * @param egressVector the vector as read, bit 0 of byte 0 first; absent where not implemented, unknown where not read
 */
public record Acs(
        int offset,
        Fact<Integer> capability,
        Fact<Integer> control,
        int egressVectorSize,
        Fact<org.peerpath.snapshot.Bytes> egressVector) {

    /** Whether the port implements the control: its capability bit. */
    public Fact<Boolean> implemented(AcsBit bit) {
        return capability.map(value -> (value & bit.mask()) != 0);
    }

    /**
     * Whether the control is in effect for routing: implemented and on. A control whose capability bit is 0 counts as
     * off here (routing.md 1); isolation reads it differently and asks {@link #implemented} first.
     */
    public Fact<Boolean> on(AcsBit bit) {
        return capability.flatMap(
                cap -> (cap & bit.mask()) == 0 ? Fact.known(false) : control.map(ctl -> (ctl & bit.mask()) != 0));
    }
}
