// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import org.peerpath.text.Message;

/**
 * A question to a host that changes nothing, and the answer it must give.
 *
 * @param what what is asked, in words
 * @param read how it is asked
 * @param expected what its output must contain; empty: it must print nothing; for a register, hexadecimal digits as
 *     setpci prints them
 * @param mask which bits of a hexadecimal answer count; 0 where the answer is text
 */
public record Check(Message what, Operation.Run read, String expected, int mask) {
    static Check text(Message what, Operation.Run read, String expected) {
        return new Check(what, read, expected, 0);
    }

    static Check register(Message what, Operation.Run read, int expected, int mask) {
        return new Check(what, read, String.format("%04x", expected & mask), mask);
    }
}
