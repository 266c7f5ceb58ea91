// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;

/**
 * The part of the ACPI DMAR table that decides about ATS: which root ports the firmware lets use it (VT-d 8.5, Root Port
 * ATS Capability Reporting Structure; include/acpi/actbl1.h).
 *
 * @param entries the ATSR structures, in order; empty if the table has none
 * @param segments the PCI segment of each IOMMU, in the order in which the kernel numbers them ({@code dmar0}, …)
 */
public record DmarTable(List<RootPortAts> entries, List<Integer> segments) {
    private static final int HEADER = 48;
    private static final int TYPE_DRHD = 0;
    private static final int DRHD_SCOPES = 16;
    private static final int TYPE_ATSR = 2;
    private static final int ATSR_SCOPES = 8;
    private static final int SCOPE_PATH = 6;
    private static final int ALL_PORTS = 1;

    public DmarTable {
        entries = List.copyOf(entries);
        segments = List.copyOf(segments);
    }

    /**
     * One ATSR structure.
     *
     * @param domain PCI segment
     * @param allPorts every root port of the segment
     * @param rootPorts those listed; a scope whose path has several steps is given by its bus 0 start and first step
     */
    public record RootPortAts(int domain, boolean allPorts, List<Address> rootPorts) {
        public RootPortAts {
            rootPorts = List.copyOf(rootPorts);
        }
    }

    /** Whether the firmware lets this root port use ATS. */
    public boolean allows(Address rootPort) {
        return entries.stream()
                .anyMatch(entry -> entry.domain() == rootPort.domain()
                        && (entry.allPorts() || entry.rootPorts().contains(rootPort)));
    }

    /** Empty if the bytes are no DMAR table or break off. */
    static Optional<DmarTable> parse(Bytes table) {
        if (table.length() < HEADER || table.dword(0) != 0x52414d44) {
            return Optional.empty();
        }
        List<RootPortAts> found = new ArrayList<>();
        List<Integer> segments = new ArrayList<>();
        int at = HEADER;
        while (at + 4 <= table.length()) {
            int length = table.word(at + 2);
            if (length < 4 || at + length > table.length()) {
                return Optional.empty();
            }
            if (table.word(at) == TYPE_ATSR && length >= ATSR_SCOPES) {
                found.add(atsr(table.slice(at, at + length)));
            } else if (table.word(at) == TYPE_DRHD && length >= DRHD_SCOPES) {
                segments.add(table.word(at + 6));
            }
            at += length;
        }
        return Optional.of(new DmarTable(found, segments));
    }

    private static RootPortAts atsr(Bytes entry) {
        int domain = entry.word(6);
        List<Address> ports = new ArrayList<>();
        int at = ATSR_SCOPES;
        while (at + SCOPE_PATH + 2 <= entry.length()) {
            int length = entry.at(at + 1);
            if (length < SCOPE_PATH + 2) {
                break;
            }
            ports.add(new Address(
                    domain, entry.at(at + 5), entry.at(at + SCOPE_PATH) & 0x1f, entry.at(at + SCOPE_PATH + 1) & 0x7));
            at += length;
        }
        return new RootPortAts(domain, (entry.at(4) & ALL_PORTS) != 0, ports);
    }
}
