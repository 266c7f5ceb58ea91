// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import org.peerpath.hardware.KernelChange;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.hardware.Knowledge;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/** What kernels do otherwise between two releases, as far as it can matter to a host. */
public final class KernelChanges {
    private KernelChanges() {}

    /**
     * The changes that came after the lower release and up to the higher one. One whose condition was not read on the host
     * is among them: it may matter.
     */
    public static List<KernelChange> between(
            HostModel host, KernelVersion one, KernelVersion other, Knowledge knowledge) {
        KernelVersion low = one.compareTo(other) < 0 ? one : other;
        KernelVersion high = one.compareTo(other) < 0 ? other : one;
        return knowledge.kernelChanges().stream()
                .filter(change ->
                        change.since().compareTo(low) > 0 && change.since().compareTo(high) <= 0)
                .filter(change -> ofItsIommu(host, change) && concerns(host, change))
                .toList();
    }

    private static boolean ofItsIommu(HostModel host, KernelChange change) {
        return change.iommu().isEmpty()
                || !host.iommu()
                        .units()
                        .knownToBe(units -> units.stream()
                                .noneMatch(unit -> change.iommu()
                                        .filter(unit.kind()::equals)
                                        .isPresent()));
    }

    private static boolean concerns(HostModel host, KernelChange change) {
        return switch (change.concerns()) {
            case ANY -> true;
            case ATS -> any(host, function -> function.ats().map(ats -> true));
            case ATS_ALWAYS_ON ->
                any(
                        host,
                        function -> Fact.known(
                                function.atsBehavior().alwaysOnSince().isPresent()));
            case VIRTUAL_FUNCTIONS ->
                any(
                        host,
                        function ->
                                function.facts().text(Attributes.SRIOV_NUMVFS).map(number -> true));
            case VFIO -> any(host, function -> Ownership.heldByVfio(function.facts()));
        };
    }

    /** Whether it holds of some function, or was not read of one. */
    private static boolean any(HostModel host, Condition condition) {
        return host.topology().functions().values().stream()
                .map(condition::of)
                .anyMatch(fact -> fact.isUnknown() || fact.knownToBe(holds -> holds));
    }

    private interface Condition {
        Fact<Boolean> of(PciFunction function);
    }
}
