// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.List;
import java.util.Set;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

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
    private static final Set<String> THROUGH_TABLES = Set.of("DMA", "DMA-FQ", "blocked", "unmanaged");

    public IommuGroup {
        members = List.copyOf(members);
    }

    /**
     * Whether host drivers' addresses go through the IOMMU's tables. The kernel prints {@code unknown} where a group has no
     * default domain, as one has that VFIO made for a function without an IOMMU (drivers/iommu/iommu.c
     * iommu_group_show_type; drivers/vfio, enable_unsafe_noiommu_mode), and older kernels print nothing.
     */
    public Fact<Boolean> translates() {
        return domainType.isAbsent()
                ? untold("-")
                : domainType.map(String::strip).flatMap(this::translates);
    }

    private Fact<Boolean> translates(String type) {
        if (type.equals(IDENTITY)) {
            return Fact.known(false);
        }
        return THROUGH_TABLES.contains(type) ? Fact.known(true) : untold(type);
    }

    private Fact<Boolean> untold(String type) {
        return Fact.unknown(Message.of("unknown.iommu.domain", name, type));
    }
}
