// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Secrets;

/**
 * Something that happened, once or many times.
 *
 * @param hit what the first line of it told
 * @param boot the boot it happened in, from 0
 * @param count how often lines told it
 * @param line the first of them, from 1
 * @param first when it was first told
 * @param last when it was last told
 * @param addresses memory addresses that were refused, the first few of them
 * @param stack the call stack that followed, innermost frame first; frames marked as unreliable are left out
 * @param text the first line as it stood, cleaned and cut
 */
public record LogEvent(
        Hit hit,
        int boot,
        long count,
        long line,
        Stamp first,
        Stamp last,
        List<Long> addresses,
        List<String> stack,
        String text) {
    public LogEvent {
        addresses = List.copyOf(addresses);
        stack = List.copyOf(stack);
        // Lines of logs go into cases and reports.
        text = Secrets.masked(text);
    }

    /** Returns what happened. */
    public EventKind kind() {
        return hit.kind();
    }

    /** Returns the function named; in domain 0 where the line gives no domain. */
    public Optional<Address> function() {
        return hit.function();
    }

    /** Returns the CPU named. */
    public OptionalInt cpu() {
        return hit.cpu();
    }

    /** Returns what else was named: an error number, a severity, a duration. */
    public Optional<String> detail() {
        return hit.detail();
    }

    /** Returns when it was first told, in seconds since boot. */
    public OptionalDouble seconds() {
        return first.seconds();
    }

    /** Whether the stack has a frame that begins with one of these. */
    boolean passes(List<String> frames) {
        return stack.stream().anyMatch(frame -> frames.stream().anyMatch(frame::startsWith));
    }

    /** Returns the seconds from this event's last line to the other's first; zero if the other began meanwhile. */
    public OptionalDouble until(LogEvent later) {
        OptionalDouble fromFirst = later.first.since(first);
        OptionalDouble fromLast = later.first.since(last);
        if (fromFirst.isEmpty() || fromLast.isEmpty() || fromFirst.getAsDouble() < 0) {
            return fromFirst;
        }
        return OptionalDouble.of(Math.max(0, fromLast.getAsDouble()));
    }

    /** The memory address of the first line. */
    OptionalLong address() {
        return hit.address();
    }
}
