// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * The part of Arm's IORT table that decides about ATS: which root complexes support it (IO Remapping Table, "Root complex
 * node"; include/acpi/actbl2.h acpi_iort_root_complex; drivers/acpi/arm64/iort.c iort_pci_rc_supports_ats).
 *
 * @param atsBySegment by PCI segment, whether its root complex supports ATS; the first node of a segment counts, as the
 *     kernel takes one root complex for each segment
 */
public record IortTable(SortedMap<Integer, Boolean> atsBySegment) {
    private static final int SIGNATURE = 0x54524f49;
    private static final int HEADER = 48;
    private static final int NODE_HEADER = 16;
    private static final int ROOT_COMPLEX = 2;
    private static final int ROOT_COMPLEX_LENGTH = 32;
    private static final int MOST_NODES = 4096;

    public IortTable {
        atsBySegment = Collections.unmodifiableSortedMap(new TreeMap<>(atsBySegment));
    }

    /** Whether the root complex of this segment supports ATS; unknown where the table does not describe it. */
    public Fact<Boolean> ats(int segment) {
        Boolean supported = atsBySegment.get(segment);
        return supported == null
                ? Fact.unknown(Message.of("unknown.iort.segment", String.format("%04x", segment)))
                : Fact.known(supported);
    }

    /** Empty if the bytes are no IORT table or break off. */
    static Optional<IortTable> parse(Bytes table) {
        if (table.length() < HEADER || table.dword(0) != SIGNATURE) {
            return Optional.empty();
        }
        long nodes = Integer.toUnsignedLong(table.dword(36));
        long at = Integer.toUnsignedLong(table.dword(40));
        if (nodes > MOST_NODES || at < HEADER - 4) {
            return Optional.empty();
        }
        SortedMap<Integer, Boolean> found = new TreeMap<>();
        for (long i = 0; i < nodes; i++) {
            if (at + NODE_HEADER > table.length()) {
                return Optional.empty();
            }
            int node = (int) at;
            int length = table.word(node + 1);
            if (length < NODE_HEADER || at + length > table.length()) {
                return Optional.empty();
            }
            if (table.at(node) == ROOT_COMPLEX && length >= ROOT_COMPLEX_LENGTH) {
                found.putIfAbsent(table.dword(node + 28), (table.dword(node + 24) & 1) != 0);
            }
            at += length;
        }
        return Optional.of(new IortTable(found));
    }
}
