// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Register;
import org.peerpath.pci.RegisterBlock;
import org.peerpath.pci.RegisterReading;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.ui.inspect.Inspection.RegisterRow;
import org.peerpath.ui.inspect.Inspection.Registers;

/** Every register of a function whose bytes were read, by block, with the specification's names. */
final class RegisterTable {
    /** The header, or one capability: a function may have several of a kind. */
    private record Place(RegisterBlock block, int base) {
        String title() {
            return block.title() + " · " + Readings.hex(base, 3);
        }
    }

    private RegisterTable() {}

    static List<Registers> of(PciFunction function) {
        int read = function.facts()
                .bytes(Attributes.CONFIG)
                .asOptional()
                .map(Bytes::length)
                .orElse(0);
        Map<Place, List<RegisterRow>> blocks = new LinkedHashMap<>();
        for (RegisterReading reading : RegisterReading.of(function)) {
            Register register = reading.register();
            // What only text tells is some bits of a register, not the whole number that is shown here.
            if (reading.offset() + register.width() <= read) {
                row(reading)
                        .ifPresent(row -> blocks.computeIfAbsent(
                                        new Place(register.block(), reading.offset() - register.offset()),
                                        place -> new ArrayList<>())
                                .add(row));
            }
        }
        return blocks.entrySet().stream()
                .map(block -> new Registers(block.getKey().title(), block.getValue()))
                .toList();
    }

    private static Optional<RegisterRow> row(RegisterReading reading) {
        Register register = reading.register();
        return reading.value()
                .asOptional()
                .map(value -> new RegisterRow(
                        register.title(),
                        register.shortName(),
                        Readings.hex(reading.offset(), 3),
                        Readings.hex(value, register.width() * 2),
                        reading.fields().stream()
                                .map(RegisterReading.FieldReading::field)
                                .map(field -> field.title() + " " + field.of(value))
                                .toList()));
    }
}
