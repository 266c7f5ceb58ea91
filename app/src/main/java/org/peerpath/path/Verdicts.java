// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.iommu.DefaultDomain;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.AtsAssessment;
import org.peerpath.model.HostModel;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;

/** Puts routes, ATS and the kind of address together: the verdict for one function (docs/routing.md 2 and 4). */
final class Verdicts {
    private final HostModel host;
    private final AtsAssessment ats;

    Verdicts(HostModel host) {
        this.host = host;
        this.ats = new AtsAssessment(host);
    }

    /**
     * What about a function matters for its verdicts, whatever the target; functions that agree in it are alike.
     *
     * @param unanswered whether it is known that no IOMMU answers its translation requests, so that an Enable bit somebody
     *     set brings no translated ones
     */
    record Sender(AddressKind addresses, AtsStatus ats, boolean unanswered) {}

    Sender sender(Scenario scenario, PciFunction function) {
        return new Sender(
                addresses(scenario, function),
                willBeVirtual(scenario, function) ? ats.ofFutureVirtual(function) : ats.of(function),
                host.iommu().serves(function.facts()).knownToBe(served -> !served));
    }

    /** Whether a virtual machine gets virtual functions of this one that are still to be made. */
    private boolean willBeVirtual(Scenario scenario, PciFunction function) {
        return scenario == Scenario.VM
                && function.kind() == FunctionKind.ENDPOINT
                && function.sriov().knownToBe(sriov -> sriov.totalVfs() > 0)
                && host.topology().virtualFunctions(function.address()).isEmpty()
                && !Ownership.heldByVfio(function.facts()).knownToBe(held -> held);
    }

    private AddressKind addresses(Scenario scenario, PciFunction function) {
        return switch (scenario) {
            case BARE_METAL -> AddressKind.PHYSICAL;
            case VM -> AddressKind.IOMMU;
            case AS_IS -> addressesNow(function);
        };
    }

    private AddressKind addressesNow(PciFunction function) {
        Fact<Boolean> vfio = Ownership.heldByVfio(function.facts());
        Fact<IommuGroup> group = host.iommu().groupOf(function.facts());
        Fact<Boolean> translates = DefaultDomain.translates(host.iommu(), host.snapshot(), function.facts());
        if (vfio.knownToBe(held -> held)) {
            // Where it is allowed to, VFIO gives functions away without an IOMMU; their addresses are physical then.
            boolean doubtful =
                    group.isKnown() && host.iommu().serves(function.facts()).isUnknown();
            return doubtful ? AddressKind.UNKNOWN : AddressKind.IOMMU;
        }
        if (translates.knownToBe(t -> t)) {
            return AddressKind.IOMMU;
        }
        return vfio.isKnown() && translates.isKnown() ? AddressKind.PHYSICAL : AddressKind.UNKNOWN;
    }

    static Outcome verdict(Scenario scenario, Sender sender, Router.Routes routes) {
        return switch (sender.addresses()) {
            case PHYSICAL -> physical(sender, routes);
            case IOMMU -> throughIommu(scenario, sender.ats().state(), routes);
            case UNKNOWN ->
                agreed(
                        physical(sender, routes),
                        throughIommu(scenario, sender.ats().state(), routes));
        };
    }

    private static Outcome physical(Sender sender, Router.Routes routes) {
        Outcome plain = routes.physical().outcome();
        if (sender.unanswered()) {
            return plain;
        }
        Outcome withAts = Outcome.best(plain, routes.translated().outcome());
        return switch (sender.ats().state()) {
            case ON -> withAts;
            case OFF, READY, ABSENT -> plain;
            case UNKNOWN -> agreed(plain, withAts);
        };
    }

    private static Outcome throughIommu(Scenario scenario, AtsState ats, Router.Routes routes) {
        Outcome untranslated = routes.iommuAddress().outcome();
        Outcome translated = routes.translated().outcome();
        return switch (ats) {
            case ON -> translated;
            case READY -> scenario == Scenario.VM ? translated : untranslated;
            case OFF, ABSENT -> untranslated;
            case UNKNOWN -> agreed(untranslated, translated);
        };
    }

    private static Outcome agreed(Outcome one, Outcome other) {
        return one == other ? one : Outcome.UNKNOWN;
    }

    static Optional<Boolean> physicalAddresses(Sender sender) {
        return switch (sender.addresses()) {
            case PHYSICAL -> Optional.of(true);
            case IOMMU -> Optional.of(false);
            case UNKNOWN -> Optional.empty();
        };
    }
}
