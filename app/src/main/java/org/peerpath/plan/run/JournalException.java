// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import org.peerpath.text.Message;

/** A journal that cannot be read or written. Nothing is done on a host that cannot be written down. */
public final class JournalException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Message reason;

    JournalException(Message reason) {
        super(reason.key() + " " + reason.args());
        this.reason = reason;
    }

    JournalException(Message reason, Throwable cause) {
        super(reason.key() + " " + reason.args(), cause);
        this.reason = reason;
    }

    public Message reason() {
        return reason;
    }
}
