// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.hardware.DeviceKind;
import org.peerpath.path.HostAccess;
import org.peerpath.path.PathReport;
import org.peerpath.path.Unusable;
import org.peerpath.pci.Condition;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** What the host has lost although no path is the worse for it: devices it cannot reach, cards without firmware. */
final class LostRules implements FindingRule {
    @Override
    public void apply(RuleContext asked, Sink out) {
        cutOff(asked, out);
        recovery(asked, out);
    }

    private static void cutOff(RuleContext asked, Sink out) {
        HostAccess access = new HostAccess(asked.host());
        Map<Address, List<PathReport>> cut = new TreeMap<>();
        Map<Address, Unusable> why = new TreeMap<>();
        for (PathReport report : asked.nearest(r -> true)) {
            unread(asked, out, report);
            access.cutOff(report).ifPresent(unusable -> {
                cut.computeIfAbsent(unusable.function(), bridge -> new ArrayList<>())
                        .add(report);
                why.putIfAbsent(unusable.function(), unusable);
            });
        }
        cut.forEach((bridge, pairs) -> {
            Unusable unusable = Objects.requireNonNull(why.get(bridge));
            List<Address> functions = new ArrayList<>(RuleContext.ends(pairs));
            functions.add(bridge);
            out.add(RuleContext.finding(
                    FindingId.HOST_CUT_OFF,
                    Severity.WARNING,
                    functions,
                    Message.of(
                            "finding.host-cut-off",
                            asked.names(
                                    RuleContext.ends(pairs).stream().distinct().toList()),
                            asked.name(bridge),
                            unusable.reason()),
                    List.of(UsabilityRules.evidence(asked, bridge, unusable.cause())),
                    Message.of(
                            "finding.path-unusable.remedy." + unusable.cause().id()),
                    List.of()));
        });
    }

    private static void unread(RuleContext asked, Sink out, PathReport report) {
        Stream.of(report.decidingFunction(), report.target()).forEach(end -> {
            if (!asked.host().topology().place(end).chainKnown()) {
                out.unchecked(FindingId.HOST_CUT_OFF, Message.of("unknown.chain", end));
            }
            asked.above(end).stream()
                    .map(Condition::of)
                    .flatMap(bridge -> Stream.of(bridge.answers(), bridge.busMaster(), bridge.memorySpace()))
                    .forEach(fact -> out.known(FindingId.HOST_CUT_OFF, fact));
        });
    }

    /** A card whose firmware did not start: it has another identity until new firmware is written to it. */
    private static void recovery(RuleContext asked, Sink out) {
        asked.functions().filter(function -> !function.kind().isBridge()).forEach(function -> {
            out.known(FindingId.CARD_IN_RECOVERY, function.vendor());
            out.known(FindingId.CARD_IN_RECOVERY, function.device());
        });
        List<PciFunction> waiting = asked.functions()
                .filter(function -> function.knownKind()
                        .filter(kind -> kind == DeviceKind.RECOVERY)
                        .isPresent())
                .toList();
        if (waiting.isEmpty()) {
            return;
        }
        List<Address> cards = waiting.stream().map(PciFunction::address).toList();
        out.add(RuleContext.finding(
                FindingId.CARD_IN_RECOVERY,
                Severity.ERROR,
                cards,
                Message.of("finding.card-in-recovery", asked.names(cards)),
                waiting.stream()
                        .limit(RuleContext.MOST_EVIDENCE)
                        .map(function -> asked.attribute(
                                function.address(),
                                Attributes.DEVICE,
                                function.device()
                                        .map(id -> String.format("0x%04x", id))
                                        .asOptional()
                                        .orElse("")))
                        .toList()));
    }
}
