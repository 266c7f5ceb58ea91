// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.peerpath.path.KernelOpinion;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/**
 * Drivers that ask the kernel whether two functions may talk directly, and obey. What the switch would do is then beside the
 * point: the driver never sends such a request.
 */
final class KernelPeerRules implements FindingRule {
    /** Drivers of the memory that ask pci_p2pdma_distance or pci_p2pdma_map_type for every importer. */
    private static final Set<String> OBEYING = Set.of("amdgpu", "nvme", "xe");

    private static final String NVIDIA = "nvidia";
    private static final String PEERMEM = "sys/module/nvidia_peermem";

    @Override
    public void apply(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.VM) {
            return;
        }
        FindingId id = FindingId.KERNEL_REFUSES_PEERS;
        List<PathReport> refused = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (PathReport report : asked.nearest(r -> obeys(asked, out, r.target()))) {
            KernelOpinion opinion = KernelOpinion.of(asked.host(), report.decidingFunction(), report.target());
            switch (opinion.mapping()) {
                case NOT_SUPPORTED -> {
                    refused.add(report);
                    evidence.add(Evidence.derived("P2PDMA", opinion.why(), report.target()));
                }
                case UNKNOWN -> out.unchecked(id, opinion.why());
                case BUS_ADDRESS, THROUGH_HOST_BRIDGE -> {}
            }
        }
        if (!refused.isEmpty()) {
            out.add(RuleContext.finding(
                    id,
                    Severity.WARNING,
                    RuleContext.ends(refused),
                    Message.of("finding.kernel-refuses-peers", asked.pairs(refused)),
                    evidence.stream().limit(RuleContext.MOST_EVIDENCE).toList()));
        }
    }

    /** NVIDIA's driver asks for dma-buf only; nvidia-peermem asks nobody. */
    private static boolean obeys(RuleContext asked, Sink out, Address target) {
        return out.known(
                        FindingId.KERNEL_REFUSES_PEERS,
                        asked.get(target).facts().text(Attributes.DRIVER))
                .filter(driver -> OBEYING.contains(driver) || (driver.equals(NVIDIA) && !hasPeermem(asked)))
                .isPresent();
    }

    private static boolean hasPeermem(RuleContext asked) {
        return asked.host().snapshot().host().keySet().stream().anyMatch(file -> file.startsWith(PEERMEM));
    }
}
