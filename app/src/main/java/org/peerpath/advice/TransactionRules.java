// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.peerpath.path.Decision;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Rule;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsEnhanced;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.TransactionFeatures;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Requests of a kind that the other end, or a port on the way, does not take. */
final class TransactionRules implements FindingRule {
    @Override
    public void apply(RuleContext asked, Sink out) {
        tags(asked, out);
        atomics(asked, out);
        unclaimed(asked, out);
    }

    /** 10-bit tags towards a completer that does not know them (PCIe 2.2.6.2: a requester must not use them then). */
    private static void tags(RuleContext asked, Sink out) {
        FindingId id = FindingId.TEN_BIT_TAGS;
        List<PathReport> pairs = asked.nearest(report -> {
            PciFunction requester = asked.physical(report.decidingFunction());
            boolean sends = out.known(id, TransactionFeatures.of(requester).tenBitTagRequester())
                    .orElse(false);
            return sends
                    && out.known(
                                    id,
                                    TransactionFeatures.of(asked.get(report.target()))
                                            .tenBitTagCompleter())
                            .filter(takes -> !takes)
                            .isPresent();
        });
        if (!pairs.isEmpty()) {
            out.add(RuleContext.finding(
                    id,
                    Severity.WARNING,
                    RuleContext.ends(pairs),
                    Message.of("finding.ten-bit-tags", asked.pairs(pairs)),
                    List.of(
                            Evidence.register(
                                    asked.host().snapshot(), pairs.getFirst().requester(), "DevCtl2", "10BitTagReq+"),
                            Evidence.register(
                                    asked.host().snapshot(), pairs.getFirst().target(), "DevCap2", "10BitTagComp-"))));
        }
    }

    /** A port that AtomicOps would leave through refuses them (PCIe 6.15.2). */
    private static void atomics(RuleContext asked, Sink out) {
        FindingId id = FindingId.ATOMICS_BLOCKED;
        TreeSet<Address> ports = new TreeSet<>();
        List<PathReport> pairs = new ArrayList<>();
        for (PathReport report : asked.nearest(r -> true)) {
            PciFunction requester = asked.physical(report.decidingFunction());
            if (!out.known(id, TransactionFeatures.of(requester).atomicRequester())
                    .orElse(false)) {
                continue;
            }
            List<Address> blocking = asked.above(report.target()).stream()
                    .filter(bridge -> !asked.above(report.decidingFunction()).contains(bridge))
                    .filter(bridge -> out.known(
                                    id, TransactionFeatures.of(bridge).atomicEgressBlocking())
                            .orElse(false))
                    .map(PciFunction::address)
                    .toList();
            if (!blocking.isEmpty()) {
                ports.addAll(blocking);
                pairs.add(report);
            }
        }
        if (!pairs.isEmpty()) {
            out.add(atPorts(
                    id,
                    pairs,
                    ports,
                    Message.of("finding.atomics-blocked", asked.pairs(pairs), asked.names(ports)),
                    ports.stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(port -> Evidence.register(asked.host().snapshot(), port, "DevCtl2", "EgressBlck+"))
                            .toList()));
        }
    }

    /**
     * An address within the switch's window and below none of its ports is refused unless it is to be redirected (PCIe
     * 7.7.11.3, ACS Unclaimed Request Redirect Control). Addresses of guests may fall there.
     */
    private static void unclaimed(RuleContext asked, Sink out) {
        FindingId id = FindingId.UNCLAIMED_REFUSED;
        List<PathReport> pairs = asked.sharing(report -> report.verdict() == Outcome.DETOUR
                && report.untranslated().decidedBy().stream()
                        .anyMatch(by -> by.rule() == Rule.IOMMU_ADDRESS && refuses(asked, out, id, by.port())));
        TreeSet<Address> ports = new TreeSet<>();
        pairs.forEach(
                pair -> pair.untranslated().decidedBy().map(Decision::port).ifPresent(ports::add));
        if (!pairs.isEmpty()) {
            out.add(atPorts(
                    id,
                    pairs,
                    ports,
                    Message.of("finding.unclaimed-refused", asked.pairs(pairs), asked.names(ports)),
                    asked.acsControls(ports)));
        }
    }

    /** A finding about the ends of these pairs and the ports that refuse what passes between them. */
    private static Finding atPorts(
            FindingId id, List<PathReport> pairs, Set<Address> ports, Message message, List<Evidence> evidence) {
        List<Address> functions = new ArrayList<>(RuleContext.ends(pairs));
        functions.addAll(ports);
        return RuleContext.finding(id, Severity.WARNING, functions, message, evidence);
    }

    private static boolean refuses(RuleContext asked, Sink out, FindingId id, Address port) {
        Fact<AcsEnhanced> enhanced = asked.get(port).acs().flatMap(Acs::enhanced);
        return out.known(id, enhanced).filter(e -> !e.unclaimedRedirect()).isPresent();
    }
}
