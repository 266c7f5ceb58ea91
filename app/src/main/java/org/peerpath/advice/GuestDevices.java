// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;

/** Functions by which a virtual machine is known, by the table {@code knowledge/guest-devices.tsv}. */
final class GuestDevices {
    private static final String TABLE = "/org/peerpath/knowledge/guest-devices.tsv";
    private static final String ANY = "*";
    private static final List<Row> ROWS = read();

    private GuestDevices() {}

    /**
     * A function that only virtual machines have.
     *
     * @param hypervisor whose
     */
    record Sign(PciFunction function, String hypervisor) {}

    private record Row(int vendor, String devices, String type, String hypervisor, String with) {
        boolean fits(PciFunction function) {
            return function.vendor().knownToBe(v -> v == vendor)
                    && (devices.equals(ANY) || function.device().knownToBe(this::lists))
                    && (type.equals(ANY) || function.classCode().knownToBe(c -> c >> 8 == Integer.parseInt(type, 16)));
        }

        private boolean lists(int device) {
            return Arrays.stream(devices.split(","))
                    .map(range -> range.split("-"))
                    .anyMatch(ends -> Integer.parseInt(ends[0], 16) <= device
                            && device <= Integer.parseInt(ends[ends.length - 1], 16));
        }

        boolean isAmong(Topology topology) {
            if (with.equals(ANY)) {
                return true;
            }
            int vendorToo = Integer.parseInt(with.substring(0, 4), 16);
            int deviceToo = Integer.parseInt(with.substring(5), 16);
            return topology.functions().values().stream()
                    .anyMatch(f -> f.vendor().knownToBe(v -> v == vendorToo)
                            && f.device().knownToBe(d -> d == deviceToo));
        }
    }

    private static List<Row> read() {
        try (InputStream in = Objects.requireNonNull(GuestDevices.class.getResourceAsStream(TABLE), TABLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .map(cells -> new Row(Integer.parseInt(cells[0], 16), cells[1], cells[2], cells[3], cells[4]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the first such function; empty if there is none. */
    static Optional<Sign> in(Topology topology) {
        return ROWS.stream()
                .filter(row -> row.isAmong(topology))
                .flatMap(row -> topology.functions().values().stream()
                        .filter(row::fits)
                        .map(function -> new Sign(function, row.hypervisor())))
                .findFirst();
    }
}
