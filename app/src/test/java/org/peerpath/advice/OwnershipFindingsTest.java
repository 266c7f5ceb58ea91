// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.stream.Stream;
import org.peerpath.snapshot.HostFiles;

/** Who drives what, and who stands in whose way. */
class OwnershipFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                metal(FindingId.IOMMU_TRANSLATES_HOST_DMA, Severity.WARNING, h -> h.groups("DMA")),
                vm(FindingId.GROUP_NOT_VIABLE, Severity.ERROR, h -> {
                    h.get(Ill.GPU).group(91);
                    h.get(Ill.GPU_PORT)
                            .endpoint("0000:19:00.1", 0x10de, 0x22ff, 0x040300)
                            .group(91)
                            .driver("snd_hda_intel");
                }),
                asIs(
                        FindingId.DIFFERENT_OWNERS,
                        Severity.INFO,
                        h -> h.get(Ill.VF).driver("mlx5_core")));
    }

    static Stream<Unread> unread() {
        return Stream.of(
                unreadMetal(FindingId.IOMMU_TRANSLATES_HOST_DMA, h -> {
                    h.file(HostFiles.groupType("50"), UNREAD);
                }),
                unread(FindingId.GROUP_NOT_VIABLE, h -> h.get(Ill.VF).attribute("iommu_group", UNREAD)),
                unread(FindingId.DIFFERENT_OWNERS, h -> h.get(Ill.GPU).attribute("driver", UNREAD)));
    }
}
