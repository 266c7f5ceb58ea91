// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;

/**
 * The part of AMD's IVRS table that decides about ATS (AMD I/O Virtualization Technology Specification 48882, 5.2;
 * drivers/iommu/amd/init.c).
 *
 * @param units the IOMMUs it describes, in order, each once
 * @param withoutAts ranges of functions for which the firmware turns ATS off
 */
public record IvrsTable(List<Unit> units, List<Range> withoutAts) {
    private static final int SIGNATURE = 0x53525649;
    private static final int HEADER = 48;
    private static final int IVHD = 0x10;
    private static final int IVHD_EXTENDED = 0x11;
    private static final int IVHD_ACPI = 0x40;
    private static final int IOTLB_SUPPORT = 1 << 4;
    private static final int SELECT = 0x46;
    private static final int START = 0x47;
    private static final int END = 0x04;
    private static final int ACPI_DEVICE = 0xf0;
    private static final int ACPI_DEVICE_HEADER = 22;
    private static final int ATS_DISABLED = 1 << 31;

    public IvrsTable {
        units = List.copyOf(units);
        withoutAts = List.copyOf(withoutAts);
    }

    /**
     * One IOMMU.
     *
     * @param address its own function
     * @param iotlb whether it supports the translation caches of devices, that is ATS (IVHD flags bit 4)
     */
    record Unit(Address address, boolean iotlb) {}

    /** Functions from one routing id to another, both included. */
    record Range(int domain, int first, int last) {
        boolean contains(Address function) {
            return function.domain() == domain && function.routingId() >= first && function.routingId() <= last;
        }
    }

    /** Whether every IOMMU supports ATS: the kernel uses it with all of them or with none. */
    public boolean allSupportAts() {
        return !units.isEmpty() && units.stream().allMatch(Unit::iotlb);
    }

    public boolean disablesAts(Address function) {
        return withoutAts.stream().anyMatch(range -> range.contains(function));
    }

    /** Empty if the bytes are no IVRS table or break off. */
    static Optional<IvrsTable> parse(Bytes table) {
        if (table.length() < HEADER || table.dword(0) != SIGNATURE) {
            return Optional.empty();
        }
        List<Unit> units = new ArrayList<>();
        List<Range> without = new ArrayList<>();
        Set<Address> seen = new HashSet<>();
        int at = HEADER;
        while (at + 4 <= table.length()) {
            int length = table.word(at + 2);
            if (length < 4 || at + length > table.length()) {
                return Optional.empty();
            }
            int type = table.at(at);
            int entries = type == IVHD ? 24 : type == IVHD_EXTENDED || type == IVHD_ACPI ? 40 : 0;
            if (entries > 0 && length >= entries) {
                Bytes block = table.slice(at, at + length);
                int domain = block.word(16);
                Address address = Address.ofRoutingId(domain, block.word(4));
                // One IOMMU has a block of each type that the firmware knows; the flags are the same.
                if (seen.add(address)) {
                    units.add(new Unit(address, (block.at(1) & IOTLB_SUPPORT) != 0));
                }
                if (!devices(block, entries, domain, without)) {
                    return Optional.empty();
                }
            }
            at += length;
        }
        return Optional.of(new IvrsTable(units, without));
    }

    /** False if the list breaks off. */
    private static boolean devices(Bytes block, int from, int domain, List<Range> without) {
        int at = from;
        int start = -1;
        while (at + 4 <= block.length()) {
            int type = block.at(at);
            int length = type == ACPI_DEVICE
                    ? at + ACPI_DEVICE_HEADER <= block.length() ? ACPI_DEVICE_HEADER + block.at(at + 21) : 0
                    : 4 << (type >> 6);
            if (length == 0 || at + length > block.length()) {
                return false;
            }
            int id = block.word(at + 1);
            boolean off = (type == SELECT || type == START) && (block.dword(at + 4) & ATS_DISABLED) != 0;
            if (type == SELECT && off) {
                without.add(new Range(domain, id, id));
            } else if (type == START) {
                start = off ? id : -1;
            } else if (type == END && start >= 0) {
                without.add(new Range(domain, start, id));
                start = -1;
            }
            at += length;
        }
        return true;
    }
}
