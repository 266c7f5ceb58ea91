// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Set;
import org.peerpath.hardware.AcsBehavior;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;

/**
 * The Access Control Services capability of one function (PCIe 7.7.11, extended capability 000Dh).
 *
 * @param offset of the capability in configuration space
 * @param capability the ACS Capability register; 32 bits wide on the Intel ports that need it; from text, bits 6:0 only
 * @param control the ACS Control register, likewise; unknown where the source shows the capability only
 * @param egressVectorSize bits in the Egress Control Vector, 1–256; 0 where Egress Control is not implemented
 * @param egressVector the vector as read, bit 0 of byte 0 first; absent where not implemented, unknown where not read
 * @param enhanced bits 12:7 of the control register; absent without the ACS Enhanced Capability
 * @param controlOffset of the control register in configuration space
 * @param behavior what is known of such a device beyond its registers
 */
public record Acs(
        int offset,
        Fact<Integer> capability,
        Fact<Integer> control,
        int egressVectorSize,
        Fact<Bytes> egressVector,
        Fact<AcsEnhanced> enhanced,
        int controlOffset,
        AcsBehavior behavior) {

    /** With registers of the usual width, all of whose bits are known where the registers are. */
    public Acs(
            int offset,
            Fact<Integer> capability,
            Fact<Integer> control,
            int egressVectorSize,
            Fact<Bytes> egressVector) {
        this(
                offset,
                capability,
                control,
                egressVectorSize,
                egressVector,
                enhanced(capability, control),
                offset + Register.ACS_CONTROL.offset(),
                AcsBehavior.STANDARD);
    }

    static Fact<AcsEnhanced> enhanced(Fact<Integer> capability, Fact<Integer> control) {
        return capability.flatMap(
                cap -> Field.ACS_ENHANCED.of(cap) == 0 ? Fact.absent() : control.map(AcsEnhanced::of));
    }

    /** The same capability with another control register, as after a write. */
    public Acs withControl(int value) {
        Fact<AcsEnhanced> changed = enhanced.isAbsent() ? enhanced : enhanced(capability, Fact.known(value));
        return new Acs(
                offset,
                capability,
                Fact.known(value),
                egressVectorSize,
                egressVector,
                changed,
                controlOffset,
                behavior);
    }

    /** Whether the port implements the control: its capability bit, unless the device only advertises it. */
    public Fact<Boolean> implemented(AcsBit bit) {
        return capability.map(value -> (value & bit.mask() & ~onlyAdvertised()) != 0);
    }

    /** The bits whose control cannot be set although the capability has them; one that reads 1 shows that it can. */
    private int onlyAdvertised() {
        return mask(behavior.readsZero()) & ~control.asOptional().orElse(0);
    }

    private static int mask(Set<String> bits) {
        int mask = 0;
        for (String name : bits) {
            mask |= AcsBit.valueOf(name).mask();
        }
        return mask;
    }

    /**
     * The controls that a write may change, as a mask: those that the port implements, without turning on a Source
     * Validation that is broken.
     */
    public Fact<Integer> settable() {
        int broken = behavior.brokenSourceValidation() ? AcsBit.SV.mask() : 0;
        return capability.map(value ->
                value & ~onlyAdvertised() & ~(broken & ~control.asOptional().orElse(0)));
    }

    /**
     * Whether the control is in effect for routing: implemented and on. A control whose capability bit is 0 counts as
     * off here; isolation reads it differently and asks {@link #implemented} first.
     */
    public Fact<Boolean> on(AcsBit bit) {
        return capability.flatMap(cap -> (cap & bit.mask() & ~onlyAdvertised()) == 0
                ? Fact.known(false)
                : control.map(ctl -> (ctl & bit.mask()) != 0));
    }
}
