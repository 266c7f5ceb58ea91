// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.jspecify.annotations.Nullable;

/**
 * A PCIe link speed. The data rate counts the line encoding (8b/10b up to 5 GT/s, 128b/130b up to 32, none from 64 on,
 * where Flit overhead is reported apart), as the kernel's PCIE_SPEED2MBS_ENC does (drivers/pci/pci.h).
 */
public enum LinkSpeed {
    GEN1(1, 2.5, 8.0 / 10),
    GEN2(2, 5, 8.0 / 10),
    GEN3(3, 8, 128.0 / 130),
    GEN4(4, 16, 128.0 / 130),
    GEN5(5, 32, 128.0 / 130),
    GEN6(6, 64, 1),
    GEN7(7, 128, 1);

    private static final LinkSpeed[] ALL = values();

    private final int generation;
    private final double gigatransfers;
    private final double efficiency;

    LinkSpeed(int generation, double gigatransfers, double efficiency) {
        this.generation = generation;
        this.gigatransfers = gigatransfers;
        this.efficiency = efficiency;
    }

    /** The speed with this code in the link registers; null for 0 and reserved codes. */
    static @Nullable LinkSpeed ofCode(int code) {
        return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
    }

    /** 1–7; also the code in the link registers. */
    public int generation() {
        return generation;
    }

    /** GT/s. */
    public double gigatransfers() {
        return gigatransfers;
    }

    /** GB/s (10^9 bytes) in one direction over this many lanes, encoding counted. */
    public double gigabytesPerSecond(int lanes) {
        return gigatransfers * efficiency * lanes / 8;
    }
}
