// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.Decision;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Route;
import org.peerpath.path.Rule;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;

/** Which port and which bit a person should look at for a path. It reads the report; it judges nothing. */
public final class Deciding {
    private Deciding() {}

    /** Whether the NIC's requests are (or, in a VM, will be) translated by ATS, so that their route counts. */
    public static boolean translatedCounts(PathReport report) {
        AtsState ats = report.ats().state();
        return ats == AtsState.ON || (ats == AtsState.READY && report.scenario() == Scenario.VM);
    }

    /** The route that counts. */
    public static Route route(PathReport report) {
        Route translated = report.translated();
        return translatedCounts(report) && translated.outcome() == report.verdict()
                ? translated
                : report.decidingRoute();
    }

    public static Optional<Address> port(PathReport report) {
        return route(report).decidedBy().map(Decision::port);
    }

    /** The bits at the deciding port without which the verdict would be another. */
    public static Set<AcsBit> bits(HostModel host, PathReport report) {
        Route route = route(report);
        if (route.decidedBy().isEmpty()) {
            return Set.of();
        }
        Decision decision = route.decidedBy().get();
        boolean translated = translatedCounts(report);
        return switch (decision.rule()) {
            case DIRECT_TRANSLATED_P2P -> EnumSet.of(AcsBit.DT);
            case P2P_EGRESS_CONTROL -> EnumSet.of(AcsBit.EC);
            case P2P_REQUEST_REDIRECT ->
                translated && implementsDirect(host, decision.port()) ? EnumSet.of(AcsBit.DT) : EnumSet.of(AcsBit.RR);
            case NO_REDIRECT -> EnumSet.of(AcsBit.RR);
            case IOMMU_ADDRESS -> EnumSet.noneOf(AcsBit.class);
            case UPSTREAM_FORWARDING_OFF -> EnumSet.of(AcsBit.UF);
            case TRANSLATION_BLOCKING -> EnumSet.of(AcsBit.TB);
            case P2P_COMPLETION_REDIRECT -> EnumSet.of(AcsBit.CR);
        };
    }

    /** The rule that applied, if a port decided. */
    static Optional<Rule> rule(PathReport report) {
        return route(report).decidedBy().map(Decision::rule);
    }

    /** Whether the path is worth a fix: it could stay inside the switch and does not. */
    public static boolean isWrong(PathReport report) {
        return report.commonSwitch().isPresent() && report.verdict() != Outcome.INSIDE_SWITCH;
    }

    private static boolean implementsDirect(HostModel host, Address port) {
        return host.topology()
                .find(port)
                .flatMap(function -> function.acs().asOptional())
                .map(Deciding::implementsDirect)
                .orElse(false);
    }

    private static boolean implementsDirect(Acs acs) {
        return acs.implemented(AcsBit.DT).knownToBe(there -> there);
    }
}
