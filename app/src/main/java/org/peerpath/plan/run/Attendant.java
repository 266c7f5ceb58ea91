// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.List;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;

/** The person at the other end: told everything, asked before anything dangerous. Called on the thread of the run. */
public interface Attendant {
    /** Something was written to the journal. */
    void told(Entry entry);

    /**
     * Whether the person has read the plan, and accepts what its guards ask.
     *
     * @param asked the guards that ask; may be empty
     */
    boolean accepts(Plan plan, List<Guard> asked) throws InterruptedException;

    /** Whether to carry out a step now; asked before each step that is not of low danger. */
    boolean allows(Step step) throws InterruptedException;

    /** Whether to stop before the next step. */
    boolean wantsToStop();

    /**
     * The host has stopped answering.
     *
     * @param silent for how long
     * @param log what its kernel's log said last
     * @return whether to go on trying to reach it
     */
    boolean waitsFor(Duration silent, List<String> log) throws InterruptedException;

    /**
     * The host answers again, in the same boot, and the step is done after all.
     *
     * @return whether to go on with the next step
     */
    boolean goesOn(Message what) throws InterruptedException;
}
