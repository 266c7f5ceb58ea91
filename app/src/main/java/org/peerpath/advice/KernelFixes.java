// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import org.peerpath.hardware.KernelEntry;
import org.peerpath.hardware.Knowledge;
import org.peerpath.iommu.IommuUnit;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Fact;

/** Which of the known fixes around ATS a host's kernel does not have, going by its version. */
public final class KernelFixes {
    private KernelFixes() {}

    /** Those that concern its IOMMUs and came later; unknown where the version or the IOMMUs were not read. */
    public static Fact<List<KernelEntry>> lacking(HostModel host, Knowledge knowledge) {
        return host.iommu()
                .kernel()
                .flatMap(kernel -> host.iommu()
                        .units()
                        .map(units -> knowledge.kernels().stream()
                                .filter(entry -> entry.iommu().isEmpty() || concerns(entry, units))
                                .filter(entry -> kernel.compareTo(entry.fixedIn()) < 0)
                                .toList()));
    }

    private static boolean concerns(KernelEntry entry, List<IommuUnit> units) {
        return units.stream()
                .anyMatch(unit -> entry.iommu().filter(unit.kind()::equals).isPresent());
    }
}
