// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Optional;

/**
 * A host bridge that the kernel's list allows peer-to-peer traffic through (drivers/pci/p2pdma.c
 * pci_p2pdma_whitelist).
 *
 * @param withinOneBridge only between functions below this same host bridge
 * @param since a kernel that has the entry, as all later ones do
 * @param notIn the last kernel that is known to lack it; empty where that is the one before {@code since}
 */
public record PeerToPeer(boolean withinOneBridge, KernelVersion since, Optional<KernelVersion> notIn) {
    /** Whether a kernel has the entry; empty between the last that lacks it and the first that is known to have it. */
    public Optional<Boolean> in(KernelVersion kernel) {
        if (kernel.compareTo(since) >= 0) {
            return Optional.of(true);
        }
        boolean open = notIn.filter(last -> kernel.compareTo(last) > 0 && !kernel.sameRelease(last))
                .isPresent();
        return open ? Optional.empty() : Optional.of(false);
    }
}
