// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.peerpath.snapshot.Address;

/** Collects events: equal ones are counted, and there is an end to how many different ones are kept. */
final class EventLog {
    private static final int MOST = 4000;
    private static final int DEEPEST = 64;

    /** What makes two events the same. */
    private record Key(
            EventKind kind, int boot, Optional<Address> function, OptionalInt cpu, Optional<String> detail) {}

    /** An event that is still growing. */
    static final class Entry {
        private final Hit hit;
        private final int boot;
        private final long line;
        private final OptionalDouble seconds;
        private final String text;
        private final List<String> stack = new ArrayList<>();
        private long count;
        private boolean whole;

        Entry(Hit hit, int boot, long line, OptionalDouble seconds, String text) {
            this.hit = hit;
            this.boot = boot;
            this.line = line;
            this.seconds = seconds;
            this.text = text;
        }

        void frame(String name) {
            if (wantsFrames()) {
                stack.add(name);
            }
        }

        /** Only the first stack is kept: told again, the event takes no more frames. */
        void again() {
            whole = whole || !stack.isEmpty();
        }

        boolean wantsFrames() {
            return !whole && stack.size() < DEEPEST;
        }

        OptionalInt cpu() {
            return hit.cpu();
        }

        private LogEvent done() {
            return new LogEvent(
                    hit.kind(), boot, count, line, seconds, hit.function(), hit.cpu(), hit.detail(), stack, text);
        }
    }

    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    private boolean more;

    /**
     * The entry for a hit, new or known; empty where there is no room for another.
     *
     * @param text the line, asked for where it is the first of its event
     */
    Optional<Entry> add(Hit hit, int boot, long line, OptionalDouble seconds, Supplier<String> text) {
        Key key = new Key(hit.kind(), boot, hit.function(), hit.cpu(), hit.detail());
        Entry entry = entries.get(key);
        if (entry == null) {
            if (entries.size() >= MOST) {
                more = true;
                return Optional.empty();
            }
            entry = new Entry(hit, boot, line, seconds, text.get());
            entries.put(key, entry);
        }
        entry.count++;
        return Optional.of(entry);
    }

    boolean more() {
        return more;
    }

    /** By boot, then in the order told; by time where a dump holds its parts in reverse. */
    List<LogEvent> sorted(boolean byTime) {
        Comparator<LogEvent> order = Comparator.comparingInt(LogEvent::boot);
        if (byTime) {
            order = order.thenComparingDouble(event -> event.seconds().orElse(Double.MAX_VALUE));
        }
        return entries.values().stream()
                .map(Entry::done)
                .sorted(order.thenComparingLong(LogEvent::line))
                .toList();
    }
}
