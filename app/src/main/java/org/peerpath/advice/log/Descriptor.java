// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Optional;
import org.peerpath.snapshot.Address;

/**
 * A descriptor of VT-d's invalidation queue, of which the kernel prints the first 64 bits (VT-d 6.5.2;
 * drivers/iommu/intel/iommu.h, QI_DIOTLB_TYPE and the like).
 *
 * @param type what is invalidated
 * @param function whose translation cache, in domain 0; empty where no device is asked
 */
record Descriptor(String type, Optional<Address> function) {
    static final String DEVICE_TLB = "device-TLB invalidation";
    static final String DEVICE_TLB_PASID = "device-TLB invalidation with PASID";

    static Descriptor of(long qw0) {
        // The type is in bits 3:0 and 11:9; the latter are zero for all types so far.
        int type = (int) (qw0 & 0xf);
        return switch (type) {
            case 1 -> new Descriptor("context-cache invalidation", Optional.empty());
            case 2 -> new Descriptor("IOTLB invalidation", Optional.empty());
            case 3 -> new Descriptor(DEVICE_TLB, source(qw0 >>> 32));
            case 4 -> new Descriptor("interrupt entry cache invalidation", Optional.empty());
            case 5 -> new Descriptor("invalidation wait", Optional.empty());
            case 6 -> new Descriptor("IOTLB invalidation with PASID", Optional.empty());
            case 7 -> new Descriptor("PASID-cache invalidation", Optional.empty());
            case 8 -> new Descriptor(DEVICE_TLB_PASID, source(qw0 >>> 16));
            case 9 -> new Descriptor("page group response", source(qw0 >>> 16));
            default -> new Descriptor("descriptor of type " + type, Optional.empty());
        };
    }

    private static Optional<Address> source(long shifted) {
        return Optional.of(Address.ofRoutingId(0, (int) (shifted & 0xffff)));
    }
}
