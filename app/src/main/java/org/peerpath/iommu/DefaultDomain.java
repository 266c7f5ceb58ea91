// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.List;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.evidence.Tools;

/** What the kernel's log says of the domains that IOMMU groups get by default (drivers/iommu/iommu.c iommu_subsys_init). */
public final class DefaultDomain {
    private DefaultDomain() {}

    /** Returns whether a host driver's addresses go through the IOMMU: by the function's group, else by the default. */
    public static Fact<Boolean> translates(IommuState iommu, Snapshot snapshot, FunctionFacts function) {
        Fact<IommuGroup> group = iommu.groupOf(function);
        Fact<Boolean> own = group.isAbsent() ? Fact.known(false) : group.flatMap(IommuGroup::translates);
        Fact<Boolean> usual = usual(snapshot);
        return own.isKnown() || !usual.isKnown() ? own : usual;
    }

    /** Returns whether host DMA is translated by default; not known where no log says so. */
    private static Fact<Boolean> usual(Snapshot snapshot) {
        return snapshot.hostText(Tools.IOMMU).flatMap(said -> {
            List<String> words = said.lines().toList();
            int translated = words.lastIndexOf("translated");
            int passthrough = words.lastIndexOf("passthrough");
            return translated < 0 && passthrough < 0 ? Fact.absent() : Fact.known(translated > passthrough);
        });
    }
}
