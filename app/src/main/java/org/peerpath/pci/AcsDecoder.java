// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.hardware.AcsBehavior;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;

/** Decodes the Access Control Services capability of one function. */
final class AcsDecoder {
    private static final int LARGEST_EGRESS_VECTOR = 256;

    private final ConfigSpace config;
    private final CapabilityLists lists;

    AcsDecoder(ConfigSpace config, CapabilityLists lists) {
        this.config = config;
        this.lists = lists;
    }

    /** The capability of a port of this type, read as such a device means it. */
    Fact<Acs> acs(AcsBehavior behavior, Fact<PortType> type) {
        Capability found = lists.first(RegisterBlock.ACS);
        if (found == null) {
            return lists.missing(RegisterBlock.ACS);
        }
        int base = found.offset();
        boolean wide = behavior.wide() && type.knownToBe(known -> known == PortType.ROOT_PORT);
        Fact<Integer> capability = config.read(wide ? Register.ACS_CAPABILITY_WIDE : Register.ACS_CAPABILITY, base);
        Register controlRegister = wide ? Register.ACS_CONTROL_WIDE : Register.ACS_CONTROL;
        Fact<Integer> control = config.read(controlRegister, base);
        boolean egress = !wide && capability.knownToBe(value -> (value & AcsBit.EC.mask()) != 0);
        Fact<Integer> told = config.read(Field.ACS_EGRESS_VECTOR_SIZE, base);
        int size = !egress ? 0 : told.asOptional().filter(bits -> bits != 0).orElse(LARGEST_EGRESS_VECTOR);
        Fact<Bytes> vector = capability.isUnknown()
                ? Fact.unknown(config.whyUnknown())
                : !egress
                        ? Fact.absent()
                        : told.flatMap(
                                bits -> config.slice(base + Register.ACS_EGRESS_VECTOR.offset(), (size + 31) / 32 * 4));
        return Fact.known(new Acs(
                base,
                capability,
                control,
                size,
                vector,
                wide ? Fact.absent() : enhanced(base, capability, control),
                base + controlRegister.offset(),
                behavior));
    }

    private Fact<AcsEnhanced> enhanced(int base, Fact<Integer> capability, Fact<Integer> control) {
        Fact<Boolean> implemented = config.flag(Field.ACS_ENHANCED, base);
        return implemented.flatMap(is -> is && !config.knows(base + Register.ACS_CONTROL.offset(), 2, 0x1f80)
                ? Fact.unknown(config.whyUnknown())
                : Acs.enhanced(capability, control));
    }
}
