// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.List;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * An IOMMU group: the smallest set of functions the IOMMU can keep apart from others, as the kernel formed it when the
 * functions were found. It does not follow later writes to ACS registers.
 *
 * @param name its number, as sysfs prints it
 * @param members the functions in it, by address
 * @param domainType the type of its default domain, as {@code /sys/kernel/iommu_groups/N/type} prints it
 *     ({@code identity}, {@code DMA}, {@code DMA-FQ}, …; Documentation/ABI/testing/sysfs-kernel-iommu_groups)
 */
public record IommuGroup(String name, List<Address> members, Fact<String> domainType) {
    private static final String IDENTITY = "identity";

    public IommuGroup {
        members = List.copyOf(members);
    }

    /** Whether host drivers' addresses go through the IOMMU's tables: every type but {@code identity}. */
    public Fact<Boolean> translates() {
        return domainType.map(type -> !type.equals(IDENTITY));
    }
}
