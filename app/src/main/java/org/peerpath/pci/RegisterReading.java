// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.peerpath.snapshot.Fact;

/**
 * One register of a function with its fields, for those who want to look.
 *
 * @param register which
 * @param offset in configuration space
 * @param value as read; unknown where it was not
 * @param fields those with a name here, from the lowest bit up; each known if its own bits are
 */
public record RegisterReading(Register register, int offset, Fact<Integer> value, List<FieldReading> fields) {
    /** One field of a register. */
    public record FieldReading(Field field, Fact<Integer> value) {}

    private static final Map<Register, List<Field>> FIELDS = Arrays.stream(Field.values())
            .sorted(Comparator.comparingInt(Field::low))
            .collect(Collectors.groupingBy(Field::register));

    /** All registers of the header and of the capabilities that a function has, in the order of their places. */
    public static List<RegisterReading> of(PciFunction function) {
        ConfigSpace config = ConfigSpace.of(function.facts(), LspciText.Context.NONE);
        List<RegisterReading> all = new ArrayList<>();
        block(RegisterBlock.HEADER, 0, function, config, all);
        if (function.bridge().isKnown()) {
            block(RegisterBlock.BRIDGE_HEADER, 0, function, config, all);
        }
        for (Capability capability : function.capabilities().asOptional().orElse(List.of())) {
            for (RegisterBlock block : RegisterBlock.values()) {
                if (block.is(capability)) {
                    block(block, capability.offset(), function, config, all);
                }
            }
        }
        return List.copyOf(all);
    }

    private static void block(
            RegisterBlock block, int base, PciFunction function, ConfigSpace config, List<RegisterReading> all) {
        for (Register register : Register.values()) {
            if (register.block() == block && exists(register, function)) {
                List<FieldReading> fields = new ArrayList<>();
                for (Field field : FIELDS.getOrDefault(register, List.of())) {
                    fields.add(new FieldReading(field, config.read(field, base)));
                }
                all.add(new RegisterReading(
                        register, base + register.offset(), config.read(register, base), List.copyOf(fields)));
            }
        }
    }

    /** Registers that share a place, or that only some kinds of function have. */
    private static boolean exists(Register register, PciFunction function) {
        boolean wide = function.acs().knownToBe(acs -> acs.controlOffset() != acs.offset() + 6);
        return switch (register) {
            case ACS_CAPABILITY, ACS_CONTROL -> !wide;
            case ACS_CAPABILITY_WIDE, ACS_CONTROL_WIDE -> wide;
            case ACS_EGRESS_VECTOR -> !wide && function.acs().knownToBe(acs -> acs.egressVectorSize() > 0);
            case SUBSYSTEM_VENDOR_ID, SUBSYSTEM_ID -> !function.kind().isBridge();
            case LINK_CAPABILITIES, LINK_CONTROL, LINK_STATUS, LINK_CAPABILITIES_2, LINK_CONTROL_2, LINK_STATUS_2 ->
                !function.link().isAbsent();
            case SLOT_CAPABILITIES, SLOT_CONTROL, SLOT_STATUS ->
                function.portType().knownToBe(PortType::isDownstreamFacing);
            case ROOT_CONTROL, ROOT_CAPABILITIES, ROOT_STATUS ->
                function.portType()
                        .knownToBe(type -> type == PortType.ROOT_PORT || type == PortType.ROOT_COMPLEX_EVENT_COLLECTOR);
            default -> true;
        };
    }
}
