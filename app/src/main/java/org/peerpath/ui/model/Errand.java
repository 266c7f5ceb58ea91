// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;

/** What a person wants done on a host. */
public sealed interface Errand {
    /** What is asked of the planner. */
    PlanRequest request();

    /** To reach a goal. */
    record Reach(PlanRequest request) implements Errand {}

    /** To try a NIC's firmware with one virtual function that is taken away again. */
    record Try(Address nic) implements Errand {
        @Override
        public PlanRequest request() {
            return new PlanRequest(Goal.BIND_VFS, List.of(nic), 1);
        }
    }
}
