// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Locale;
import java.util.Map;
import org.peerpath.snapshot.Fact;

/**
 * A capability whose content its vendor defines.
 *
 * @param capability where it is
 * @param vendor whose definition it is: for a Designated Vendor-Specific one the vendor named inside it, else the
 *     function's own
 * @param id the vendor's number for it; absent for the conventional kind, which has none
 * @param revision of that definition; absent likewise
 */
public record VendorCapability(Capability capability, Fact<Integer> vendor, Fact<Integer> id, Fact<Integer> revision) {
    private static final int CXL = 0x1e98;
    /** Compute Express Link Specification 3.0, table 8-2. */
    private static final Map<Integer, String> CXL_NAMES = Map.of(
            0x00, "CXL device",
            0x02, "CXL non-CXL function map",
            0x03, "CXL port",
            0x04, "CXL GPF port",
            0x05, "CXL GPF device",
            0x07, "CXL Flex Bus port",
            0x08, "CXL register locator",
            0x09, "CXL multi-logical device",
            0x0a, "CXL test");

    private static final Map<Integer, String> VENDORS = Map.ofEntries(
            Map.entry(0x1000, "Broadcom"),
            Map.entry(0x1002, "AMD"),
            Map.entry(0x1022, "AMD"),
            Map.entry(0x10b5, "PLX"),
            Map.entry(0x10de, "NVIDIA"),
            Map.entry(0x11f8, "Microchip"),
            Map.entry(0x14e4, "Broadcom"),
            Map.entry(0x15b3, "Mellanox"),
            Map.entry(0x1af4, "virtio"),
            Map.entry(CXL, "CXL"),
            Map.entry(0x8086, "Intel"));

    /** The vendor's name, or its number, with the number of the capability; CXL's by name. */
    public String title() {
        int who = vendor.asOptional().orElse(-1);
        int what = id.asOptional().orElse(-1);
        String known = who == CXL ? CXL_NAMES.get(what) : null;
        if (known != null) {
            return known;
        }
        String name = VENDORS.get(who);
        String maker = name != null ? name : who < 0 ? "?" : String.format(Locale.ROOT, "%04x", who);
        return what < 0 ? maker : String.format(Locale.ROOT, "%s %04x", maker, what);
    }

    static VendorCapability of(Capability capability, Fact<Integer> ownVendor, ConfigSpace config) {
        int base = capability.offset();
        if (Block.VENDOR_SPECIFIC.is(capability)) {
            return new VendorCapability(
                    capability, ownVendor, config.read(Field.VSEC_ID, base), config.read(Field.VSEC_REVISION, base));
        }
        if (Block.DVSEC.is(capability)) {
            return new VendorCapability(
                    capability,
                    config.read(Field.DVSEC_VENDOR, base),
                    config.read(Field.DVSEC_ID, base),
                    config.read(Field.DVSEC_REVISION, base));
        }
        return new VendorCapability(capability, ownVendor, Fact.absent(), Fact.absent());
    }

    static boolean is(Capability capability) {
        return Block.VENDOR_SPECIFIC.is(capability) || Block.DVSEC.is(capability) || Block.VENDOR.is(capability);
    }
}
