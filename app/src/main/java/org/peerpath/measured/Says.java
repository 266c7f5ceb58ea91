// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.Optional;
import org.peerpath.measured.read.DataCheck;
import org.peerpath.path.Outcome;

/**
 * What a figure says about a verdict: the table of docs/measured.md. A figure that reaches what the links allow confirms a
 * verdict only if the data was compared where it arrived; one that falls short needs no such proof.
 *
 * @param sentence the last part of the bundle key {@code measured.says.…}
 * @param agrees whether figure and verdict agree; empty where it cannot be told
 * @param state how to show it; empty where nothing is shown
 */
record Says(String sentence, Optional<Boolean> agrees, Optional<MeasuredState> state) {
    private static final Optional<Boolean> YES = Optional.of(true);
    private static final Optional<Boolean> NO = Optional.of(false);
    private static final Optional<Boolean> OPEN = Optional.empty();

    /** Returns the entry for a verdict, a pace and a data check. */
    static Says of(Outcome verdict, Pace pace, DataCheck check) {
        if (check == DataCheck.FAILED) {
            return of("wrong-data", NO, MeasuredState.UNVERIFIED);
        }
        boolean proven = check == DataCheck.PASSED;
        return switch (verdict) {
            case BLOCKED, UNUSABLE -> refused(proven);
            case UNKNOWN -> unknown(pace);
            case INSIDE_SWITCH -> inside(pace, proven);
            case DETOUR, ROOT_COMPLEX -> through(pace, proven);
        };
    }

    /** Returns whether no request can travel a path of this verdict. */
    static boolean refuses(Outcome verdict) {
        return verdict == Outcome.BLOCKED || verdict == Outcome.UNUSABLE;
    }

    private static Says refused(boolean proven) {
        return proven
                ? of("refused.proven", NO, MeasuredState.UNVERIFIED)
                : of("refused", NO, MeasuredState.UNVERIFIED);
    }

    private static Says inside(Pace pace, boolean proven) {
        return switch (pace) {
            case FASTER -> of("faster", NO, MeasuredState.UNVERIFIED);
            case REACHED ->
                proven
                        ? of("inside.confirmed", YES, MeasuredState.CONFIRMED)
                        : of("inside.unverified", OPEN, MeasuredState.UNVERIFIED);
            case SHORT -> of("inside.short", NO, MeasuredState.SHORT);
            case FAR -> of("inside.far", NO, MeasuredState.SHORT);
        };
    }

    /** A detour costs bandwidth on most machines and none on some: both agree with it. */
    private static Says through(Pace pace, boolean proven) {
        return switch (pace) {
            case FASTER -> of("faster", NO, MeasuredState.UNVERIFIED);
            case REACHED ->
                proven
                        ? of("through.confirmed", YES, MeasuredState.CONFIRMED)
                        : of("through.unverified", OPEN, MeasuredState.UNVERIFIED);
            case SHORT, FAR -> of("through.short", YES, MeasuredState.SHORT);
        };
    }

    private static Says unknown(Pace pace) {
        return switch (pace) {
            case FASTER -> of("unknown.faster", OPEN, MeasuredState.UNVERIFIED);
            case REACHED -> of("unknown.reached", OPEN, MeasuredState.UNVERIFIED);
            case SHORT, FAR -> of("unknown.short", OPEN, MeasuredState.SHORT);
        };
    }

    private static Says of(String sentence, Optional<Boolean> agrees, MeasuredState state) {
        return new Says(sentence, agrees, Optional.of(state));
    }
}
