// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import org.peerpath.text.Message;

/** A source that gives no snapshot. The message names file, line where there is one, and reason. */
public final class UnreadableSourceException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Message reason;

    public UnreadableSourceException(Message reason) {
        super(reason.key() + " " + reason.args());
        this.reason = reason;
    }

    public UnreadableSourceException(Message reason, Throwable cause) {
        super(reason.key() + " " + reason.args(), cause);
        this.reason = reason;
    }

    public Message reason() {
        return reason;
    }
}
