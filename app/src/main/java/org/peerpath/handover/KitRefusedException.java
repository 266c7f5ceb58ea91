// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import org.peerpath.text.Message;

/** No kit can be made that says the truth. */
public final class KitRefusedException extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Message reason;

    public KitRefusedException(Message reason) {
        super(reason.key());
        this.reason = reason;
    }

    /** Returns why, for people. */
    public Message reason() {
        return reason;
    }
}
