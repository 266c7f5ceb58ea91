// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.peerpath.pci.Block;
import org.peerpath.pci.Capability;
import org.peerpath.pci.Field;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Register;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.ui.inspect.Inspection.RegisterRow;
import org.peerpath.ui.inspect.Inspection.Registers;

/** Every register of a function whose bytes were read, by block, with the specification's names. */
final class RegisterTable {
    private static final Map<Register, List<Field>> FIELDS = new EnumMap<>(Register.class);

    static {
        for (Field field : Field.values()) {
            FIELDS.computeIfAbsent(field.register(), r -> new ArrayList<>()).add(field);
        }
    }

    private RegisterTable() {}

    static List<Registers> of(PciFunction function) {
        Optional<Bytes> read = function.facts().bytes(Attributes.CONFIG).asOptional();
        if (read.isEmpty()) {
            return List.of();
        }
        List<Registers> blocks = new ArrayList<>();
        for (Block block : Block.values()) {
            base(function, block).ifPresent(base -> {
                List<RegisterRow> rows = rows(read.get(), block, base);
                if (!rows.isEmpty()) {
                    blocks.add(new Registers(block.title() + " · " + Readings.hex(base, 3), rows));
                }
            });
        }
        return blocks;
    }

    private static Optional<Integer> base(PciFunction function, Block block) {
        if (block == Block.HEADER) {
            return Optional.of(0);
        }
        if (block == Block.BRIDGE_HEADER) {
            return function.bridge().isKnown() ? Optional.of(0) : Optional.empty();
        }
        return function.capabilities()
                .asOptional()
                .flatMap(all -> all.stream()
                        .filter(c -> c.extended() == block.extended() && c.id() == block.id())
                        .map(Capability::offset)
                        .findFirst());
    }

    private static List<RegisterRow> rows(Bytes bytes, Block block, int base) {
        List<RegisterRow> rows = new ArrayList<>();
        for (Register register : Register.values()) {
            int offset = base + register.offset();
            if (register.block() != block || isWide(register) || offset + register.width() > bytes.length()) {
                continue;
            }
            int value = value(bytes, offset, register.width());
            rows.add(new RegisterRow(
                    register.title(),
                    register.shortName(),
                    Readings.hex(offset, 3),
                    Readings.hex(value, register.width() * 2),
                    FIELDS.getOrDefault(register, List.of()).stream()
                            .map(field -> field.title() + " " + field.of(value))
                            .toList()));
        }
        return rows;
    }

    /** The wide form belongs to a few Intel ports only and lies over the usual one. */
    private static boolean isWide(Register register) {
        return register == Register.ACS_CAPABILITY_WIDE || register == Register.ACS_CONTROL_WIDE;
    }

    private static int value(Bytes bytes, int offset, int width) {
        return IntStream.range(0, width)
                .map(i -> bytes.at(offset + i) << (8 * i))
                .reduce(0, (one, other) -> one | other);
    }
}
