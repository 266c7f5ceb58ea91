// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.HostModel;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * Says a verdict and its cause in plain words, as the rest of a sentence that begins with the path's name: "stays inside
 * the switch: …", "detours through root port …, because …".
 */
public final class VerdictText {
    private VerdictText() {}

    public static Message of(HostModel host, PathReport report) {
        Route route = report.decidingRoute();
        return switch (report.verdict()) {
            case INSIDE_SWITCH -> inside(host, report, route);
            case DETOUR -> detour(host, report, route);
            case ROOT_COMPLEX -> rootComplex(report);
            case BLOCKED -> blocked(report, route);
            case UNKNOWN -> Message.of("because.unknown", missing(report));
            case UNUSABLE -> unusable(report.unusable().orElseThrow());
        };
    }

    /** What was not read, for a verdict that is unknown. */
    private static Message missing(PathReport report) {
        if (report.physicalAddresses().isEmpty()) {
            return Message.of("unknown.address-kind");
        }
        AtsState ats = report.ats().state();
        if (!report.usesAts() && ats != AtsState.UNKNOWN) {
            return report.untranslated().reason().orElseGet(() -> Message.of("unknown.address-kind"));
        }
        boolean noRoute = report.untranslated().outcome() == Outcome.UNKNOWN
                && report.translated().outcome() == Outcome.UNKNOWN;
        if (ats == AtsState.UNKNOWN && !noRoute) {
            return Message.of(
                    "because.unknown.ats",
                    report.decidingFunction(),
                    report.ats().why());
        }
        return report.translated()
                .reason()
                .or(() -> report.untranslated().reason())
                .orElseGet(() -> Message.of("unknown.address-kind"));
    }

    private static Message inside(HostModel host, PathReport report, Route route) {
        Decision by = route.decidedBy().orElseThrow();
        String ats = report.leansOnAts() ? report.ats().state().id() : "no-ats";
        return switch (by.rule()) {
            case DIRECT_TRANSLATED_P2P -> Message.of("because.inside.direct-translated." + ats, by.port());
            case P2P_EGRESS_CONTROL -> Message.of("because.inside.egress", by.port());
            default ->
                host.topology().get(by.port()).acs().isAbsent()
                        ? Message.of("because.inside.no-acs", by.port())
                        : Message.of("because.inside.no-redirect." + ats, by.port());
        };
    }

    private static Message detour(HostModel host, PathReport report, Route route) {
        Decision by = route.decidedBy().orElseThrow();
        Message top = top(host, report.decidingFunction());
        AtsState ats = report.ats().state();
        if (by.rule() == Rule.IOMMU_ADDRESS) {
            return Message.of("because.detour.iommu-address", top, ats.id());
        }
        PciFunction port = host.topology().get(by.port());
        boolean direct = UpstreamWalk.on(port, AcsBit.DT).knownToBe(on -> on);
        if (!direct) {
            String key = !report.usesAts()
                    ? "redirect"
                    : Deciding.lacksDirect(host, by.port()) ? "without-direct-translated" : "no-direct-translated";
            return Message.of("because.detour." + key, top, by.port());
        }
        if (ats != AtsState.ON) {
            return Message.of("because.detour.ats-" + ats.id(), top, by.port());
        }
        // Direct for translated requests, and ATS is on: something keeps them from being translated.
        return report.translated()
                .decidedBy()
                .filter(decision -> decision.rule() == Rule.TRANSLATION_BLOCKING)
                .map(decision -> Message.of("because.detour.translation-blocked", top, by.port(), decision.port()))
                .orElseGet(() -> Message.of("because.detour.no-iommu", top, by.port()));
    }

    private static Message rootComplex(PathReport report) {
        return report.decidingRoute()
                .crosses()
                .map(crossing -> Message.of("because.root-complex." + crossing.id()))
                .orElseGet(() -> Message.of("because.root-complex"));
    }

    private static Message blocked(PathReport report, Route route) {
        Decision by = route.decidedBy().orElseThrow();
        return switch (by.rule()) {
            case TRANSLATION_BLOCKING -> Message.of("because.blocked.translation", by.port());
            case P2P_EGRESS_CONTROL -> Message.of("because.blocked.egress", by.port());
            case SOURCE_VALIDATION ->
                Message.of("because.blocked.source-validation", by.port(), report.decidingFunction());
            default -> Message.of("because.blocked.forwarding", by.port());
        };
    }

    private static Message unusable(Unusable unusable) {
        return Message.of("because.unusable", unusable.function(), unusable.reason());
    }

    /** Where the way up of a function ends, by its name if that is in the source. */
    private static Message top(HostModel host, Address function) {
        List<Address> chain = host.topology().place(function).chain();
        boolean named = !chain.isEmpty()
                && host.topology().get(chain.getLast()).portType().knownToBe(type -> type == PortType.ROOT_PORT);
        return named ? Message.of("because.via.root-port", chain.getLast()) : Message.of("because.via.root-complex");
    }
}
