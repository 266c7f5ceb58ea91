// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Locale;
import org.peerpath.text.Message;

/** What a log can mean, the gravest first; texts under {@code log.SIGNATURE} in the bundles. */
public enum Signature {
    /** The CPU waits with interrupts off for a device that does not answer the invalidation of its translation cache. */
    DEVICE_TLB_HANG(Weight.HOST),
    MACHINE_CHECK(Weight.HOST),
    /** A lockup whose stack has nothing to do with the IOMMU, or that has none. */
    LOCKUP_ELSEWHERE(Weight.HOST),
    KERNEL_CRASH(Weight.HOST),
    /** The link between two devices makes errors, and something failed right after them. */
    LINK_FAILING(Weight.DEVICE),
    LINK_DOWN(Weight.DEVICE),
    /** A device stopped answering. */
    DEVICE_LOST(Weight.DEVICE),
    /** The platform cut a device off after an error (EEH). */
    DEVICE_FROZEN(Weight.DEVICE),
    GPU_LOST(Weight.DEVICE),
    NIC_FAILED(Weight.DEVICE),
    /** A device does not answer invalidations, and the host lives. */
    INVALIDATION_TIMEOUT(Weight.DEVICE),
    ACS_VIOLATION(Weight.DEVICE),
    /** A translated request was refused on its way out. */
    TRANSLATION_BLOCKED(Weight.DEVICE),
    /** Completions went to the wrong place or never came. */
    COMPLETION_LOST(Weight.DEVICE),
    PCIE_ERROR(Weight.DEVICE),
    /** The IOMMU refused a request to another device's memory. */
    PEER_TO_PEER_REFUSED(Weight.ERROR),
    /** The IOMMU refused a request. */
    TRANSLATION_FAULT(Weight.ERROR),
    RESET_STUCK(Weight.ERROR),
    GPU_NOT_STARTED(Weight.ERROR),
    GPU_ERROR(Weight.ERROR),
    NIC_HOT(Weight.ERROR),
    TRANSFER_FAILED(Weight.ERROR),
    RDMA_ERROR(Weight.ERROR),
    BAR_NOT_MAPPED(Weight.ERROR),
    GROUP_NOT_VIABLE(Weight.REFUSED),
    GUEST_MEMORY_REFUSED(Weight.REFUSED),
    VFIO_REFUSED(Weight.REFUSED),
    SRIOV_REFUSED(Weight.REFUSED),
    NO_MEMORY_SPACE(Weight.REFUSED),
    PASSTHROUGH_MISSING(Weight.REFUSED),
    GDR_NOT_USED(Weight.REFUSED),
    ATS_SWITCHED_OFF(Weight.NOTE);

    /** How grave a thing is; of things that have nothing to do with each other the gravest comes first. */
    enum Weight {
        HOST,
        DEVICE,
        ERROR,
        REFUSED,
        NOTE
    }

    private final Weight weight;

    Signature(Weight weight) {
        this.weight = weight;
    }

    Weight weight() {
        return weight;
    }

    /** Whether something is wrong. */
    public boolean isTrouble() {
        return weight != Weight.NOTE;
    }

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What happened. */
    public Message message() {
        return Message.of("log." + id());
    }

    /** What to try. */
    public Message advice() {
        return Message.of("log." + id() + ".advice");
    }
}
