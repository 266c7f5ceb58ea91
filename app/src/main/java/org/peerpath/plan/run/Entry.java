// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Instant;
import java.util.List;
import org.peerpath.model.HostIdentity;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;

/** One line of a journal. What is about to be done is written, and on the disk, before it is done. */
public sealed interface Entry {
    Instant at();

    /**
     * A run begins, or goes on: everything that is needed to understand and undo it.
     *
     * @param who the person here, and where: {@code user@workstation}
     * @param source what the user calls the host
     * @param host what the host calls itself
     * @param boot the host's id of its boot
     * @param snapshot SHA-256 of what was read of it
     * @param request what the plan was asked for
     * @param steps what is to be done, in order
     */
    record Began(
            Instant at,
            String who,
            String source,
            String host,
            String boot,
            String snapshot,
            PlanRequest request,
            List<Step> steps)
            implements Entry {}

    /** Who the host is, and which functions the steps are about; journals of version 0.1 do not tell. */
    record Identified(Instant at, HostIdentity identity) implements Entry {}

    /** The person accepted what these guards ask. */
    record Accepted(Instant at, List<String> guards) implements Entry {}

    /**
     * One NIC and one VF go first, and are undone again.
     *
     * @param steps like those of the plan; their ids begin with {@code canary/}
     */
    record CanaryBegan(Instant at, List<Step> steps) implements Entry {}

    /** A step is about to run. Its commands, old values and undo stand in {@link Began} or {@link CanaryBegan}. */
    record Starting(Instant at, String step, List<String> commands) implements Entry {}

    /** A step has ended. */
    record Ended(Instant at, String step, StepState state, Message why) implements Entry {}

    /** A step is about to be undone. */
    record Undoing(Instant at, String step, List<String> commands) implements Entry {}

    /** The host does not answer. */
    record Silent(Instant at, String step, List<String> log) implements Entry {}

    /** The host answers again. */
    record Back(Instant at, String boot, boolean sameBoot) implements Entry {}

    /** A canary is being held and watched. */
    record Holding(Instant at, long seconds) implements Entry {}

    /** The run is a trial of a NIC's firmware. */
    record Verifying(Instant at, FirmwareTrial.Setting setting) implements Entry {}

    /** A trial's VF was bound, held and taken away again, and nothing happened. */
    record Held(Instant at) implements Entry {}

    /** The run is over for now. */
    record Closed(Instant at, RunState state, Message why) implements Entry {}
}
