// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.peerpath.model.HostModel;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/** Which port and which bit a person should look at for a path. It reads the report; it judges nothing. */
public final class Deciding {
    private Deciding() {}

    /** The port at which the verdict was decided, if a port did; of a path that cannot be used, what does not work. */
    public static Optional<Address> port(PathReport report) {
        return report.unusable()
                .map(Unusable::function)
                .or(() -> decision(report).map(Decision::port));
    }

    /** The rule that applied there; empty where the path cannot be used, whatever the ports would do. */
    public static Optional<Rule> rule(PathReport report) {
        return decision(report).map(Decision::rule);
    }

    private static Optional<Decision> decision(PathReport report) {
        return report.unusable().isPresent()
                ? Optional.empty()
                : report.decidingRoute().decidedBy();
    }

    /**
     * The bits at that port without which the verdict would be another: for translated requests that were redirected
     * the one that is off and would let them through, if the port implements it.
     */
    public static Set<AcsBit> bits(HostModel host, PathReport report) {
        Optional<Decision> decided = decision(report);
        if (decided.isEmpty()) {
            return Set.of();
        }
        Address port = decided.get().port();
        return switch (decided.get().rule()) {
            case DIRECT_TRANSLATED_P2P -> EnumSet.of(AcsBit.DT);
            case P2P_EGRESS_CONTROL -> EnumSet.of(AcsBit.EC);
            case P2P_REQUEST_REDIRECT ->
                EnumSet.of(
                        report.restsOnTranslated()
                                        && implementsDirect(host, port).knownToBe(there -> there)
                                ? AcsBit.DT
                                : AcsBit.RR);
            case NO_REDIRECT -> EnumSet.of(AcsBit.RR);
            case IOMMU_ADDRESS -> EnumSet.noneOf(AcsBit.class);
            case UPSTREAM_FORWARDING_OFF -> EnumSet.of(AcsBit.UF);
            case TRANSLATION_BLOCKING -> EnumSet.of(AcsBit.TB);
            case SOURCE_VALIDATION -> EnumSet.of(AcsBit.SV);
            case P2P_COMPLETION_REDIRECT -> EnumSet.of(AcsBit.CR);
        };
    }

    /** Whether another setting of a port would help: the path could stay inside the switch and does not. */
    public static boolean isWrong(PathReport report) {
        return report.commonSwitch().isPresent()
                && report.verdict() != Outcome.INSIDE_SWITCH
                && report.verdict() != Outcome.UNUSABLE;
    }

    /** Whether a port is known to have no Direct Translated P2P: "off" can be switched on, "not implemented" cannot. */
    public static boolean lacksDirect(HostModel host, Address port) {
        return implementsDirect(host, port).knownToBe(there -> !there);
    }

    private static Fact<Boolean> implementsDirect(HostModel host, Address port) {
        return host.topology().get(port).acs().flatMap(acs -> acs.implemented(AcsBit.DT));
    }
}
