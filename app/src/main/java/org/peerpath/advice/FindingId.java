// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.text.Message;

/**
 * The kinds of finding. An id never changes its meaning; texts are in the bundles under {@code finding.ID}, the
 * explanation under {@code finding.ID.what}, the remedy under {@code finding.ID.remedy}.
 */
public enum FindingId {
    P2P_REDIRECTED(Need.CONFIG, "error", "PCIe 6.12.1.1; rdma-core kernel-boot/rdma_topo"),
    TRANSLATION_BLOCKED(Need.CONFIG, "by-case", "PCIe 6.12.1.1"),
    EGRESS_BLOCKED(Need.CONFIG, "by-case", "PCIe 6.12.3"),
    FORWARDING_OFF(Need.CONFIG, "error", "PCIe 6.12.1.1"),
    SOURCE_VALIDATION_BLOCKED(Need.CONFIG, "error", "PCIe 6.12.1.1; Linux drivers/pci/iov.c virtfn_add_bus"),
    PATH_UNUSABLE(Need.CONFIG, "by-case", "PCIe 2.9.1, 6.2.11, 7.5.1.1.3, 7.5.1.3, 9.3.3.3"),
    DEVICE_NO_ANSWER(Need.CONFIG, "error", "PCIe 2.3.2; Linux drivers/pci/access.c PCI_ERROR_RESPONSE"),
    HOST_CUT_OFF(Need.CONFIG, "warning", "PCIe 7.5.1.1.3, 7.5.1.3"),
    CARD_IN_RECOVERY(Need.SYSFS, "error", "the knowledge base: devices of kind recovery"),
    ASLEEP(Need.CONFIG, "by-case", "PCIe 5.3.1; Linux Documentation/power/pci.rst"),
    NOTHING_JUDGED(Need.ANYTHING, "warning", "the snapshot itself"),
    PATH_UNKNOWN(Need.CONFIG, "warning", "PCIe 6.12; Linux drivers/pci/pci-sysfs.c pci_read_config"),
    NO_SHARED_SWITCH(Need.SYSFS, "info", "PCIe 6.12"),

    ATS_OFF(
            Need.IOMMU,
            "error",
            "Linux drivers/pci/ats.c, drivers/iommu; NVIDIA AI Enterprise, ATS and ACS configuration"),
    ATS_NOT_YET_ON(Need.IOMMU, "by-case", "Linux drivers/iommu/intel/iommu.c"),
    ATS_IS_PER_KEY(Need.CONFIG, "info", "Linux drivers/infiniband/hw/mlx5/mlx5_ib.h mlx5_umem_needs_ats"),
    ATS_CHANGES_AT_BOOT(Need.SETTINGS, "by-case", "mstflint mlxconfig (ATS_ENABLED); NVIDIA AI Enterprise, ATS"),
    ATS_WITHOUT_REASON(Need.IOMMU, "warning", "Linux drivers/pci/ats.c; drivers/iommu"),

    IOMMU_TRANSLATES_HOST_DMA(Need.IOMMU, "warning", "Linux Documentation/ABI/testing/sysfs-kernel-iommu_groups"),
    ISOLATION_OPEN(Need.CONFIG_AND_GROUPS, "error", "Linux drivers/iommu/iommu.c REQ_ACS_FLAGS"),
    ISOLATION_NOT_REAL(Need.KERNEL, "by-scenario", "the pcie_acs_override patch, which is not part of Linux"),
    GROUPS_STALE(Need.CONFIG_AND_GROUPS, "warning", "Linux drivers/iommu/iommu.c pci_device_group"),
    VM_BROKEN(Need.VMS, "error", "what the VMM and its logs say, held against the routing rules (docs/vm.md)"),
    VM_UNKNOWN(Need.VMS, "warning", "what the VMM and its logs say, held against the routing rules (docs/vm.md)"),
    VM_ATTENTION(Need.VMS, "warning", "what the VMM and its logs say, held against the routing rules (docs/vm.md)"),
    GROUP_NOT_VIABLE(Need.IOMMU, "by-scenario", "Linux Documentation/driver-api/vfio.rst"),
    DIFFERENT_OWNERS(Need.SYSFS, "info", "Linux Documentation/driver-api/vfio.rst"),
    INSIDE_A_GUEST(Need.SYSFS, "warning", "the DMI tables and the hypervisor flag of the CPU"),

    PORT_WITHOUT_ACS(Need.CONFIG, "warning", "PCIe 6.12.1"),
    READS_NEED_RELAXED_ORDERING(Need.CONFIG, "by-case", "PCIe 6.12.1.1 (P2P Completion Redirect)"),
    READS_NEED_STRICT_ORDERING(Need.CONFIG, "warning", "PCIe 6.12.1.1 (P2P Completion Redirect)"),
    READS_BLOCKED(Need.CONFIG, "error", "PCIe 6.12.1.1 (P2P Completion Redirect, Upstream Forwarding)"),
    MIXED_REDIRECT(Need.CONFIG, "error", "PCIe 6.12.1.1; Linux drivers/infiniband/hw/mlx5/mlx5_ib.h"),
    ACS_ZEROED(Need.CONFIG, "error", "NCCL user guide, troubleshooting; Linux drivers/iommu/iommu.c"),
    DIRECT_TRANSLATED_EVERYWHERE(Need.CONFIG, "info", "rdma-core kernel-boot/rdma_topo"),

    CONFIG_ACS_UNSUPPORTED(Need.KERNEL, "warning", "Linux commit 47c8846a49ba and the pci branch merged for 6.15"),
    CONFIG_ACS_PARTIAL(Need.KERNEL, "warning", "Linux drivers/pci/pci.c __pci_config_acs"),
    NOACS_DOES_NOTHING(Need.KERNEL, "warning", "Linux drivers/pci/pci.c pci_setup"),
    KERNEL_LACKS_FIXES(Need.KERNEL, "by-scenario", "Linux git history; see the evidence"),
    LOCKDOWN(Need.SYSFS, "info", "Linux drivers/pci/pci-sysfs.c pci_write_config"),

    FIRMWARE_FREEZES_HOST(Need.FIRMWARE, "by-scenario", "the knowledge base; see the evidence"),
    FIRMWARE_UNKNOWN(Need.FIRMWARE, "by-scenario", "the knowledge base"),

    LINK_ENDS_DISAGREE(Need.LINKS, "warning", "PCIe 7.5.3.8 (Link Status)"),
    LINK_DOWNGRADED(Need.LINKS, "by-case", "PCIe 7.5.3.8 (Link Status)"),
    BANDWIDTH_SHORT(Need.LINKS, "by-case", "PCIe 7.5.3.8; the NIC's port speed from the knowledge base"),
    UPLINK_OVERSUBSCRIBED(Need.LINKS, "by-case", "PCIe 7.5.3.8; port speeds from the knowledge base"),
    PAYLOAD_MISMATCH(Need.LINKS, "warning", "PCIe 7.5.3.4 (Max_Payload_Size)"),
    PAYLOAD_SMALL(Need.LINKS, "info", "PCIe 7.5.3.4 (Max_Payload_Size)"),
    READ_REQUEST_SMALL(Need.LINKS, "info", "PCIe 7.5.3.4 (Max_Read_Request_Size)"),
    TEN_BIT_TAGS(Need.LINKS, "warning", "PCIe 2.2.6.2, 7.5.3.16 (10-Bit Tag Requester Enable)"),
    ATOMICS_BLOCKED(Need.LINKS, "warning", "PCIe 6.15.2, 7.5.3.16 (AtomicOp Egress Blocking)"),
    UNCLAIMED_REFUSED(Need.CONFIG, "warning", "PCIe 7.7.11.3 (ACS Unclaimed Request Redirect Control)"),
    NETWORK_LEFT_OUT(Need.SYSFS, "info", "docs/routing.md 7"),
    KERNEL_REFUSES_PEERS(
            Need.CONFIG,
            "warning",
            "Linux drivers/pci/p2pdma.c; drivers/gpu/drm/amd/amdgpu/amdgpu_dma_buf.c; open-gpu-kernel-modules nv-dmabuf.c"),
    GPU_WINDOW_SMALL(Need.SYSFS, "warning", "Linux Documentation/ABI/testing/sysfs-bus-pci (resource)"),
    NUMA_MISMATCH(Need.SYSFS, "info", "Linux Documentation/ABI/testing/sysfs-bus-pci (numa_node)"),
    VF_LIMIT(Need.SYSFS, "by-case", "Linux drivers/pci/iov.c sriov_numvfs_store"),
    VF_INTERRUPTS_SHORT(Need.SYSFS, "warning", "Linux Documentation/ABI/testing/sysfs-bus-pci (sriov_vf_total_msix)"),
    VF_BUSES_SHORT(Need.CONFIG, "warning", "Linux drivers/pci/iov.c sriov_enable, pci_iov_virtfn_bus"),
    VF_MEMORY_SHORT(Need.SYSFS, "warning", "Linux drivers/pci/iov.c sriov_enable"),
    PORT_CONTAINED(Need.CONFIG, "by-case", "PCIe 7.9.14 (DPC Status); Linux drivers/pci/pcie/dpc.c"),
    ERRORS_COUNTED(Need.SYSFS, "warning", "Linux Documentation/ABI/testing/sysfs-bus-pci-devices-aer_stats"),
    PEERMEM_MISSING(
            Need.SYSFS, "info", "NVIDIA GPUDirect RDMA documentation; Linux drivers/infiniband/core/umem_dmabuf.c"),
    DMA_BUF_UNAVAILABLE(
            Need.SYSFS,
            "info",
            "Linux drivers/infiniband/core/umem_dmabuf.c, drivers/infiniband/hw/mlx5/mlx5_ib.h mlx5_umem_needs_ats"),

    MEASURED_FASTER(Need.MEASURED, "warning", "docs/measured.md"),
    MEASURED_SLOWER(Need.MEASURED, "warning", "docs/measured.md; resources knowledge/measured.json"),
    MEASURED_UNVERIFIED(Need.MEASURED, "info", "NVIDIA/nccl#2335: full speed, and the peer received nothing"),
    MEASURED_WRONG_DATA(Need.MEASURED, "error", "the benchmark's own data check"),
    MEASURED_NOT_CHECKED(Need.MEASURED, "warning", "NVIDIA/nccl-tests@a0b82b22 src/util.cu writeResultFooter"),
    MEASURED_OUTLIER(Need.MEASURED, "warning", "docs/measured.md; resources knowledge/measured.json"),
    MEASURED_ONE_WAY(Need.MEASURED, "warning", "docs/measured.md; resources knowledge/measured.json"),
    MEASURED_PEER_SLOWER(Need.MEASURED, "warning", "docs/measured.md; resources knowledge/measured.json"),

    SOURCES_DISAGREE(Need.ANYTHING, "warning", "the snapshot itself"),
    KNOWLEDGE_FILE(Need.ANYTHING, "warning", "docs/knowledge-base.md"),
    NOT_CHECKED(Need.ANYTHING, "info", "the snapshot itself");

    private final Need needs;
    private final String severities;
    private final String source;

    FindingId(Need needs, String severities, String source) {
        this.needs = needs;
        this.severities = severities;
        this.source = source;
    }

    /** The id as it is printed and searched for: {@code ats-off}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Need needs() {
        return needs;
    }

    /** The last part of the bundle key that says how much it matters when. */
    String severities() {
        return severities;
    }

    /** Where the rule comes from. */
    public String source() {
        return source;
    }

    /** What it means and why it matters. */
    public Message explanation() {
        return Message.of("finding." + id() + ".what");
    }

    /** What to do about it, in general. */
    public Message remedy() {
        return Message.of("finding." + id() + ".remedy");
    }

    @Override
    public String toString() {
        return id();
    }

    /** The kind of that id; empty if there is none. */
    public static Optional<FindingId> of(String id) {
        return Stream.of(values()).filter(finding -> finding.id().equals(id)).findFirst();
    }
}
