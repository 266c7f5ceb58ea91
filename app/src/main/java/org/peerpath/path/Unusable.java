// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * What makes a path unusable: no request can travel it, whatever the ports would do with one.
 *
 * @param function the function, or the port above the link, that does not work
 * @param cause what is wrong with it
 */
public record Unusable(Address function, UnusableCause cause) {
    /** Returns the cause as the rest of a sentence that begins with the function's name: "does not answer …". */
    public Message reason() {
        return Message.of("unusable." + cause.id());
    }
}
