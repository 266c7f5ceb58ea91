// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import org.peerpath.text.Clean;

/** Says that something is not an operation, a check or a lasting form that this program may ever use. */
public final class NotAllowedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 200;

    /** @param what what was to be built; cleaned here, since it may come from a host */
    NotAllowedException(String what) {
        super(shortened(Clean.line(what)));
    }

    /** Returns what was to be built, cleaned and cut to a readable length. */
    public String what() {
        return String.valueOf(getMessage());
    }

    private static String shortened(String what) {
        return what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what;
    }
}
