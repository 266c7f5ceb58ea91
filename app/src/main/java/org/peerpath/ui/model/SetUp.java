// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.Optional;
import org.peerpath.plan.PlanRequest;

/**
 * What a person is being led through.
 *
 * @param errand what is to be done, where it is chosen already; empty to choose it
 * @param run a run of the journal to decide about; empty for a new one
 */
public record SetUp(Optional<Errand> errand, Optional<String> run) {
    /** From the first question on. */
    public static SetUp fromTheStart() {
        return new SetUp(Optional.empty(), Optional.empty());
    }

    /** From the checks on. */
    public static SetUp of(Errand errand) {
        return new SetUp(Optional.of(errand), Optional.empty());
    }

    /** From the checks of a plan on. */
    public static SetUp of(PlanRequest request) {
        return of(new Errand.Reach(request));
    }

    /** A run that was begun before. */
    public static SetUp of(String run) {
        return new SetUp(Optional.empty(), Optional.of(run));
    }
}
