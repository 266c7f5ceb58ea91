// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.advice.log.LogReader;
import org.peerpath.text.Message;

/**
 * Judges the lines of a kernel's log as they come, and keeps the first thing that must stop a run: however much follows,
 * it is not pushed out. Records that the kernel has overwritten before they were read count as trouble, for nobody knows
 * what they said.
 */
public final class Alarms {
    private @Nullable Message first;

    /** Judges a line. */
    public synchronized void line(String line) {
        if (first == null) {
            trouble(line)
                    .ifPresent(event ->
                            first = Message.of("run.alarm", event.kind().id(), event.text()));
        }
    }

    /** Takes note that records were lost. */
    public synchronized void lost(long records) {
        if (first == null) {
            first = Message.of("run.log-lost", Long.toString(records));
        }
    }

    /** Returns the first trouble; empty if there was none. */
    public synchronized Optional<Message> first() {
        return Optional.ofNullable(first);
    }

    private static Optional<LogEvent> trouble(String line) {
        return LogReader.read(line).events().stream()
                .filter(event -> event.kind().isTrouble())
                .findFirst();
    }
}
