// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.Locale;

/** How a run ended, or that it has not. */
public enum RunState {
    /** No end is written down: it is going on, or the program was killed. */
    UNFINISHED,
    DONE,
    NOTHING_TO_DO,
    /** A guard refused, or the person did not agree. */
    REFUSED,
    /** The person stopped it between two steps. */
    CANCELLED,
    /** The host was found changed by somebody else. */
    CHANGED,
    /** A step failed, and was undone. */
    FAILED_UNDONE,
    /** A step failed, and was not undone, or not wholly. */
    FAILED_NOT_UNDONE,
    /** The kernel's log told of trouble after a step. */
    ALARM,
    WAITING_FOR_REBOOT,
    /** The host stopped answering and was not waited for. */
    HOST_STOPPED,
    /** The host was booted in the middle of the run. */
    REBOOTED,
    /** Everything the run had done has been undone. */
    UNDONE,
    /** Not everything could be undone. */
    NOT_UNDONE,
    /** The person left the host as it was then. */
    LEFT;

    /** The word in journals and JSON: {@code waiting-for-reboot}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether there is anything left to go on with or to decide about. */
    public boolean open() {
        return switch (this) {
            case DONE, NOTHING_TO_DO, REFUSED, FAILED_UNDONE, UNDONE, LEFT -> false;
            case UNFINISHED,
                    CANCELLED,
                    CHANGED,
                    FAILED_NOT_UNDONE,
                    ALARM,
                    WAITING_FOR_REBOOT,
                    HOST_STOPPED,
                    REBOOTED,
                    NOT_UNDONE -> true;
        };
    }
}
