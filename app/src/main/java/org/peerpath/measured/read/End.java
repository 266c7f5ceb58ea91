// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.Optional;

/** One end of a transfer, as the benchmark names it. */
public sealed interface End {
    /** The memory of the host, or its processor. */
    End HOST = new Host();
    /** The text does not say what is at this end. */
    End UNSAID = new Unsaid();
    /** Several devices at once. */
    End MANY = new Many();

    /** An RDMA device: {@code mlx5_0}. */
    record RdmaDevice(String name) implements End {}

    /**
     * A GPU.
     *
     * @param index its number in the tool's own order; empty where none was printed
     * @param bus its address; empty where none was printed
     */
    record Gpu(Optional<Integer> index, Optional<BusId> bus) implements End {
        static Gpu numbered(int index) {
            return new Gpu(Optional.of(index), Optional.empty());
        }
    }

    /** See {@link #HOST}. */
    record Host() implements End {}

    /** See {@link #UNSAID}. */
    record Unsaid() implements End {}

    /** See {@link #MANY}. */
    record Many() implements End {}
}
