// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.Locale;
import org.peerpath.text.Message;

/** The closed list of causes (docs/vm.md); each has a sentence and a remedy in the bundles. */
public enum VmCause {
    /** The host's ports and IOMMU decide; the hypervisor adds nothing. */
    HOST_PATH,
    /** The function is not in what was read of the host. */
    NOT_ON_HOST,
    /** Which function of the host it is, no source tells. */
    HOST_ADDRESS_UNKNOWN,
    /** Two functions of one IOMMU group behind an IOMMU of the guest. */
    GROUP_SPLIT_BY_VIOMMU,
    /** A member of the group has a driver of the host. */
    GROUP_NOT_VIABLE,
    /** The host has no IOMMU for the function. */
    NO_IOMMU,
    /** Memory may not be locked in the amount that VFIO needs. */
    MEMORY_LIMIT,
    /** Nested translation without iommufd. */
    NESTED_NEEDS_IOMMUFD,
    /** iommufd before Linux 6.19 maps no BAR. */
    IOMMUFD_WITHOUT_DMA_BUF,
    /** The kernel could, and was built without it. */
    KERNEL_WITHOUT_DMA_BUF,
    /** The VMM does not use dma-buf. */
    VMM_WITHOUT_DMA_BUF,
    /** The kernel or the driver exported no dma-buf for the BAR, as the log says. */
    DMA_BUF_FAILED,
    /** {@code x-no-mmap=on}. */
    NO_MMAP,
    /** {@code vfio_p2p_dma=off}. */
    P2P_DMA_OFF,
    /** {@code x_exclude_mmap_bars}. */
    BAR_EXCLUDED,
    /** The BAR's guest address lies in a range that the IOMMU keeps for itself. */
    ADDRESS_RESERVED,
    /** The BAR's guest address has more bits than the host's IOMMU translates. */
    ADDRESS_TOO_WIDE,
    /** The BAR's guest address has more bits than the guest's IOMMU translates. */
    VIOMMU_TOO_NARROW,
    /** The kernel refused the address, for a reason that was not read. */
    ADDRESS_REFUSED,
    /** The mapping failed, for a reason that is not known here. */
    MAP_FAILED,
    /** VFIO without an IOMMU. */
    NOIOMMU,
    /** No source tells how the function is handed over. */
    BACKEND_UNKNOWN,
    /** iommufd, and the kernel's version was not read. */
    KERNEL_UNKNOWN,
    /** A vendor's kernel that may map BARs by a way of its own. */
    KERNEL_MAY_MAP,
    /** iommufd, and the VMM's version was not read. */
    VMM_UNKNOWN,
    /** Kernel and VMM may map by dma-buf; only the log tells. */
    VMM_MAY_MAP,
    /** The guest's own IOMMU tables decide. */
    VIOMMU_GUEST_DECIDES,
    /** Confidential memory. */
    CONFIDENTIAL_GUEST,
    /** The guest's driver grants no peer access without a clique. */
    CLIQUE_MISSING,
    /** The GPUs carry different cliques. */
    CLIQUE_DIFFERS,
    /** The guest sees no hypervisor, and with it no clique. */
    HYPERVISOR_HIDDEN,
    /** A clique promises what the host or the hypervisor does not deliver. */
    CLIQUE_UNTRUE,
    /** The guest's tree makes NCCL leave GPUDirect RDMA unused. */
    NCCL_WILL_NOT_USE,
    /** Several VMs claim one function. */
    CLAIMED_TWICE,
    /** A function is taken from the host and not shown to the guest. */
    NOT_SHOWN;

    /** Returns the word used in JSON and in bundle keys. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the sentence about the cause. */
    Message message(Object... arguments) {
        return Message.of("vm.cause." + id(), arguments);
    }

    /** Returns what to do. */
    public Message remedy() {
        return Message.of("vm.cause." + id() + ".remedy");
    }
}
