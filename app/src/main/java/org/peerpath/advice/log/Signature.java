// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Locale;
import org.peerpath.text.Message;

/** What a log can mean; texts under {@code log.SIGNATURE} in the bundles. */
public enum Signature {
    /** The CPU waits with interrupts off for a device that does not answer the invalidation of its translation cache. */
    DEVICE_TLB_HANG,
    /** A device does not answer invalidations, and the host lives. */
    INVALIDATION_TIMEOUT,
    /** The IOMMU refused a request. */
    TRANSLATION_FAULT,
    ACS_VIOLATION,
    /** Completions went to the wrong place or never came. */
    COMPLETION_LOST,
    /** A translated request was refused on its way out. */
    TRANSLATION_BLOCKED,
    PCIE_ERROR,
    GPU_LOST,
    GPU_ERROR,
    NIC_FAILED,
    RDMA_ERROR,
    RESET_STUCK,
    SRIOV_REFUSED,
    NO_MEMORY_SPACE,
    VFIO_REFUSED,
    ATS_SWITCHED_OFF,
    /** A lockup whose stack has nothing to do with the IOMMU, or that has none. */
    LOCKUP_ELSEWHERE,
    KERNEL_CRASH;

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
