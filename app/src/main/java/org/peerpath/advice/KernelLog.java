// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import java.util.Optional;
import org.peerpath.advice.log.EventKind;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.advice.log.LogFacts;
import org.peerpath.advice.log.LogReader;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.KernelLogLines;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/**
 * What the kernel said in the last boot that a snapshot's log lines tell of.
 *
 * @param events as the log reader understands the lines
 * @param silence whether what is not among them was not said: unknown where no log was read, or only its end
 */
public record KernelLog(List<LogEvent> events, Fact<Boolean> silence) {
    private static final String BOOT = "Linux version ";

    public KernelLog {
        events = List.copyOf(events);
    }

    /** Reads the log that a snapshot has, if it has one. */
    public static KernelLog of(Snapshot snapshot) {
        Fact<String> lines = KernelLogLines.of(snapshot);
        String text = lines.asOptional().orElse("");
        Fact<Boolean> silence = lines.flatMap(read -> read.contains(BOOT)
                ? Fact.known(true)
                : Fact.unknown(Message.of("unknown.log-begins-late", "/" + HostFiles.KERNEL_LOG)));
        return new KernelLog(text.isBlank() ? List.of() : lastBoot(text), silence);
    }

    private static List<LogEvent> lastBoot(String text) {
        LogFacts log = LogReader.read(text);
        return log.events().stream()
                .filter(event -> event.boot() == log.boots() - 1)
                .toList();
    }

    /** What it said of a function; absent if it certainly said nothing of the kind. */
    Fact<LogEvent> said(EventKind kind, Address function) {
        Optional<LogEvent> found = events.stream()
                .filter(event -> event.kind() == kind && event.function().equals(Optional.of(function)))
                .findFirst();
        return found.<Fact<LogEvent>>map(Fact::known).orElseGet(() -> silence.flatMap(silent -> Fact.absent()));
    }
}
