// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bits of the Uncorrectable Error Status register by the kernel's names (PCIe 7.8.4.2; drivers/pci/pcie/aer.c). */
final class AerBits {
    static final String ACS_VIOLATION = "ACSViol";
    static final String UNEXPECTED_COMPLETION = "UnxCmplt";
    static final String TRANSLATION_BLOCKED = "TLPXlatBlocked";
    static final String COMPLETION_TIMEOUT = "CmpltTO";
    static final String UNSUPPORTED_REQUEST = "UnsupReq";

    private static final Map<Integer, String> NAMES = new TreeMap<>(Map.ofEntries(
            Map.entry(4, "DLP"),
            Map.entry(5, "SDES"),
            Map.entry(12, "TLP"),
            Map.entry(13, "FCP"),
            Map.entry(14, COMPLETION_TIMEOUT),
            Map.entry(15, "CmpltAbrt"),
            Map.entry(16, UNEXPECTED_COMPLETION),
            Map.entry(17, "RxOF"),
            Map.entry(18, "MalfTLP"),
            Map.entry(19, "ECRC"),
            Map.entry(20, UNSUPPORTED_REQUEST),
            Map.entry(21, ACS_VIOLATION),
            Map.entry(22, "UncorrIntErr"),
            Map.entry(23, "BlockedTLP"),
            Map.entry(24, "AtomicOpBlocked"),
            Map.entry(25, "TLPBlockedErr"),
            Map.entry(26, "PoisonTLPBlocked"),
            Map.entry(31, TRANSLATION_BLOCKED)));

    private AerBits() {}

    /** The names of the bits that are set; the register's value itself for a correctable error. */
    static String names(String status, Hit error) {
        if (error.detail().orElse("").startsWith("correct")) {
            return "correctable " + status;
        }
        long value = Long.parseLong(status, 16);
        List<String> names = new ArrayList<>();
        NAMES.forEach((bit, name) -> {
            if ((value >>> bit & 1) != 0) {
                names.add(name);
            }
        });
        return names.isEmpty() ? status : String.join(" ", names);
    }
}
