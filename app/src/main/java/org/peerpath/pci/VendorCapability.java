// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.Vendor;
import org.peerpath.hardware.Vendors;
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

    /** The vendor's name, or its number, with the number of the capability; CXL's by name. */
    public String title() {
        int who = vendor.asOptional().orElse(-1);
        int what = id.asOptional().orElse(-1);
        String known = who == Vendors.CXL ? CXL_NAMES.get(what) : null;
        if (known != null) {
            return known;
        }
        @Nullable String name = Knowledge.inUse().vendor(who).map(Vendor::name).orElse(null);
        String maker = name != null ? name : who < 0 ? "?" : String.format(Locale.ROOT, "%04x", who);
        return what < 0 ? maker : String.format(Locale.ROOT, "%s %04x", maker, what);
    }

    static VendorCapability of(Capability capability, Fact<Integer> ownVendor, ConfigSpace config) {
        int base = capability.offset();
        if (RegisterBlock.VENDOR_SPECIFIC.is(capability)) {
            return new VendorCapability(
                    capability, ownVendor, config.read(Field.VSEC_ID, base), config.read(Field.VSEC_REVISION, base));
        }
        if (RegisterBlock.DVSEC.is(capability)) {
            return new VendorCapability(
                    capability,
                    config.read(Field.DVSEC_VENDOR, base),
                    config.read(Field.DVSEC_ID, base),
                    config.read(Field.DVSEC_REVISION, base));
        }
        return new VendorCapability(capability, ownVendor, Fact.absent(), Fact.absent());
    }

    static boolean is(Capability capability) {
        return RegisterBlock.VENDOR_SPECIFIC.is(capability)
                || RegisterBlock.DVSEC.is(capability)
                || RegisterBlock.VENDOR.is(capability);
    }
}
