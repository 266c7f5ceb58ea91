// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.Locale;

/** How far a step of a run is. */
public enum StepState {
    /** Not begun. */
    PENDING,
    /** Written down as begun; what became of it is not known. */
    STARTED,
    DONE,
    /** It was so already when its turn came. */
    ALREADY_SO,
    /** It failed, and the host is as it was before it. */
    FAILED_UNDONE,
    /** It, or undoing it, failed halfway. */
    FAILED_NOT_UNDONE,
    /** Its time was up, and it is still running there. */
    STUCK,
    /** Done, and takes effect when the host is booted again. */
    WAITING_FOR_REBOOT,
    /** It was done, and has been undone since. */
    UNDONE,
    /** It was done, and undoing it was refused: somebody has changed or uses what it did. */
    NOT_UNDONE;

    /** The word in journals and JSON: {@code failed-undone}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it is known to have been done wholly. */
    boolean certain() {
        return this == DONE || this == WAITING_FOR_REBOOT || this == NOT_UNDONE;
    }

    /** Whether the host may be other than before the step. */
    boolean touched() {
        return switch (this) {
            case PENDING, ALREADY_SO, FAILED_UNDONE, UNDONE -> false;
            case STARTED, DONE, FAILED_NOT_UNDONE, STUCK, WAITING_FOR_REBOOT, NOT_UNDONE -> true;
        };
    }
}
