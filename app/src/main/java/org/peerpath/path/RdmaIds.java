// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Map;
import java.util.Set;
import org.peerpath.pci.PciFunction;

/**
 * Ids of physical functions that do RDMA, for hosts where no driver says so: drivers/net/ethernet/mellanox/mlx5/core
 * main.c, drivers/net/ethernet/broadcom/bnxt, drivers/net/ethernet/intel/ice, drivers/infiniband/hw/efa.
 */
final class RdmaIds {
    private static final Map<Integer, Set<Integer>> BY_VENDOR = Map.of(
            0x15b3,
            Set.of(
                    0x1013, 0x1015, 0x1017, 0x1019, 0x101b, 0x101d, 0x101f, 0x1021, 0x1023, 0x1025, 0x1027, 0x2101,
                    0xa2d2, 0xa2d6, 0xa2dc, 0xa2df),
            0x14e4,
            Set.of(0x1750, 0x1751, 0x1752, 0x1760, 0x1761, 0x1762, 0x1763),
            0x8086,
            Set.of(0x1591, 0x1592, 0x1593, 0x1599, 0x159a, 0x159b, 0x12d1, 0x12d2, 0x12d3, 0x12d4),
            0x1d0f,
            Set.of(0xefa0, 0xefa1, 0xefa2, 0xefa3));

    private RdmaIds() {}

    static boolean contains(PciFunction function) {
        return function.vendor()
                .knownToBe(vendor -> function.device().knownToBe(BY_VENDOR.getOrDefault(vendor, Set.of())::contains));
    }
}
