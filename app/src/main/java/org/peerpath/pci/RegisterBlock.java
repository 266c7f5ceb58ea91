// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/**
 * The structures of configuration space that registers belong to: the header, or one capability.
 * Ids are those of the PCI Code and ID Assignment Specification.
 */
public enum RegisterBlock {
    HEADER("Configuration header", false, -1),
    BRIDGE_HEADER("Type 1 header", false, -1),
    POWER_MANAGEMENT("Power Management", false, 0x01),
    VENDOR("Vendor Specific", false, 0x09),
    VPD("Vital Product Data", false, 0x03),
    EXPRESS("PCI Express", false, 0x10),
    AER("Advanced Error Reporting", true, 0x0001),
    DSN("Device Serial Number", true, 0x0003),
    VENDOR_SPECIFIC("Vendor-Specific", true, 0x000b),
    ACS("Access Control Services", true, 0x000d),
    ARI("Alternative Routing-ID Interpretation", true, 0x000e),
    ATS("Address Translation Services", true, 0x000f),
    SRIOV("Single Root I/O Virtualization", true, 0x0010),
    PRI("Page Request Interface", true, 0x0013),
    RESIZABLE_BAR("Resizable BAR", true, 0x0015),
    PASID("Process Address Space ID", true, 0x001b),
    DPC("Downstream Port Containment", true, 0x001d),
    DVSEC("Designated Vendor-Specific", true, 0x0023),
    DEVICE_3("Device 3", true, 0x002f);

    private final String title;
    private final boolean extended;
    private final int id;

    RegisterBlock(String title, boolean extended, int id) {
        this.title = title;
        this.extended = extended;
        this.id = id;
    }

    /** The specification's name. */
    public String title() {
        return title;
    }

    /** Whether the capability is in the extended list, from 100h on. */
    public boolean extended() {
        return extended;
    }

    /** Capability id; -1 for the header. */
    public int id() {
        return id;
    }

    boolean is(Capability capability) {
        return capability.extended() == extended && capability.id() == id;
    }
}
