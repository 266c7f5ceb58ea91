// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import org.peerpath.snapshot.Address;

/**
 * What a plan is asked for.
 *
 * @param goal the goal
 * @param nics the physical functions of the NICs concerned; empty for all that count
 * @param virtualFunctions how many VFs each NIC is to have; 0 leaves them as they are
 */
public record PlanRequest(Goal goal, List<Address> nics, int virtualFunctions) {
    public PlanRequest {
        nics = List.copyOf(nics);
    }
}
