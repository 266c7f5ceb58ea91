// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.Locale;

/** The rules that guard hosts; their texts are {@code guard.ID.reason} and {@code guard.ID.lift}. */
public enum GuardId {
    FIRMWARE_KNOWN_BAD("Elice, 2026-10-26 (knowledge base)"),
    FIRMWARE_UNKNOWN("knowledge base"),
    KERNEL_FIXES_UNKNOWN("knowledge base: Linux commits fe89277c9ceb, 4fc82cd907ac, 42662d19839f"),
    NO_IOMMU("Linux drivers/iommu"),
    NO_DEVICE_TLB("Intel VT-d 10.4.3 (ECAP.DT); AMD IOMMU capability header bit 24"),
    ROOT_PORT_NOT_IN_ATSR("Intel VT-d 8.5"),
    NOATS("Linux Documentation/admin-guide/kernel-parameters.txt"),
    LOCKDOWN("Linux drivers/pci/pci-sysfs.c pci_write_config"),
    DIRECT_TRANSLATED_NOT_IMPLEMENTED("PCIe 7.7.11.2"),
    PORT_UNREAD("PCIe 7.7.11"),
    NO_ACS("PCIe 6.12.1"),
    HELD_BY_VM("Linux Documentation/driver-api/vfio.rst"),
    HOLDERS_UNKNOWN("Linux Documentation/driver-api/vfio.rst"),
    GROUP_MEMBERS("Linux Documentation/driver-api/vfio.rst"),
    TOO_MANY_VFS("Linux drivers/pci/iov.c sriov_numvfs_store"),
    VFS_ALREADY_ENABLED("Linux drivers/pci/iov.c sriov_numvfs_store"),
    NO_PF_DRIVER("Linux drivers/pci/iov.c sriov_numvfs_store"),
    NO_SRIOV("PCIe 9.3.3"),
    NO_VFS("PCIe 9.3.3"),
    ISOLATION_IN_USE("PCIe 6.12; NVIDIA NCCL user guide, PCI Access Control Services"),
    EGRESS_FENCE("PCIe 6.12.3"),
    HARMS_OTHERS("PCIe 6.12.1.1; Peerpath: every pair is judged before and after each step"),
    NO_GAIN("PCIe 6.12.1.1; Peerpath: every pair is judged before and after each step"),
    IOMMU_TRANSLATES("Linux Documentation/admin-guide/kernel-parameters.txt (iommu=pt)"),
    MIXED_ATS("rdma-core kernel-boot/rdma_topo"),
    NOT_ROOT("Linux drivers/pci/pci-sysfs.c"),
    NO_OTHER_CONSOLE("Elice, 2026-10-26"),
    CRASH_CAPTURE_OFF("Linux Documentation/admin-guide/lockup-watchdogs.rst"),
    ATS_UNKNOWN("PCIe 10.5.1; Linux drivers/iommu"),
    ATS_KEPT_OFF("Linux drivers/pci/ats.c; drivers/iommu"),
    ATS_NOT_OURS("NVIDIA mlxconfig; other vendors' tools differ"),
    NO_PEERS("Peerpath: which functions count as NICs and GPUs"),
    NO_SHARED_SWITCH("PCIe 6.12.1.1"),
    FREES_INTERFACE("Linux net/core/net-sysfs.c flags_store"),
    IN_USE("Linux Documentation/networking; Documentation/infiniband; Documentation/gpu"),
    CARRIES_STORAGE("proc_pid_mountinfo(5), proc_swaps(5)"),
    CARRIES_CONNECTION("Linux Documentation/networking; ssh(1) SSH_CONNECTION"),
    CONSOLE_GPU("Linux Documentation/ABI/testing/sysfs-bus-pci boot_vga"),
    BMC("pci.ids; PCI Code and ID Assignment Specification, class 0C07h"),
    TRANSLATION_BLOCKING("PCIe 6.12.1.1; Linux drivers/pci/pci.c pci_std_enable_acs"),
    PHYSICAL_FUNCTION("Linux drivers/vfio/pci/vfio_pci_core.c (enable_sriov)"),
    NO_ROOM_FOR_VFS("Linux drivers/pci/iov.c; drivers/net/ethernet/intel/ice/ice_sriov.c"),
    TOOL_MISSING("command -v on the host"),
    LINK_LAYER_UNKNOWN("Linux Documentation/ABI/stable/sysfs-class-infiniband"),
    NO_IDENTITY("ip-link(8); NVIDIA MLNX_OFED user manual, SR-IOV"),
    IDENTITY_LOST("ip-link(8); NVIDIA MLNX_OFED user manual, SR-IOV"),
    WHOLE_CARD("NVIDIA mlxconfig: one configuration for all functions of a card"),
    REBOOT_FIRST("NVIDIA mlxconfig: applied at the next boot"),
    GROUP_AT_BOOT("rdma-core kernel-boot/rdma_topo; Linux drivers/iommu/iommu.c"),
    JOURNAL_UNKNOWN("Peerpath: the journal of runs"),
    HOST_UNKNOWN("machine-id(5); SMBIOS 7.2.1"),
    LATER_CHANGE("Peerpath: the journal of runs"),
    CHANGED_SINCE("Peerpath: the journal of runs"),
    SETTING_UNREAD("Linux Documentation/ABI/testing/sysfs-bus-pci"),
    DRIVER_UNREAD("Linux Documentation/ABI/testing/sysfs-bus-pci"),
    NOT_ALLOWED("Peerpath: plan.AllowedOperation");

    private final String source;

    GuardId(String source) {
        this.source = source;
    }

    /** The id in output: {@code firmware-known-bad}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Whether a tick is too little: nobody knows whether the host will freeze, or whether it is the right one, so a person
     * types its name to show that they know which one they risk.
     */
    public boolean wantsHostName() {
        return this == FIRMWARE_UNKNOWN || this == KERNEL_FIXES_UNKNOWN || this == HOST_UNKNOWN;
    }

    /**
     * Returns whether it tells that one NIC cannot take part, and nothing of the others: those are planned for without it
     * where nobody asked for it by name.
     */
    boolean leavesOut() {
        return switch (this) {
            case NO_PEERS,
                    NO_SHARED_SWITCH,
                    DIRECT_TRANSLATED_NOT_IMPLEMENTED,
                    NO_GAIN,
                    HELD_BY_VM,
                    IN_USE,
                    CARRIES_STORAGE,
                    CARRIES_CONNECTION,
                    BMC,
                    NO_SRIOV,
                    NO_VFS -> true;
            default -> false;
        };
    }

    String source() {
        return source;
    }
}
