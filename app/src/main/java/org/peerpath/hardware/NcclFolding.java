// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

/**
 * Broadcom switches of two generations show themselves in two levels though every port reaches every other at full speed;
 * NCCL folds the lower level into the upper (NVIDIA/nccl src/graph/topo.cc getBcmGen, ncclTopoFlattenBcmSwitches, 2.30).
 */
public final class NcclFolding {
    private static final long GENERATION = 0xffff_ffff_ffff_f000L;
    private static final long GEN4 = 0x1000_c010_1000_a000L;
    private static final long GEN5_UPPER = 0x1000_c030_1000_0000L;
    private static final long GEN5_LOWER = 0x1000_c030_1000_1000L;

    private NcclFolding() {}

    /**
     * Returns whether NCCL takes a switch below another for a part of it.
     *
     * @param upper vendor, device, subsystem vendor and subsystem device of the upper one, 16 bits each
     * @param lower likewise of the lower one
     */
    public static boolean folds(long upper, long lower) {
        long above = upper & GENERATION;
        long below = lower & GENERATION;
        return (above == GEN4 && below == GEN4) || (above == GEN5_UPPER && below == GEN5_LOWER);
    }
}
