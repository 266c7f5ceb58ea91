// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.Optional;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.snapshot.Address;

/**
 * The answer for one path: from a requester to a target's memory.
 *
 * @param scenario under which it was asked
 * @param pair who sends to whom, by their roles
 * @param requester the sender's physical function, in most paths a NIC's
 * @param via the function of the same NIC that sends its requests: a ConnectX Data Direct Interface ({@link DataDirect});
 *     empty where the NIC sends them itself
 * @param target whose memory
 * @param nearest whether the target is among the requester's nearest
 * @param proximity as other tools label it
 * @param commonSwitch the upstream port of the switch both share
 * @param decidingFunction the function whose facts this row carries: the worst of those it speaks of
 * @param untranslated route of untranslated requests
 * @param translated route of translated requests
 * @param ats the deciding function's ATS
 * @param physicalAddresses whether the deciding function's untranslated requests carry physical addresses; false for
 *     addresses that only the IOMMU understands, empty where it was not read which
 * @param routed where the path's traffic turns around, if everything on it works
 * @param unusable what on the path does not work
 * @param asleep the functions of the path that are asleep and wake when they are used
 * @param isolation whether peers can reach each other unchecked
 * @param bottleneck the slowest link on the verdict's route
 * @param functions the functions this row speaks of, where their verdicts or ATS differ or all were asked for
 */
public record PathReport(
        Scenario scenario,
        PairKind pair,
        Address requester,
        Optional<Address> via,
        Address target,
        boolean nearest,
        Proximity proximity,
        Optional<Address> commonSwitch,
        Address decidingFunction,
        Route untranslated,
        Route translated,
        AtsStatus ats,
        Optional<Boolean> physicalAddresses,
        Outcome routed,
        Optional<Unusable> unusable,
        List<Address> asleep,
        IsolationReport isolation,
        Optional<Bottleneck> bottleneck,
        List<FunctionVerdict> functions) {
    public PathReport {
        asleep = List.copyOf(asleep);
        functions = List.copyOf(functions);
    }

    /** Where the path's traffic turns around, or that no request can travel it. */
    public Outcome verdict() {
        return unusable.isPresent() ? Outcome.UNUSABLE : routed;
    }

    /** The physical function whose place in the tree counts: the Data Direct function, else the NIC's own. */
    public Address sender() {
        return via.orElse(requester);
    }

    /** Whether requests are, or in a VM will be, translated by ATS. */
    public boolean usesAts() {
        return ats.state() == AtsState.ON || (scenario == Scenario.VM && ats.state() == AtsState.READY);
    }

    /** Whether the verdict would be another without ATS, so that it holds only as far as ATS is used. */
    public boolean leansOnAts() {
        return usesAts() && routed == translated.outcome() && routed != untranslated.outcome();
    }

    /**
     * Whether the verdict is that of translated requests: with ATS always where the function's plain addresses mean
     * something to the IOMMU only, otherwise where translated ones fare better (docs/routing.md 4).
     */
    public boolean restsOnTranslated() {
        return usesAts() && (leansOnAts() || physicalAddresses.equals(Optional.of(false)));
    }

    /** The route the verdict rests on, or would if the path were usable; for an unknown verdict one whose reason tells what is missing. */
    public Route decidingRoute() {
        return restsOnTranslated() || routed != untranslated.outcome() ? translated : untranslated;
    }
}
