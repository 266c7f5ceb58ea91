// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.text.Message;

/** What the lines that lspci prints below a function tell about bits of its configuration space. */
final class LspciText {
    static final Message NOT_PRINTED = Message.of("unknown.text.not-printed");

    private LspciText() {}

    /**
     * What the rest of the file tells.
     *
     * @param extendedRead whether any function of the same file shows an extended capability, so that one without them
     *     has none
     */
    record Context(boolean extendedRead) {
        static final Context NONE = new Context(false);
    }

    /** Whether a line names an extended capability, so that lspci could read beyond 256 bytes. */
    static boolean showsExtended(FunctionFacts facts) {
        return false;
    }

    static KnownBits read(FunctionFacts facts, Context context) {
        return new KnownBits(NOT_PRINTED);
    }
}
