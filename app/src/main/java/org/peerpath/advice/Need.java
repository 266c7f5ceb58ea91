// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Locale;

/** What must have been read for a finding to be made or ruled out. */
public enum Need {
    /** Extended configuration space of the functions and of the ports above them: root on a live host. */
    CONFIG,
    /** Configuration space and the kernel's IOMMU groups. */
    CONFIG_AND_GROUPS,
    /** IOMMU groups and their types, {@code /sys/class/iommu}, the kernel command line. */
    IOMMU,
    /** The firmware version: the driver's {@code infiniband} device, devlink or a firmware tool. */
    FIRMWARE,
    /** Kernel release and command line. */
    KERNEL,
    /** Link registers: the first 256 bytes of configuration space. */
    LINKS,
    /** The card's non-volatile settings: the output of a firmware tool. */
    SETTINGS,
    /** Attributes in sysfs. */
    SYSFS,
    /** The processes and logs of hypervisors: root on a live host. */
    VMS,
    /** The output of a benchmark, given beside the source. */
    MEASURED,
    /** Nothing in particular. */
    ANYTHING;

    /** The word used in bundle keys. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
