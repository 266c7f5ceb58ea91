// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a matrix of nvbandwidth means, by its description and test name (NVIDIA/nvbandwidth testcases_ce.cpp,
 * testcases_sm.cpp). The GPU of the row runs the copy, whichever way the description's arrow points: {@code read} tests
 * use the context of the row to read the column's memory, {@code write} tests to write it.
 *
 * @param test test name; empty until it is known
 * @param description the line above the matrix
 */
record NvbandwidthMatrix(String test, String description) {
    /** Returns whether the cells are bandwidths; latencies stand in the same form. */
    boolean isBandwidth() {
        return description.contains("(GB/s)");
    }

    NvbandwidthMatrix named(String name) {
        return new NvbandwidthMatrix(name, description);
    }

    /** Returns the end in a matrix cell whose memory requests are measured. */
    End requester(int row, int column, Map<Integer, BusId> gpus) {
        if (between()) {
            return gpu(row, gpus);
        }
        return description.contains("All Gpus") || description.contains("All ->") ? End.MANY : gpu(column, gpus);
    }

    End target(int column, Map<Integer, BusId> gpus) {
        if (description.contains("CPU(row)") && !test.startsWith("device_to_device")) {
            return End.HOST;
        }
        return description.contains("-> All Gpus") ? End.MANY : gpu(column, gpus);
    }

    boolean both() {
        return description.contains("<->") && description.contains("Total bandwidth");
    }

    Set<Trait> traits(int row, int column) {
        EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
        if (description.contains("local") || (between() && row == column)) {
            traits.add(Trait.LOCAL);
        }
        if (description.contains("<->") && !both()) {
            traits.add(Trait.UNDER_BOTH);
        }
        if (test.startsWith("all_to_")
                || test.startsWith("one_to_all")
                || test.startsWith("host_to_all")
                || description.contains("All ")) {
            traits.add(Trait.CONCURRENT);
        }
        return traits;
    }

    /** The multi-node tests of 0.7 and later print "CPU(row)" above matrices of GPUs. */
    private boolean between() {
        return description.contains("GPU(row)")
                || (description.contains("CPU(row)") && test.startsWith("device_to_device"));
    }

    private static End gpu(int index, Map<Integer, BusId> gpus) {
        return new End.Gpu(Optional.of(index), Optional.ofNullable(gpus.get(index)));
    }
}
