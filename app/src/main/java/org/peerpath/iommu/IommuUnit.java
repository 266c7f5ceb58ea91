// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import org.peerpath.hardware.IommuKind;
import org.peerpath.snapshot.Fact;

/**
 * One IOMMU as {@code /sys/class/iommu} shows it.
 *
 * @param name {@code dmar0}, {@code ivhd0}, {@code smmu3.0x…}
 * @param kind by its name
 * @param capability Intel: the Capability register; AMD: the capability header; absent elsewhere
 * @param extended Intel: the Extended Capability register; AMD: the feature register; absent elsewhere
 */
public record IommuUnit(String name, IommuKind kind, Fact<Long> capability, Fact<Long> extended) {
    private static final long INTEL_DEVICE_TLB = 1L << 2;
    private static final long INTEL_SCALABLE_MODE = 1L << 43;
    private static final long AMD_IOTLB_SUPPORT = 1L << 24;

    /**
     * Whether the unit can serve ATS at all: Intel ECAP bit 2 (Device-TLB), AMD capability header bit 24
     * (drivers/iommu/intel/iommu.h, drivers/iommu/amd/amd_iommu_types.h). Other kinds do not tell through sysfs.
     */
    public Fact<Boolean> deviceTlb() {
        return switch (kind) {
            case INTEL -> extended.map(value -> (value & INTEL_DEVICE_TLB) != 0);
            case AMD -> capability.map(value -> (value & AMD_IOTLB_SUPPORT) != 0);
            case SMMU_V3, OTHER -> Fact.unknown(Why.iommuKind(name));
        };
    }

    /** Intel: ECAP bit 43, scalable mode translation supported. */
    public Fact<Boolean> scalableMode() {
        return extended.map(value -> (value & INTEL_SCALABLE_MODE) != 0);
    }
}
