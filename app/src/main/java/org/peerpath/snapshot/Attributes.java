// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

/** Names of the attributes the program asks a snapshot for: sysfs's own (Documentation/ABI/testing/sysfs-bus-pci). */
public final class Attributes {
    /** The whole path of the function's directory, {@code /sys/devices/pci0000:15/0000:15:01.0/…}. */
    public static final String REALPATH = "realpath";

    public static final String CONFIG = "config";
    public static final String VPD = "vpd";
    public static final String VENDOR = "vendor";
    public static final String DEVICE = "device";
    public static final String SUBSYSTEM_VENDOR = "subsystem_vendor";
    public static final String SUBSYSTEM_DEVICE = "subsystem_device";
    public static final String CLASS = "class";
    public static final String REVISION = "revision";
    public static final String DRIVER = "driver";
    public static final String DRIVER_OVERRIDE = "driver_override";
    public static final String IOMMU = "iommu";
    public static final String IOMMU_GROUP = "iommu_group";
    public static final String NUMA_NODE = "numa_node";
    /** {@code removable} below a port that leads out of the machine, from Linux 5.14. */
    public static final String REMOVABLE = "removable";

    public static final String PHYSFN = "physfn";
    /** Followed by the VF's index: {@code virtfn0}. */
    public static final String VIRTFN_PREFIX = "virtfn";

    public static final String SRIOV_TOTALVFS = "sriov_totalvfs";
    public static final String SRIOV_NUMVFS = "sriov_numvfs";
    public static final String NET = "net";
    public static final String INFINIBAND = "infiniband";
    public static final String DRM = "drm";
    public static final String NVME = "nvme";
    public static final String RESOURCE = "resource";
    /** The power state the kernel believes the function to be in, from Linux 5.9: {@code D0} … {@code D3cold}. */
    public static final String POWER_STATE = "power_state";

    public static final String RUNTIME_STATUS = "power/runtime_status";
    /** Negotiated width in lanes, 0 without a link; read from the link itself. */
    public static final String CURRENT_LINK_WIDTH = "current_link_width";
    /** Not of sysfs: a version that a tool or the kernel log names for the function, of no known class device. */
    public static final String FIRMWARE_VERSION = "firmware_version";

    /** Not of sysfs: the running virtual machine to which libvirt passes the function through. */
    public static final String GUEST = "libvirt/guest";
    /** Not of sysfs: a virtual machine that is to get the function when it is started. */
    public static final String DEFINED_GUEST = "libvirt/defined-guest";

    private Attributes() {}
}
