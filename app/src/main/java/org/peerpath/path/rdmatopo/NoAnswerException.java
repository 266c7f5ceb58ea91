// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import org.peerpath.text.Message;

/** Ends the search: the shape is none that the tool knows, or something was not read. */
final class NoAnswerException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Message reason;
    private final boolean fails;

    private NoAnswerException(Message reason, boolean fails) {
        super(reason.key());
        this.reason = reason;
        this.fails = fails;
    }

    /** The tool says that this is none of its shapes, or it could not even begin. */
    static NoAnswerException notSupported(String key, Object... arguments) {
        return new NoAnswerException(Message.of(key, arguments), false);
    }

    static NoAnswerException unread(Message why) {
        return new NoAnswerException(why, false);
    }

    /** The tool calls the structure unexpected and fails. */
    static NoAnswerException unexpected(String key, Object... arguments) {
        return new NoAnswerException(Message.of(key, arguments), true);
    }

    Message reason() {
        return reason;
    }

    boolean fails() {
        return fails;
    }
}
