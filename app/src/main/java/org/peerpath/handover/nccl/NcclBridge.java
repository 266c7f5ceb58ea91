// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Bridges and devices of a file for a guest. A bridge has an address that no guest has: NCCL would overwrite its class with
 * that of a device it found there (NVIDIA/nccl#1843; Azure and OCI write such files).
 */
public final class NcclBridge {
    static final String CLASS_CODE = "0x060400";
    private static final int MOST = 0x1f * 8;
    private static final List<String> IDS = List.of("vendor", "device", "subsystem_vendor", "subsystem_device");

    private NcclBridge() {}

    /**
     * Returns a bridge.
     *
     * @param number which of them, from 0
     * @param uplink the link above it
     */
    public static NcclElement of(int number, NcclLink uplink, List<NcclElement> children) {
        if (number >= MOST) {
            throw new IllegalArgumentException("too many bridges");
        }
        SequencedMap<String, String> all = new LinkedHashMap<>();
        all.put(NcclElement.BUS_ID, String.format("ffff:ff:%02x.%d", 1 + number / 8, number % 8));
        all.put(NcclElement.CLASS, CLASS_CODE);
        link(uplink, all);
        IDS.forEach(id -> all.put(id, "0x0000"));
        return new NcclElement(NcclElement.PCI, all, NcclFile.sorted(children));
    }

    /**
     * Returns a device as a bare element: NCCL adds what it is and asks the guest for its ids.
     *
     * @param busId the guest's address
     * @param classCode 24 bits
     * @param link the host's link above it
     */
    public static NcclElement device(String busId, int classCode, NcclLink link) {
        SequencedMap<String, String> all = new LinkedHashMap<>();
        all.put(NcclElement.BUS_ID, busId);
        all.put(NcclElement.CLASS, String.format("0x%06x", classCode));
        link(link, all);
        return new NcclElement(NcclElement.PCI, all, List.of());
    }

    /** A link that was not read is written as empty: NCCL then counts 8 GT/s x16, and not what a virtual port claims. */
    private static void link(NcclLink link, SequencedMap<String, String> into) {
        into.put(NcclElement.SPEED, link.speedText().orElse(""));
        into.put(NcclElement.WIDTH, link.width().map(String::valueOf).orElse(""));
    }
}
