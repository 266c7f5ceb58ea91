// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import org.peerpath.pci.Acs;
import org.peerpath.snapshot.Address;

/**
 * How setpci names the ACS Control register of a port: 16 bits at +6 (PCIe 7.7.11.3), but 32 bits at +8 on the root
 * ports of Intel's Sunrise Point and Union Point (Linux drivers/pci/quirks.c pci_quirk_intel_spt_pch_acs).
 */
record AcsRegister(Address port, boolean wide) {
    /** The names, as a pattern. */
    static final String READ = "ECAP_ACS\\+(?:6\\.w|8\\.l)";

    private static final int WIDE_OFFSET = 8;

    static AcsRegister of(Address port, Acs acs) {
        return new AcsRegister(port, acs.controlOffset() - acs.offset() == WIDE_OFFSET);
    }

    Operation.Run read() {
        return Operation.Run.of("setpci", "-s", port.toString(), name());
    }

    /** setpci reads, changes the masked bits and writes (setpci(8), VALUE:MASK). */
    Operation.Run write(int value, int mask) {
        String format = wide ? "%s=%08x:%08x" : "%s=%04x:%04x";
        return Operation.Run.of("setpci", "-s", port.toString(), String.format(format, name(), value & mask, mask));
    }

    private String name() {
        return wide ? "ECAP_ACS+8.l" : "ECAP_ACS+6.w";
    }
}
