// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/**
 * The registers the program reads: the one table of names, places and widths (PCIe Base Specification 7.5–7.9, 9.3 and
 * 10.5; the numbers as in Linux' {@code include/uapi/linux/pci_regs.h}). Nothing else in the program knows an offset.
 */
public enum Register {
    VENDOR_ID("Vendor ID", RegisterBlock.HEADER, 0x00, 2),
    DEVICE_ID("Device ID", RegisterBlock.HEADER, 0x02, 2),
    COMMAND("Command", "Control", RegisterBlock.HEADER, 0x04, 2, 0x0007),
    STATUS("Status", "Status", RegisterBlock.HEADER, 0x06, 2, 0x0010),
    REVISION_ID("Revision ID", RegisterBlock.HEADER, 0x08, 1),
    CLASS_CODE("Class Code", RegisterBlock.HEADER, 0x09, 3),
    HEADER_TYPE("Header Type", "Header Type", RegisterBlock.HEADER, 0x0e, 1, 0x7f),
    SUBSYSTEM_VENDOR_ID("Subsystem Vendor ID", RegisterBlock.HEADER, 0x2c, 2),
    SUBSYSTEM_ID("Subsystem ID", RegisterBlock.HEADER, 0x2e, 2),
    CAPABILITIES_POINTER("Capabilities Pointer", RegisterBlock.HEADER, 0x34, 1),

    PRIMARY_BUS("Primary Bus Number", RegisterBlock.BRIDGE_HEADER, 0x18, 1),
    SECONDARY_BUS("Secondary Bus Number", RegisterBlock.BRIDGE_HEADER, 0x19, 1),
    SUBORDINATE_BUS("Subordinate Bus Number", RegisterBlock.BRIDGE_HEADER, 0x1a, 1),
    MEMORY_BASE("Memory Base", RegisterBlock.BRIDGE_HEADER, 0x20, 2),
    MEMORY_LIMIT("Memory Limit", RegisterBlock.BRIDGE_HEADER, 0x22, 2),
    PREFETCHABLE_BASE("Prefetchable Memory Base", RegisterBlock.BRIDGE_HEADER, 0x24, 2),
    PREFETCHABLE_LIMIT("Prefetchable Memory Limit", RegisterBlock.BRIDGE_HEADER, 0x26, 2),
    PREFETCHABLE_BASE_UPPER("Prefetchable Base Upper 32 Bits", RegisterBlock.BRIDGE_HEADER, 0x28, 4),
    PREFETCHABLE_LIMIT_UPPER("Prefetchable Limit Upper 32 Bits", RegisterBlock.BRIDGE_HEADER, 0x2c, 4),
    BRIDGE_CONTROL("Bridge Control", "BridgeCtl", RegisterBlock.BRIDGE_HEADER, 0x3e, 2, 0x00ff),

    PCIE_CAPABILITIES("PCI Express Capabilities", "Express", RegisterBlock.EXPRESS, 0x02, 2, 0x00f0),
    DEVICE_CAPABILITIES("Device Capabilities", "DevCap", RegisterBlock.EXPRESS, 0x04, 4, 0x7),
    DEVICE_CONTROL("Device Control", "DevCtl", RegisterBlock.EXPRESS, 0x08, 2, 0x7ff0),
    DEVICE_STATUS("Device Status", "DevSta", RegisterBlock.EXPRESS, 0x0a, 2, 0x003f),
    LINK_CAPABILITIES("Link Capabilities", "LnkCap", RegisterBlock.EXPRESS, 0x0c, 4, 0xff0003ff),
    LINK_CONTROL("Link Control", "LnkCtl", RegisterBlock.EXPRESS, 0x10, 2, 0x0003),
    LINK_STATUS("Link Status", "LnkSta", RegisterBlock.EXPRESS, 0x12, 2, 0x03ff),
    SLOT_CAPABILITIES("Slot Capabilities", "SltCap", RegisterBlock.EXPRESS, 0x14, 4, 0x0000007f),
    SLOT_CONTROL("Slot Control", "SltCtl", RegisterBlock.EXPRESS, 0x18, 2, 0x003f),
    SLOT_STATUS("Slot Status", "SltSta", RegisterBlock.EXPRESS, 0x1a, 2, 0x007f),
    ROOT_CONTROL("Root Control", "RootCtl", RegisterBlock.EXPRESS, 0x1c, 2, 0x001f),
    ROOT_CAPABILITIES("Root Capabilities", "RootCap", RegisterBlock.EXPRESS, 0x1e, 2, 0x0001),
    ROOT_STATUS("Root Status", "RootSta", RegisterBlock.EXPRESS, 0x20, 4, 0x0001ffff),
    DEVICE_CAPABILITIES_2("Device Capabilities 2", "DevCap2", RegisterBlock.EXPRESS, 0x24, 4, 0x0000003f),
    DEVICE_CONTROL_2("Device Control 2", "DevCtl2", RegisterBlock.EXPRESS, 0x28, 2, 0x003f),
    DEVICE_STATUS_2("Device Status 2", "DevSta2", RegisterBlock.EXPRESS, 0x2a, 2, 0xffff),
    LINK_CAPABILITIES_2("Link Capabilities 2", "LnkCap2", RegisterBlock.EXPRESS, 0x2c, 4, 0x000000fe),
    LINK_CONTROL_2("Link Control 2", "LnkCtl2", RegisterBlock.EXPRESS, 0x30, 2, 0x000f),
    LINK_STATUS_2("Link Status 2", "LnkSta2", RegisterBlock.EXPRESS, 0x32, 2, 0x0001),

    POWER_CONTROL("Power Management Control/Status", "PMCSR", RegisterBlock.POWER_MANAGEMENT, 0x04, 2, 0x0003),

    VENDOR_LENGTH("Vendor Capability Length", RegisterBlock.VENDOR, 0x02, 1),

    VPD_ADDRESS("VPD Address", "VPD", RegisterBlock.VPD, 0x02, 2, 0xffff),

    AER_UNCORRECTABLE_STATUS("Uncorrectable Error Status", "UESta", RegisterBlock.AER, 0x04, 4, 0x003ff030),
    AER_UNCORRECTABLE_MASK("Uncorrectable Error Mask", "UEMsk", RegisterBlock.AER, 0x08, 4, 0x003ff030),
    AER_UNCORRECTABLE_SEVERITY("Uncorrectable Error Severity", "UESvrt", RegisterBlock.AER, 0x0c, 4, 0x003ff030),
    AER_CORRECTABLE_STATUS("Correctable Error Status", "CESta", RegisterBlock.AER, 0x10, 4, 0x000031c1),
    AER_CORRECTABLE_MASK("Correctable Error Mask", "CEMsk", RegisterBlock.AER, 0x14, 4, 0x000031c1),
    AER_CONTROL("Advanced Error Capabilities and Control", "AERCap", RegisterBlock.AER, 0x18, 4, 0x0000001f),

    SERIAL_NUMBER_LOW("Serial Number (Lower DW)", RegisterBlock.DSN, 0x04, 4),
    SERIAL_NUMBER_HIGH("Serial Number (Upper DW)", RegisterBlock.DSN, 0x08, 4),

    VSEC_HEADER("Vendor-Specific Header", RegisterBlock.VENDOR_SPECIFIC, 0x04, 4),

    ACS_CAPABILITY("ACS Capability", "ACSCap", RegisterBlock.ACS, 0x04, 2, 0x007f),
    ACS_CONTROL("ACS Control", "ACSCtl", RegisterBlock.ACS, 0x06, 2, 0x007f),
    /** Sunrise and Union Point PCH root ports have both registers as 32 bits (Linux: drivers/pci/quirks.c). */
    ACS_CAPABILITY_WIDE("ACS Capability (Intel, 32 bits)", "ACSCap", RegisterBlock.ACS, 0x04, 4, 0x007f),
    ACS_CONTROL_WIDE("ACS Control (Intel, 32 bits)", "ACSCtl", RegisterBlock.ACS, 0x08, 4, 0x007f),
    /** The first of up to eight. */
    ACS_EGRESS_VECTOR("Egress Control Vector", RegisterBlock.ACS, 0x08, 4),

    ARI_CAPABILITY("ARI Capability", "ARICap", RegisterBlock.ARI, 0x04, 2, 0xff03),
    ARI_CONTROL("ARI Control", "ARICtl", RegisterBlock.ARI, 0x06, 2, 0x0073),

    ATS_CAPABILITY("ATS Capability", "ATSCap", RegisterBlock.ATS, 0x04, 2, 0x003f),
    ATS_CONTROL("ATS Control", "ATSCtl", RegisterBlock.ATS, 0x06, 2, 0x801f),

    SRIOV_CAPABILITIES("SR-IOV Capabilities", "IOVCap", RegisterBlock.SRIOV, 0x04, 4, 0xffe00001),
    SRIOV_CONTROL("SR-IOV Control", "IOVCtl", RegisterBlock.SRIOV, 0x08, 2, 0x001f),
    INITIAL_VFS("InitialVFs", RegisterBlock.SRIOV, 0x0c, 2),
    TOTAL_VFS("TotalVFs", RegisterBlock.SRIOV, 0x0e, 2),
    NUM_VFS("NumVFs", RegisterBlock.SRIOV, 0x10, 2),
    FIRST_VF_OFFSET("First VF Offset", RegisterBlock.SRIOV, 0x14, 2),
    VF_STRIDE("VF Stride", RegisterBlock.SRIOV, 0x16, 2),
    VF_DEVICE_ID("VF Device ID", RegisterBlock.SRIOV, 0x1a, 2),

    PRI_CONTROL("Page Request Control", "PRICtl", RegisterBlock.PRI, 0x04, 2, 0x0003),
    PRI_STATUS("Page Request Status", "PRISta", RegisterBlock.PRI, 0x06, 2, 0x0103),
    PRI_CAPACITY("Outstanding Page Request Capacity", RegisterBlock.PRI, 0x08, 4),
    PRI_ALLOCATION("Outstanding Page Request Allocation", RegisterBlock.PRI, 0x0c, 4),

    RESIZABLE_BAR_CAPABILITY("Resizable BAR Capability", RegisterBlock.RESIZABLE_BAR, 0x04, 4),
    RESIZABLE_BAR_CONTROL("Resizable BAR Control", RegisterBlock.RESIZABLE_BAR, 0x08, 4),

    PASID_CAPABILITY("PASID Capability", "PASIDCap", RegisterBlock.PASID, 0x04, 2, 0x1f06),
    PASID_CONTROL("PASID Control", "PASIDCtl", RegisterBlock.PASID, 0x06, 2, 0x0007),

    DPC_CAPABILITY("DPC Capability", "DpcCap", RegisterBlock.DPC, 0x04, 2, 0x0fff),
    DPC_CONTROL("DPC Control", "DpcCtl", RegisterBlock.DPC, 0x06, 2, 0x007f),
    DPC_STATUS("DPC Status", "DpcSta", RegisterBlock.DPC, 0x08, 2, 0x007f),
    DPC_SOURCE("DPC Error Source ID", RegisterBlock.DPC, 0x0a, 2),

    DVSEC_HEADER_1("Designated Vendor-Specific Header 1", RegisterBlock.DVSEC, 0x04, 4),
    DVSEC_HEADER_2("Designated Vendor-Specific Header 2", RegisterBlock.DVSEC, 0x08, 2),

    DEVICE_CAPABILITIES_3("Device Capabilities 3", RegisterBlock.DEVICE_3, 0x04, 4),
    DEVICE_CONTROL_3("Device Control 3", RegisterBlock.DEVICE_3, 0x08, 4),
    DEVICE_STATUS_3("Device Status 3", RegisterBlock.DEVICE_3, 0x0c, 4);

    private final String title;
    private final String shortName;
    private final RegisterBlock block;
    private final int offset;
    private final int width;
    private final int needed;

    Register(String title, RegisterBlock block, int offset, int width) {
        this(title, title, block, offset, width, width == 4 ? -1 : (1 << (8 * width)) - 1);
    }

    Register(String title, String shortName, RegisterBlock block, int offset, int width, int needed) {
        this.title = title;
        this.shortName = shortName;
        this.block = block;
        this.offset = offset;
        this.width = width;
        this.needed = needed;
    }

    /** The specification's name. */
    public String title() {
        return title;
    }

    /** The name lspci prints, which people search for: {@code ACSCtl}. */
    public String shortName() {
        return shortName;
    }

    public RegisterBlock block() {
        return block;
    }

    /** Bytes from the start of its block. */
    public int offset() {
        return offset;
    }

    /** In bytes. */
    public int width() {
        return width;
    }

    /**
     * The bits without which the register's value does not count as known. Text tells only some bits; those outside
     * this mask that it leaves out read as 0.
     */
    int needed() {
        return needed;
    }
}
