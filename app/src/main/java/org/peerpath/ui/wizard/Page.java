// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.EnumSet;
import java.util.Locale;

/** The pages, in the order in which a person goes through them. */
public enum Page {
    GOAL,
    DEVICES,
    CHECKS,
    PLAN,
    CANARY,
    APPLY,
    VERIFY,
    KEEP;

    /** The last part of bundle keys and of node ids. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** From 1, as it is counted on the screen. */
    int number() {
        return EnumSet.range(GOAL, this).size();
    }

    /** Whether it can be gone back to: what is chosen there is not being carried out yet. */
    boolean isBeforeTheRun() {
        return compareTo(CANARY) < 0;
    }
}
