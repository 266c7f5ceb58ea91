// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.util.Map;
import java.util.Optional;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.Vendor;

/**
 * Back from the names of pci.ids to the numbers, for output printed without {@code -n} or {@code -nn}: the classes and
 * vendors that decide what a function counts as. Names of devices are not listed: they change too often.
 */
public final class LspciNames {
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

    private LspciNames() {}

    /** Base class and subclass. */
    static Optional<Integer> classOf(String className) {
        return Optional.ofNullable(CLASSES.get(className));
    }

    /** The vendor of the function (or subsystem) with this name. */
    public static Optional<Integer> vendorOf(String name) {
        return Knowledge.inUse().vendorOf(name).map(Vendor::id);
    }
}
