// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import org.peerpath.path.Change;
import org.peerpath.plan.PlanRequest;

/**
 * The plan that a person wants to see.
 *
 * @param request what it is to reach
 * @param tried the what-if's changes it came from, to be told which of them it makes; empty if it came from elsewhere
 */
public record PlanWish(PlanRequest request, List<Change> tried) {
    public PlanWish {
        tried = List.copyOf(tried);
    }

    public PlanWish(PlanRequest request) {
        this(request, List.of());
    }
}
