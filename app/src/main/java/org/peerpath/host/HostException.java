// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import org.peerpath.text.Message;

/** A host that did not do what was asked of it. */
public final class HostException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What kind of failure it is, for those who act differently on each. */
    public enum Kind {
        /** A program that is needed here is not installed. */
        NO_PROGRAM,
        /** The name is none, or could be taken for something else. */
        BAD_NAME,
        /** No connection came about. */
        UNREACHABLE,
        /** The host does not believe who we are. */
        NOT_ADMITTED,
        /** The host's key is not known yet, and nobody vouched for it. */
        UNKNOWN_KEY,
        /** The host shows another key than it did before. */
        CHANGED_KEY,
        /** Root was needed and not to be had. */
        NO_ROOT,
        /** It was there, and stopped answering. */
        GONE,
        /** It took longer than allowed. */
        TIMED_OUT,
        /** It wrote more than allowed. */
        TOO_MUCH,
        /** What ran there failed. */
        FAILED
    }

    private final Kind kind;
    private final transient Message reason;

    public HostException(Kind kind, Message reason) {
        super(reason.key() + " " + reason.args());
        this.kind = kind;
        this.reason = reason;
    }

    public HostException(Kind kind, Message reason, Throwable cause) {
        super(reason.key() + " " + reason.args(), cause);
        this.kind = kind;
        this.reason = reason;
    }

    public Kind kind() {
        return kind;
    }

    public Message reason() {
        return reason;
    }
}
