// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.peerpath.advice.HostComparison;
import org.peerpath.advice.KernelChanges;
import org.peerpath.hardware.KernelChange;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.path.Difference;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Texts;

/**
 * What another kernel would make of a host: the answers and findings that differ, the guards of plans that come or go, and
 * what kernels in between do otherwise. The registers stay as the kernel at hand has set them.
 *
 * @param release the other kernel's release
 * @param differences verdicts, states and findings, without the release itself
 * @param guards by goal: what stands in the way of its plan now and then
 * @param changes empty as well where the present release was not read, which {@code present} says
 * @param present the kernel at hand
 */
public record OtherKernel(
        String release,
        List<Difference> differences,
        List<Difference> guards,
        List<KernelChange> changes,
        Fact<KernelVersion> present) {
    public OtherKernel {
        differences = List.copyOf(differences);
        guards = List.copyOf(guards);
        changes = List.copyOf(changes);
    }

    /** Compares the host as it is with itself under another kernel. */
    public static OtherKernel of(HostModel host, String release, KernelVersion version, Knowledge knowledge) {
        HostModel other = host.withKernel(release);
        List<Difference> differences = HostComparison.of(host, other).stream()
                .filter(difference -> !difference.field().equals(HostFiles.KERNEL_RELEASE))
                .toList();
        List<KernelChange> changes = host.iommu()
                .kernel()
                .asOptional()
                .map(now -> KernelChanges.between(host, now, version, knowledge))
                .orElse(List.of());
        return new OtherKernel(
                release, differences, guards(host, other), changes, host.iommu().kernel());
    }

    private static List<Difference> guards(HostModel before, HostModel after) {
        List<Difference> found = new ArrayList<>();
        for (Goal goal : Goal.values()) {
            // Restoring asks journals, not kernels.
            if (goal != Goal.RESTORE) {
                found.addAll(Difference.between(goal.id(), guards(before, goal), guards(after, goal)));
            }
        }
        return found;
    }

    /** The guards of a goal's plan, by {@code guard.ID}. */
    private static Map<String, String> guards(HostModel host, Goal goal) {
        Plan plan = Planner.plan(host, new PlanRequest(goal, List.of(), 0));
        return plan.guards().stream()
                .collect(Collectors.groupingBy(
                        guard -> "guard." + guard.id().id(),
                        Collectors.mapping(guard -> Texts.ENGLISH.say(guard.reason()), Collectors.joining("; "))));
    }
}
