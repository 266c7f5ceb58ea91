// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

/** Paths, from the root of the host without the leading slash, of host-wide files that the program asks for. */
public final class HostFiles {
    public static final String CMDLINE = "proc/cmdline";
    public static final String KERNEL_RELEASE = "proc/sys/kernel/osrelease";
    public static final String HOSTNAME = "proc/sys/kernel/hostname";
    public static final String BOOT_ID = "proc/sys/kernel/random/boot_id";
    /** The lines about the first processor only. */
    public static final String CPUINFO_FLAGS = "proc/cpuinfo";

    public static final String IOMMU_CLASS = "sys/class/iommu";
    public static final String IOMMU_GROUPS = "sys/kernel/iommu_groups";
    public static final String DMAR = "sys/firmware/acpi/tables/DMAR";
    public static final String IVRS = "sys/firmware/acpi/tables/IVRS";
    public static final String IORT = "sys/firmware/acpi/tables/IORT";
    public static final String LOCKDOWN = "sys/kernel/security/lockdown";
    public static final String PRODUCT_NAME = "sys/class/dmi/id/product_name";
    public static final String SYS_VENDOR = "sys/class/dmi/id/sys_vendor";
    public static final String NUMA_NODES = "sys/devices/system/node";
    /** Not a file of the kernel: the effective user id under which the host was read. */
    public static final String EFFECTIVE_USER = "peerpath/euid";
    /** Not a file of the kernel: what its VFIO container offers, in words; of this machine only, where vfio is loaded. */
    public static final String VFIO_CONTAINER = "peerpath/vfio-container";
    /** Not a file of the kernel: the lines of the host's pci.ids for the ids that occur. */
    public static final String PCI_IDS = "peerpath/pci.ids";

    /**
     * Not a file of the kernel: which processes hold VFIO devices, a line each: {@code PID TARGET COMMAND [GUEST]}; empty
     * if none does.
     */
    public static final String VFIO_HOLDERS = "peerpath/vfio-holders";

    /**
     * Not a file of the kernel: the VMs that run, a block each: {@code vm PID}, then {@code comm NAME}, {@code cgroup
     * LINE}, {@code arg WORD} for each word of the command line that matters here, {@code fd TARGET} for VFIO and iommufd.
     */
    public static final String VMS = "peerpath/vms";

    /** Not a file of the kernel: {@code log PATH}, then {@code line TEXT}, of libvirt's logs about mapping memory. */
    public static final String VM_LOGS = "peerpath/vm-logs";

    /**
     * Not a file of the kernel, and only where a user asked for it: {@code monitor PID SOCKET}, then {@code answer TEXT} of
     * the VM's QMP monitor or {@code refused REASON}.
     */
    public static final String VM_MONITORS = "peerpath/vm-monitors";

    /** Not a file of the kernel: lines of its configuration about VFIO and iommufd. */
    public static final String KERNEL_CONFIG = "peerpath/kernel-config";

    /**
     * Not a file of the kernel: who the host is, a line each: {@code machine-id HASH}, {@code dmi-uuid HASH}; what is not
     * there was not readable, or is none.
     */
    public static final String IDENTITY = "peerpath/identity";

    /** Not a file of the kernel: the commands that plans use and that are there, a line each. */
    public static final String TOOLS = "peerpath/tools";

    /**
     * Not a file of the kernel: what the host itself stands on, a line each: {@code mounted MAJOR:MINOR SOURCE TYPE},
     * {@code swap SOURCE}, {@code network INTERFACE TYPE} for a file system of the network, {@code default INTERFACE}, {@code ssh INTERFACE} ({@code -} without a session, {@code ?} where
     * it could not be told).
     */
    public static final String IN_USE = "peerpath/in-use";

    /**
     * Not a file of the kernel: who uses interfaces and device nodes, a line each: {@code net NAME up|down
     * addressed|- MASTER|- PORT|-}, {@code open PROCESS NODE COMMAND}, {@code nvidia NODE FUNCTION}, {@code subfunction
     * FUNCTION}.
     */
    public static final String USERS = "peerpath/users";

    /**
     * Not a file of the kernel: what NICs have set for their virtual functions, a line each as {@code ip link show} prints
     * it: {@code INTERFACE vf N link/ether MAC brd …, spoof checking off, link-state auto, trust off}.
     */
    public static final String VF_LINKS = "peerpath/vf-links";

    /** Not a file of the kernel: lines of its log, see {@link KernelLogLines}. */
    public static final String KERNEL_LOG = "peerpath/kernel-log";

    /** Followed by MAJOR:MINOR: where a block device hangs, the whole path of its directory. */
    public static final String BLOCK_DEVICES = "sys/dev/block/";

    public static final String GRUB_DROP_INS = "etc/default/grub.d";
    /** systemd's kernel-install takes the kernel command line from here. */
    public static final String KERNEL_INSTALL_CMDLINE = "etc/kernel/cmdline";
    /** Entries of the Boot Loader Specification: GRUB in Fedora and its kin, systemd-boot. */
    public static final String LOADER_ENTRIES = "boot/loader/entries";

    public static final String OS_RELEASE = "etc/os-release";
    /** The entries of {@code /dev/vfio}: group numbers, {@code vfio}, {@code devices}. */
    public static final String DEV_VFIO = "dev/vfio";
    /** An empty text when the device node of iommufd exists. */
    public static final String DEV_IOMMU = "dev/iommu";
    /** The PCI drivers the kernel has registered. */
    public static final String PCI_DRIVERS = "sys/bus/pci/drivers";

    private HostFiles() {}

    /** Whether the program asks for this file of a host. */
    public static boolean isRead(String path) {
        return ReadList.SHIPPED.filter().acceptsOfHost(path);
    }

    /** The type of an IOMMU group's default domain: {@code identity}, {@code DMA}, {@code DMA-FQ}, … */
    public static String groupType(String group) {
        return IOMMU_GROUPS + "/" + group + "/type";
    }
}
