// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

/** Whose IOMMU it is. */
public enum IommuKind {
    INTEL,
    AMD,
    SMMU_V3,
    OTHER;

    /** By the name that {@code /sys/class/iommu} gives a unit. */
    public static IommuKind of(String name) {
        if (name.startsWith("dmar")) {
            return INTEL;
        }
        if (name.startsWith("ivhd")) {
            return AMD;
        }
        return name.startsWith("smmu3") ? SMMU_V3 : OTHER;
    }
}
