// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.Optional;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.HostModel;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * Says a verdict and its cause in plain words, as the rest of a sentence that begins with the path's name: "stays inside
 * the switch: …", "detours through root port …, because …".
 */
public final class Because {
    private Because() {}

    public static Message of(HostModel host, PathReport report) {
        Route route = report.decidingRoute();
        return switch (report.verdict()) {
            case INSIDE_SWITCH -> inside(host, report, route);
            case DETOUR -> detour(host, report, route);
            case ROOT_COMPLEX -> rootComplex(report);
            case BLOCKED -> blocked(route);
            case UNKNOWN -> Message.of("because.unknown", missing(report));
        };
    }

    /** What was not read, for a verdict that is unknown. */
    private static Message missing(PathReport report) {
        if (report.physicalAddresses().isEmpty()) {
            return Message.of("unknown.address-kind");
        }
        boolean noRoute = report.untranslated().outcome() == Outcome.UNKNOWN
                && report.translated().outcome() == Outcome.UNKNOWN;
        if (report.ats().state() == AtsState.UNKNOWN && !noRoute) {
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
        Address root = rootPort(host, report.decidingFunction()).orElse(by.port());
        if (by.rule() == Rule.IOMMU_ADDRESS) {
            return Message.of(
                    "because.detour.iommu-address", root, report.ats().state().id());
        }
        if (report.usesAts()) {
            return Deciding.implementsDirect(host, by.port())
                    ? Message.of("because.detour.no-direct-translated", root, by.port())
                    : Message.of("because.detour.without-direct-translated", root, by.port());
        }
        PciFunction port = host.topology().get(by.port());
        boolean direct = Ascent.on(port, AcsBit.DT).knownToBe(on -> on);
        return direct
                ? Message.of("because.detour.ats-" + report.ats().state().id(), root, by.port())
                : Message.of("because.detour.redirect", root, by.port());
    }

    private static Message rootComplex(PathReport report) {
        return report.decidingRoute()
                .crosses()
                .map(crossing -> Message.of("because.root-complex." + crossing.id()))
                .orElseGet(() -> Message.of("because.root-complex"));
    }

    private static Message blocked(Route route) {
        Decision by = route.decidedBy().orElseThrow();
        return switch (by.rule()) {
            case TRANSLATION_BLOCKING -> Message.of("because.blocked.translation", by.port());
            case P2P_EGRESS_CONTROL -> Message.of("because.blocked.egress", by.port());
            default -> Message.of("because.blocked.forwarding", by.port());
        };
    }

    /** The top-most bridge above a function. */
    private static Optional<Address> rootPort(HostModel host, Address function) {
        List<Address> chain = host.topology().place(function).chain();
        return chain.isEmpty() ? Optional.empty() : Optional.of(chain.getLast());
    }
}
