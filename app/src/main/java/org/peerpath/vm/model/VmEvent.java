// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.peerpath.snapshot.Address;

/**
 * A line of a VMM's log, or of what it prints on request, that settles how BARs are mapped.
 *
 * @param kind what it says
 * @param function the host function that it names
 * @param bar the BAR that it names
 * @param address guest-physical
 * @param size in bytes
 * @param error the errno, positive
 * @param group the IOMMU group that it names
 * @param source the file
 * @param line its number there, from 1
 * @param text the line itself, cleaned and cut
 */
public record VmEvent(
        Kind kind,
        Optional<Address> function,
        OptionalInt bar,
        OptionalLong address,
        OptionalLong size,
        OptionalInt error,
        OptionalInt group,
        String source,
        int line,
        String text) {
    /** What a line says. */
    public enum Kind {
        /** {@code vfio_container_dma_map(PTR, ADDRESS, SIZE, PTR) = -ERRNO}. */
        MAP_FAILED,
        /** {@code IOMMU_IOAS_MAP failed: …, PCI BAR?}. */
        IOAS_MAP_FAILED,
        /** {@code BDF: PCI peer-to-peer transactions on BARs are not supported.} */
        PEER_NOT_SUPPORTED,
        /** {@code VFIO dma-buf not supported in kernel}. */
        DMA_BUF_UNSUPPORTED,
        /** {@code REGION: failed to create dma-buf}. */
        DMA_BUF_FAILED,
        /** A trace line: the region was exported as a dma-buf. */
        DMA_BUF_MADE,
        /** A trace line: a range was mapped, by address or by file. */
        MAPPED,
        /** {@code info mtree}: the BAR can be reached as memory, by the guest's processors and by peers. */
        IN_MEMORY,
        /** {@code info mtree}: the BAR is emulated word by word and can be no peer's target. */
        NOT_IN_MEMORY,
        /** {@code group N used in multiple address spaces}. */
        GROUP_SPLIT,
        /** {@code group N is not viable}. */
        GROUP_NOT_VIABLE,
        /** Locked memory is limited: {@code VFIO_MAP_DMA failed: Cannot allocate memory}. */
        MEMORY_LIMIT,
        /** The VMM ended with an error about mapping. */
        FATAL
    }
}
