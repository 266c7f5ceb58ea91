// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.peerpath.snapshot.Address;

/** Makes incidents of a boot's events: those that mean the same and are of the same function, unless hours lie between. */
final class Incidents {
    /** Seconds of silence after which the same thing is another incident. */
    private static final double SILENCE = 600;
    /** Seconds within which an error and its bits, or a time-out and its descriptor, are told. */
    private static final double TOGETHER = 2;

    private static final long NEAR = 8;
    private static final Set<Signature> OF_ONE_CAUSE = Set.of(
            Signature.INVALIDATION_TIMEOUT,
            Signature.LOCKUP_ELSEWHERE,
            Signature.MACHINE_CHECK,
            Signature.KERNEL_CRASH);

    private final List<LogEvent> events;
    private final Set<LogEvent> taken;
    private final Map<String, List<Incident>> found = new TreeMap<>();

    private Incidents(List<LogEvent> events, Set<LogEvent> taken) {
        this.events = events;
        this.taken = taken;
    }

    /**
     * The incidents in the order in which they began.
     *
     * @param taken events that belong to one already
     */
    static List<Incident> of(List<LogEvent> events, Set<LogEvent> taken) {
        return new Incidents(events, taken).all();
    }

    private List<Incident> all() {
        List<Incident> all = new ArrayList<>();
        for (LogEvent event : events) {
            if (taken.contains(event)) {
                continue;
            }
            Optional<Signature> signature = event.kind() == EventKind.VTD_DESCRIPTOR
                    ? Optional.of(Signature.INVALIDATION_TIMEOUT).filter(s -> isOfTimeout(event))
                    : signature(event);
            if (signature.isPresent()) {
                add(signature.get(), event, all);
            }
        }
        return all;
    }

    private void add(Signature signature, LogEvent event, List<Incident> all) {
        String key = signature
                + (OF_ONE_CAUSE.contains(signature)
                        ? ""
                        : event.function().map(Address::toString).orElse(""));
        List<Incident> same = found.computeIfAbsent(key, k -> new ArrayList<>());
        if (!same.isEmpty()) {
            OptionalDouble passed = same.getLast().last().until(event);
            if (passed.orElse(0) <= SILENCE) {
                same.getLast().events().add(event);
                return;
            }
        }
        Incident incident = new Incident(signature, List.of(event));
        same.add(incident);
        all.add(incident);
    }

    /** The kernel prints the descriptors of the queue right after a time-out. */
    private boolean isOfTimeout(LogEvent descriptor) {
        return events.stream()
                .anyMatch(e -> e.kind().signature().equals(Optional.of(Signature.INVALIDATION_TIMEOUT))
                        && together(e, descriptor));
    }

    /** What an event means; an error without its bits what the bits told beside it mean. */
    private Optional<Signature> signature(LogEvent event) {
        if (event.kind() == EventKind.XID) {
            return Optional.of(
                    event.detail().filter(Xids.OFF_THE_BUS::equals).isPresent()
                            ? Signature.GPU_LOST
                            : Signature.GPU_ERROR);
        }
        if (event.kind() != EventKind.AER_ERROR && event.kind() != EventKind.AER_MESSAGE) {
            return event.kind().signature();
        }
        return byBits(event)
                .or(() -> events.stream()
                        .filter(e -> e.kind() == EventKind.AER_ERROR)
                        .filter(e -> e.function().equals(event.function()) && together(event, e))
                        .flatMap(e -> byBits(e).stream())
                        .findFirst()
                        .or(() -> Optional.of(Signature.PCIE_ERROR)));
    }

    private static boolean together(LogEvent a, LogEvent b) {
        OptionalDouble passed = b.first().since(a.first());
        return passed.isPresent() ? Math.abs(passed.getAsDouble()) <= TOGETHER : Math.abs(a.line() - b.line()) <= NEAR;
    }

    private static Optional<Signature> byBits(LogEvent event) {
        String bits = event.detail().orElse("");
        if (bits.contains(AerBits.ACS_VIOLATION)) {
            return Optional.of(Signature.ACS_VIOLATION);
        }
        if (bits.contains(AerBits.TRANSLATION_BLOCKED)) {
            return Optional.of(Signature.TRANSLATION_BLOCKED);
        }
        if (bits.contains(AerBits.UNEXPECTED_COMPLETION) || bits.contains(AerBits.COMPLETION_TIMEOUT)) {
            return Optional.of(Signature.COMPLETION_LOST);
        }
        return bits.contains(AerBits.SURPRISE_DOWN) ? Optional.of(Signature.LINK_DOWN) : Optional.empty();
    }
}
