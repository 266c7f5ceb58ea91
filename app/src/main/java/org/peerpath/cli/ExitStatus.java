// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.fleet.HostRecord;
import org.peerpath.report.Answer;

/** What a command's exit status says. */
public enum ExitStatus {
    /** Nothing wrong. */
    FINE(0, 0),
    /** The host's state is broken; of {@code diff}, there is a difference. */
    WRONG(1, 2),
    /** The command line was not understood. */
    USAGE(2, 4),
    /** A needed fact is missing, so the answer is unknown. */
    UNKNOWN(3, 1),
    /** The source is unreadable or the host unreachable. */
    UNREADABLE(4, 3),
    /** A guard refused. */
    REFUSED(5, 5),
    /** An action failed and was undone. */
    FAILED_UNDONE(6, 6),
    /** An action failed and could not be undone. */
    FAILED_NOT_UNDONE(7, 7);

    private final int code;
    /** With several sources the worst status wins: 4, then 1, then 3. */
    private final int weight;

    ExitStatus(int code, int weight) {
        this.code = code;
        this.weight = weight;
    }

    int code() {
        return code;
    }

    static ExitStatus of(Answer answer) {
        return switch (answer.state().level()) {
            case BROKEN -> WRONG;
            case UNKNOWN -> UNKNOWN;
            case ATTENTION, OK -> FINE;
        };
    }

    /** Returns the status with a number between 0 and 3, as monitoring tools define them. */
    static ExitStatus ofMonitor(int code) {
        for (ExitStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new IllegalArgumentException(Integer.toString(code));
    }

    static ExitStatus of(HostRecord.State state) {
        return switch (state) {
            case BROKEN -> WRONG;
            case UNKNOWN -> UNKNOWN;
            case UNREACHABLE, UNREADABLE -> UNREADABLE;
            case ATTENTION, OK -> FINE;
        };
    }

    ExitStatus worse(ExitStatus other) {
        return weight >= other.weight ? this : other;
    }
}
