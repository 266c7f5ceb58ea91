// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bits of the AER status registers by the kernel's names (PCIe 7.8.4.2, 7.8.4.5; drivers/pci/pcie/aer.c). */
final class AerBits {
    static final String ACS_VIOLATION = "ACSViol";
    static final String UNEXPECTED_COMPLETION = "UnxCmplt";
    static final String TRANSLATION_BLOCKED = "TLPXlatBlocked";
    static final String COMPLETION_TIMEOUT = "CmpltTO";
    static final String UNSUPPORTED_REQUEST = "UnsupReq";
    static final String SURPRISE_DOWN = "SDES";

    private static final Map<Integer, String> UNCORRECTED = new TreeMap<>(Map.ofEntries(
            Map.entry(4, "DLP"),
            Map.entry(5, SURPRISE_DOWN),
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
            Map.entry(27, "DMWrReqBlocked"),
            Map.entry(28, "IDECheck"),
            Map.entry(29, "MisIDETLP"),
            Map.entry(30, "PCRC_CHECK"),
            Map.entry(31, TRANSLATION_BLOCKED)));
    private static final Map<Integer, String> CORRECTED = new TreeMap<>(Map.of(
            0, "RxErr",
            6, "BadTLP",
            7, "BadDLLP",
            8, "Rollover",
            12, "Timeout",
            13, "NonFatalErr",
            14, "CorrIntErr",
            15, "HeaderOF"));

    /** Bits that only the status of corrected errors has. */
    private static final long ONLY_CORRECTED = 0x1c1;

    private AerBits() {}

    /** Returns the names of the bits that are set and not masked; of those set if all are masked. */
    static String names(boolean corrected, String status, String mask) {
        long set = Long.parseLong(status, 16);
        long open = set & ~Long.parseLong(mask, 16);
        long value = open == 0 ? set : open;
        List<String> names = new ArrayList<>();
        (corrected ? CORRECTED : UNCORRECTED).forEach((bit, name) -> {
            if ((value >>> bit & 1) != 0) {
                names.add(name);
            }
        });
        return names.isEmpty() ? status : String.join(" ", names);
    }

    /** Returns the name of one bit, else its number. */
    static String name(boolean corrected, int bit) {
        return (corrected ? CORRECTED : UNCORRECTED).getOrDefault(bit, Integer.toString(bit));
    }

    /** Whether a status whose severity is not told can only be that of corrected errors. */
    static boolean isOnlyCorrected(String status) {
        long value = Long.parseLong(status, 16);
        return value != 0 && (value & ~ONLY_CORRECTED) == 0;
    }
}
