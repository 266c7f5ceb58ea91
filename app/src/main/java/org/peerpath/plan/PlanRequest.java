// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.Address;

/**
 * What a plan is asked for.
 *
 * @param goal the goal
 * @param nics the physical functions of the NICs concerned; empty for all that count
 * @param virtualFunctions how many VFs each NIC is to have; 0 leaves them as they are
 * @param run the run whose changes are to be taken back; empty for all runs on the host, and for other goals
 */
public record PlanRequest(Goal goal, List<Address> nics, int virtualFunctions, Optional<String> run) {
    public PlanRequest {
        nics = List.copyOf(nics);
    }

    /** For a goal that goes back behind no run in particular. */
    public PlanRequest(Goal goal, List<Address> nics, int virtualFunctions) {
        this(goal, nics, virtualFunctions, Optional.empty());
    }

    /** Takes back what a run has changed, or all runs. */
    public static PlanRequest restore(Optional<String> run) {
        return new PlanRequest(Goal.RESTORE, List.of(), 0, run);
    }
}
