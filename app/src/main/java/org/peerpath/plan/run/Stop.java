// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import org.peerpath.text.Message;

/** Ends a run early: something is not as it should be, or the person has had enough. */
final class Stop extends Exception {
    private static final long serialVersionUID = 1L;

    private final RunState state;
    private final transient Message why;

    Stop(RunState state, Message why) {
        super(why.key(), null, false, false);
        this.state = state;
        this.why = why;
    }

    /** How the run stands. */
    RunState state() {
        return state;
    }

    Message why() {
        return why;
    }
}
