// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a line of a log tells. The words by which a kind is known are in {@code log/wordings.tsv}; what follows from it,
 * for whom and for how long, is here. Times are those after which the kernel gives up: the lockup detectors (10 to 26 s),
 * a command of mlx5 (60 s), a reset (60 s), the hung task detector (120 s).
 */
public enum EventKind {
    HARD_LOCKUP(Signature.LOCKUP_ELSEWHERE, Reach.HOST, 60),
    SOFT_LOCKUP(Signature.LOCKUP_ELSEWHERE, Reach.HOST, 60),
    RCU_STALL(Signature.LOCKUP_ELSEWHERE, Reach.HOST, 60),
    HUNG_TASK(Signature.LOCKUP_ELSEWHERE, Reach.NOTHING, 0),
    OOPS(Signature.KERNEL_CRASH, Reach.HOST, 60),
    BUG(Signature.KERNEL_CRASH, Reach.HOST, 60),
    /** A panic that says itself that the hardware made it. */
    PANIC_OF_HARDWARE(Signature.KERNEL_CRASH, Reach.NOTHING, 0),
    PANIC(Signature.KERNEL_CRASH, Reach.NOTHING, 0),
    MACHINE_CHECK(Signature.MACHINE_CHECK, Reach.HOST, 30),
    SERR_NMI(Signature.MACHINE_CHECK, Reach.HOST, 30),

    VTD_INVALIDATION_TIMEOUT(Signature.INVALIDATION_TIMEOUT, Reach.HOST, 180),
    VTD_QUEUE_ERROR(Signature.INVALIDATION_TIMEOUT, Reach.HOST, 180),
    VTD_COMPLETION_ERROR(Signature.INVALIDATION_TIMEOUT, Reach.HOST, 180),
    /** A descriptor of the invalidation queue: which kind of invalidation, and for which function. */
    VTD_DESCRIPTOR(null, Reach.NOTHING, 0),
    VTD_FAULT(Signature.TRANSLATION_FAULT, Reach.ITSELF, 60),
    /** The IOMMU waited for its own commands; the address in the line is the IOMMU's own. */
    AMD_WAIT_TIMEOUT(Signature.INVALIDATION_TIMEOUT, Reach.HOST, 180),
    AMD_INVALIDATION_TIMEOUT(Signature.INVALIDATION_TIMEOUT, Reach.HOST, 180),
    AMD_PAGE_FAULT(Signature.TRANSLATION_FAULT, Reach.ITSELF, 60),
    AMD_BAD_REQUEST(Signature.TRANSLATION_FAULT, Reach.ITSELF, 60),
    SMMU_INVALIDATION_TIMEOUT(Signature.INVALIDATION_TIMEOUT, Reach.HOST, 180),
    SMMU_SYNC_TIMEOUT(Signature.INVALIDATION_TIMEOUT, Reach.HOST, 180),
    SMMU_EVENT(Signature.TRANSLATION_FAULT, Reach.ITSELF, 60),
    SMMU_GLOBAL_ERROR(Signature.TRANSLATION_FAULT, Reach.HOST, 60),

    AER_ERROR(Signature.PCIE_ERROR, Reach.BELOW, 60),
    AER_MESSAGE(Signature.PCIE_ERROR, Reach.BELOW, 60),
    /** Errors that the link corrected itself: no trouble alone, yet a link that fails announces it so. */
    AER_CORRECTED(null, Reach.BELOW, 60),
    RECOVERY_FAILED(Signature.PCIE_ERROR, Reach.BELOW, 60),
    DPC(Signature.PCIE_ERROR, Reach.BELOW, 180),
    DEVICE_GONE(Signature.DEVICE_LOST, Reach.BELOW, 180),
    LINK_DOWN(Signature.LINK_DOWN, Reach.BELOW, 180),
    CARD_REMOVED(Signature.LINK_DOWN, Reach.BELOW, 180),
    LINK_SLOW(null, Reach.BELOW, 60),
    ATS_DISABLED(Signature.ATS_SWITCHED_OFF, Reach.NOTHING, 0),
    RESET_FAILED(Signature.RESET_STUCK, Reach.BELOW, 180),
    RESET_SLOW(null, Reach.BELOW, 120),
    SRIOV_NO_MEMORY(Signature.SRIOV_REFUSED, Reach.ITSELF, 60),
    SRIOV_NO_BUSES(Signature.SRIOV_REFUSED, Reach.ITSELF, 60),
    SRIOV_NO_INTERRUPTS(Signature.SRIOV_REFUSED, Reach.ITSELF, 60),
    SRIOV_BUSY(Signature.SRIOV_REFUSED, Reach.NOTHING, 0),
    NO_MEMORY_SPACE(Signature.NO_MEMORY_SPACE, Reach.ITSELF, 600),
    GROUP_FAILED(Signature.SRIOV_REFUSED, Reach.ITSELF, 60),
    EEH_FREEZE(Signature.DEVICE_FROZEN, Reach.HOST, 10),
    EEH_GONE(Signature.DEVICE_LOST, Reach.HOST, 10),

    VFIO_RMRR(Signature.VFIO_REFUSED, Reach.NOTHING, 0),
    VFIO_DIRECT_MAPPING(Signature.VFIO_REFUSED, Reach.NOTHING, 0),
    VFIO_DENIED(Signature.VFIO_REFUSED, Reach.ITSELF, 10),
    VFIO_BAR_BUSY(Signature.VFIO_REFUSED, Reach.NOTHING, 0),
    VFIO_PROBE_FAILED(Signature.VFIO_REFUSED, Reach.NOTHING, 0),
    VFIO_RESTORE(null, Reach.ITSELF, 60),
    VFIO_WAITS(null, Reach.ITSELF, 60),
    DEVICE_RESET(null, Reach.ITSELF, 120),
    GROUP_NOT_VIABLE(Signature.GROUP_NOT_VIABLE, Reach.NOTHING, 0),
    VFIO_OPEN_FAILED(Signature.VFIO_REFUSED, Reach.NOTHING, 0),
    BAR_NOT_MAPPED(Signature.BAR_NOT_MAPPED, Reach.NOTHING, 0),
    GUEST_MEMORY(Signature.GUEST_MEMORY_REFUSED, Reach.NOTHING, 0),
    /** With the type1 backend it means nothing; it explains a mapping that failed. */
    DMA_BUF_MISSING(null, Reach.HOST, 60),

    XID(Signature.GPU_ERROR, Reach.ITSELF, 120),
    GPU_LOST(Signature.GPU_LOST, Reach.BELOW, 180),
    GPU_NOT_STARTED(Signature.GPU_NOT_STARTED, Reach.NOTHING, 0),
    GPU_BAR_INVALID(Signature.NO_MEMORY_SPACE, Reach.ITSELF, 600),
    AMDGPU_ERROR(Signature.GPU_ERROR, Reach.ITSELF, 120),
    INTEL_GPU_ERROR(Signature.GPU_ERROR, Reach.ITSELF, 120),
    PEERMEM(Signature.RDMA_ERROR, Reach.NOTHING, 0),

    NIC_HOT(Signature.NIC_HOT, Reach.BELOW, 600),
    NIC_HEALTH(Signature.NIC_FAILED, Reach.BELOW, 300),
    NIC_HEALTH_DETAIL(null, Reach.NOTHING, 0),
    NIC_PCI_ERROR(Signature.NIC_FAILED, Reach.BELOW, 180),
    NIC_PROBE_FAILED(Signature.NIC_FAILED, Reach.ITSELF, 60),
    NIC_OFFLINE(Signature.NIC_FAILED, Reach.BELOW, 180),
    NIC_COMMAND_TIMEOUT(Signature.NIC_FAILED, Reach.ITSELF, 120),
    RDMA_ERROR(Signature.RDMA_ERROR, Reach.NOTHING, 0),

    NCCL_NO_PASSTHROUGH(Signature.PASSTHROUGH_MISSING, Reach.NOTHING, 0),
    NCCL_GDR_OFF(Signature.GDR_NOT_USED, Reach.NOTHING, 0),
    NCCL_TRANSFER_FAILED(Signature.TRANSFER_FAILED, Reach.NOTHING, 0),
    NCCL_P2P_OFF(Signature.GDR_NOT_USED, Reach.NOTHING, 0),
    NCCL_NUMA_BALANCING(null, Reach.NOTHING, 0),

    // Not events of their own: what the reader needs to know its way about.
    BOOT,
    BRIDGE_BUSES,
    BAR_REGION,
    NCCL_SAYS,
    AER_BIT,
    AER_STATUS,
    AER_FIRMWARE,
    AER_FIRMWARE_CORRECTED,
    AER_CORRECTED_MESSAGE,
    GHES_BEGIN,
    GHES_SEVERITY,
    GHES_DEVICE,
    SMMU_WORD,
    NVRM_GPU,
    GPU_BAR_WHERE,
    TRACE_CPU,
    TRACE_BACKTRACE,
    TRACE_END,
    PSTORE_PART;

    private final Optional<Signature> signature;
    private final Reach reach;
    private final int lasts;
    private final boolean event;

    EventKind(@Nullable Signature signature, Reach reach, int lasts) {
        this.signature = Optional.ofNullable(signature);
        this.reach = reach;
        this.lasts = lasts;
        this.event = true;
    }

    EventKind() {
        this.signature = Optional.empty();
        this.reach = Reach.NOTHING;
        this.lasts = 0;
        this.event = false;
    }

    /** The word used in bundle keys, JSON and the table of wordings. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what an event of this kind means if nothing else is known; empty where it is no trouble by itself. */
    Optional<Signature> signature() {
        return signature;
    }

    Reach reach() {
        return reach;
    }

    /** Returns for how many seconds after it something else may follow from it. */
    int lasts() {
        return lasts;
    }

    /** Whether it is kept as an event; the others only show the reader its way. */
    boolean isEvent() {
        return event;
    }

    /** Whether the host as a whole is concerned, so that the line names no function. */
    boolean concernsHost() {
        return switch (this) {
            case HARD_LOCKUP,
                    SOFT_LOCKUP,
                    RCU_STALL,
                    HUNG_TASK,
                    OOPS,
                    BUG,
                    PANIC_OF_HARDWARE,
                    PANIC,
                    MACHINE_CHECK,
                    SERR_NMI -> true;
            default -> false;
        };
    }

    /** Whether it tells of trouble, so that a run on this host has to stop. */
    public boolean isTrouble() {
        return signature.filter(s -> s != Signature.ATS_SWITCHED_OFF).isPresent();
    }
}
