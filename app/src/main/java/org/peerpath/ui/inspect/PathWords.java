// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.Optional;
import java.util.Set;
import org.peerpath.path.Deciding;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Route;
import org.peerpath.path.Rule;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.BitState;
import org.peerpath.ui.model.HostView;

/** A path's verdict as sentences a person understands without the specification at hand. */
public final class PathWords {
    private final HostView view;
    private final Texts texts;

    public PathWords(HostView view, Texts texts) {
        this.view = view;
        this.texts = texts;
    }

    /** "mlx5_5 → GPU 5", with the function that sends in the NIC's place where there is one. */
    public String title(PathReport report) {
        String from = name(report.requester());
        String to = name(report.target());
        return report.via()
                .map(via -> texts.say("ui.path.title-via", from, to, name(via)))
                .orElseGet(() -> texts.say("ui.path.title", from, to));
    }

    /** "Detours through the root port". */
    public String verdict(Outcome outcome) {
        return texts.say("ui.verdict.long." + outcome.id());
    }

    /** "inside switch". */
    public String shortVerdict(Outcome outcome) {
        return texts.say("ui.verdict.short." + outcome.id());
    }

    /** Why, naming the port and the bits; what sets it apart from its peers follows. */
    public String why(PathReport report) {
        String reason = reason(report);
        return oddOneOut(report)
                .map(odd -> texts.say("ui.why.two-sentences", reason, odd))
                .orElse(reason);
    }

    private String reason(PathReport report) {
        Route route = report.decidingRoute();
        String target = name(report.target());
        return switch (report.verdict()) {
            case UNKNOWN ->
                route.reason()
                        .or(() -> report.translated().reason())
                        .or(() -> report.untranslated().reason())
                        .map(why -> texts.say("ui.why.unknown", why))
                        .orElseGet(
                                () -> texts.say("ui.why.unknown", report.ats().why()));
            case ROOT_COMPLEX ->
                route.crosses()
                        .map(crossing -> texts.say("ui.why.crosses." + crossing.id(), target))
                        .orElseGet(() -> texts.say("ui.why.crosses", target));
            case UNUSABLE ->
                report.unusable()
                        .map(unusable -> texts.say("ui.why.unusable", name(unusable.function()), unusable.reason()))
                        .orElseGet(() -> verdict(report.verdict()));
            case INSIDE_SWITCH, DETOUR, BLOCKED ->
                Deciding.port(report)
                        .flatMap(port -> Deciding.rule(report).map(rule -> decided(report, port, rule)))
                        .orElseGet(() -> verdict(report.verdict()));
        };
    }

    private String decided(PathReport report, Address port, Rule rule) {
        String at = name(port);
        String sender = name(report.decidingFunction());
        String target = name(report.target());
        String key = "ui.why." + report.verdict().id() + "." + rule.id();
        if (rule == Rule.P2P_REQUEST_REDIRECT) {
            return report.restsOnTranslated()
                    ? texts.say(key + "." + direct(port), at, sender, target)
                    : texts.say(
                            key + ".untranslated",
                            at,
                            sender,
                            target,
                            report.ats().why());
        }
        return rule == Rule.IOMMU_ADDRESS
                ? texts.say(key, at, sender, target, report.ats().why())
                : texts.say(key, at, sender, target);
    }

    private String direct(Address port) {
        return Deciding.lacksDirect(view.host(), port) ? "no-direct" : "direct-off";
    }

    /** On how many peers the deciding bit stands the other way: the fastest hint at a slip of the hand. */
    private Optional<String> oddOneOut(PathReport report) {
        Set<AcsBit> bits = Deciding.bits(view.host(), report);
        Optional<Address> port = Deciding.port(report);
        boolean bitsDecide = report.verdict() == Outcome.DETOUR || report.verdict() == Outcome.BLOCKED;
        if (!bitsDecide || bits.size() != 1 || port.isEmpty()) {
            return Optional.empty();
        }
        AcsBit bit = bits.iterator().next();
        BitState here = state(port.get(), bit);
        long others = view.nearest().stream()
                .filter(other -> other.verdict() == Outcome.INSIDE_SWITCH)
                .flatMap(other -> Deciding.port(other).stream())
                .distinct()
                .map(peer -> state(peer, bit))
                .filter(peer -> peer != here && (peer == BitState.ON || peer == BitState.OFF))
                .count();
        return others < 2
                ? Optional.empty()
                : Optional.of(texts.say(
                        here == BitState.ON ? "ui.why.peers-off" : "ui.why.peers-on",
                        others,
                        Message.of("acs-bit.name." + BitTable.id(bit))));
    }

    private BitState state(Address port, AcsBit bit) {
        return view.host()
                .topology()
                .find(port)
                .map(function -> BitTable.state(function.acs(), bit))
                .orElse(BitState.UNREAD);
    }

    String name(Address address) {
        return texts.say(view.labels().shortName(address));
    }
}
