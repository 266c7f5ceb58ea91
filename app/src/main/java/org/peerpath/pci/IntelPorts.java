// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.snapshot.Fact;

/**
 * Intel root ports whose ACS registers are 32 bits wide, against the specification: those of the Sunrise Point and
 * Union Point chipsets (Linux: drivers/pci/quirks.c, pci_quirk_intel_spt_pch_acs_match).
 */
final class IntelPorts {

    private IntelPorts() {}

    static boolean haveWideAcs(Fact<Integer> vendor, Fact<Integer> device, Fact<PortType> type) {
        return vendor.knownToBe(id -> id == Vendors.INTEL)
                && type.knownToBe(known -> known == PortType.ROOT_PORT)
                && device.knownToBe(IntelPorts::isPort);
    }

    private static boolean isPort(int id) {
        return (id >= 0xa110 && id <= 0xa11f)
                || (id >= 0xa167 && id <= 0xa16a)
                || (id >= 0xa290 && id <= 0xa29f)
                || (id >= 0xa2e7 && id <= 0xa2ee)
                || (id >= 0x9d10 && id <= 0x9d1b);
    }
}
