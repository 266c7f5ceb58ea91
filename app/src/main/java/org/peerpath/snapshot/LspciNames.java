// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Map;
import java.util.Optional;

/**
 * Back from the names of pci.ids to the numbers, for output printed without {@code -n} or {@code -nn}: the classes and
 * vendors that decide what a function counts as. Only names that stand for one number are listed ("Red Hat, Inc." is
 * three vendors); names of devices are not: they change too often.
 */
final class LspciNames {
    /**
     * Base class and subclass, by the name in pci.ids (section "C"). Where a base class has the same name, lspci adds the
     * number in brackets if it means that.
     */
    private static final Map<String, Integer> CLASSES = Map.ofEntries(
            Map.entry("Non-Volatile memory controller", 0x0108),
            Map.entry("SATA controller", 0x0106),
            Map.entry("RAID bus controller", 0x0104),
            Map.entry("Serial Attached SCSI controller", 0x0107),
            Map.entry("Mass storage controller", 0x0180),
            Map.entry("Ethernet controller", 0x0200),
            Map.entry("Infiniband controller", 0x0207),
            Map.entry("Network controller", 0x0280),
            Map.entry("VGA compatible controller", 0x0300),
            Map.entry("3D controller", 0x0302),
            Map.entry("Display controller", 0x0380),
            Map.entry("Multimedia audio controller", 0x0401),
            Map.entry("Audio device", 0x0403),
            Map.entry("RAM memory", 0x0500),
            Map.entry("CXL", 0x0502),
            Map.entry("Host bridge", 0x0600),
            Map.entry("ISA bridge", 0x0601),
            Map.entry("PCI bridge", 0x0604),
            Map.entry("Bridge", 0x0680),
            Map.entry("Serial controller", 0x0700),
            Map.entry("Communication controller", 0x0780),
            Map.entry("PIC", 0x0800),
            Map.entry("IOMMU", 0x0806),
            Map.entry("System peripheral", 0x0880),
            Map.entry("USB controller", 0x0c03),
            Map.entry("USB Controller", 0x0c03),
            Map.entry("SMBus", 0x0c05),
            Map.entry("InfiniBand", 0x0c06),
            Map.entry("Signal processing controller", 0x1180),
            Map.entry("Performance counters", 0x1101),
            Map.entry("Encryption controller", 0x1080),
            Map.entry("Processing accelerators", 0x1200));

    /** By what a function's name begins with; a name of a longer entry is never the beginning of another vendor's. */
    private static final Map<String, Integer> VENDORS = Map.ofEntries(
            Map.entry("Advanced Micro Devices, Inc. [AMD/ATI] ", 0x1002),
            Map.entry("Advanced Micro Devices, Inc. [AMD] ", 0x1022),
            Map.entry("AMD Pensando Systems ", 0x1dd8),
            Map.entry("Pensando Systems ", 0x1dd8),
            Map.entry("Amazon.com, Inc. ", 0x1d0f),
            Map.entry("ASPEED Technology, Inc. ", 0x1a03),
            Map.entry("Broadcom / LSI ", 0x1000),
            Map.entry("Broadcom Inc. and subsidiaries ", 0x14e4),
            Map.entry("Intel Corporation ", 0x8086),
            Map.entry("Mellanox Technologies ", 0x15b3),
            Map.entry("Microsemi / PMC / IDT ", 0x111d),
            Map.entry("NVIDIA Corporation ", 0x10de),
            Map.entry("nVidia Corporation ", 0x10de),
            Map.entry("PLX Technology, Inc. ", 0x10b5),
            Map.entry("PMC-Sierra Inc. ", 0x11f8),
            Map.entry("Samsung Electronics Co Ltd ", 0x144d));

    private LspciNames() {}

    /** Base class and subclass. */
    static Optional<Integer> classOf(String className) {
        return Optional.ofNullable(CLASSES.get(className));
    }

    /** The vendor of the function (or subsystem) with this name. */
    static Optional<Integer> vendorOf(String name) {
        String whole = name + " ";
        return VENDORS.entrySet().stream()
                .filter(vendor -> whole.startsWith(vendor.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
