// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import java.util.List;
import org.peerpath.pci.Acs;
import org.peerpath.snapshot.Address;

/**
 * The ACS Control register of a port as setpci names it: 16 bits at +6 (PCIe 7.7.11.3), but 32 bits at +8 on the root
 * ports of Intel's Sunrise Point and Union Point (Linux drivers/pci/quirks.c pci_quirk_intel_spt_pch_acs). All commands
 * that read or write it are made here.
 */
public record AcsRegister(Address port, boolean wide) {
    /** The names, as a pattern. */
    public static final String NAMES = "ECAP_ACS\\+(?:6\\.w|8\\.l)";

    private static final int WIDE_OFFSET = 8;

    public static AcsRegister of(Address port, Acs acs) {
        return new AcsRegister(port, acs.controlOffset() - acs.offset() == WIDE_OFFSET);
    }

    /** Returns the words of the command that reads it. */
    public List<String> read() {
        return List.of("setpci", "-s", port.toString(), name());
    }

    /** Returns the words of the command that changes the masked bits: setpci reads, changes and writes (setpci(8)). */
    public List<String> write(int value, int mask) {
        String format = wide ? "%s=%08x:%08x" : "%s=%04x:%04x";
        return List.of("setpci", "-s", port.toString(), String.format(format, name(), value & mask, mask));
    }

    private String name() {
        return wide ? "ECAP_ACS+8.l" : "ECAP_ACS+6.w";
    }
}
