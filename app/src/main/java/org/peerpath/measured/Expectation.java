// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;

/**
 * What a path can carry.
 *
 * @param gigabytesPerSecond 10^9 bytes a second of data, in one direction or both as the figure is
 * @param limit what sets it, in words
 * @param assumed what was not read and taken for granted
 */
record Expectation(Optional<Double> gigabytesPerSecond, Message limit, List<Message> assumed) {
    Expectation {
        assumed = List.copyOf(assumed);
    }

    static Expectation unknown(Message why) {
        return new Expectation(Optional.empty(), why, List.of());
    }
}
