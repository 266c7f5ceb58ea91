// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.peerpath.snapshot.Address;

/**
 * Something that happened, once or many times.
 *
 * @param kind what
 * @param boot the boot it happened in, from 0
 * @param count how often lines told it
 * @param line the first of them, from 1
 * @param seconds when it was first told, since boot
 * @param function the function named
 * @param cpu the CPU named
 * @param detail what else was named
 * @param stack the call stack that followed, innermost frame first; frames marked as unreliable are left out
 * @param text the first line as it stood, cleaned and cut
 */
public record LogEvent(
        EventKind kind,
        int boot,
        long count,
        long line,
        OptionalDouble seconds,
        Optional<Address> function,
        OptionalInt cpu,
        Optional<String> detail,
        List<String> stack,
        String text) {
    public LogEvent {
        stack = List.copyOf(stack);
    }

    /** Whether the stack has a frame that begins with one of these. */
    boolean passes(List<String> frames) {
        return stack.stream().anyMatch(frame -> frames.stream().anyMatch(frame::startsWith));
    }
}
