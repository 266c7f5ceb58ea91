// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import org.peerpath.text.Message;

/** A knowledge file that does not follow its schema. */
final class KnowledgeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Message reason;

    KnowledgeException(Message reason) {
        super(reason.key());
        this.reason = reason;
    }

    Message reason() {
        return reason;
    }
}
