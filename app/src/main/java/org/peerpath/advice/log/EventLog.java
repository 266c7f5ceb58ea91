// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.snapshot.Address;

/**
 * Collects events: equal ones are counted unless a long time lies between, and there is an end to how many different ones
 * are kept.
 */
final class EventLog {
    private static final int MOST = 4000;
    /** So many of a kind find room however many there are of others: a flood must not hide how it ended. */
    private static final int RESERVED = 16;

    private static final int DEEPEST = 64;
    private static final int MOST_ADDRESSES = 16;
    /** After so many seconds of silence the same thing is another incident. */
    private static final double SILENCE = 600;

    private static final int MOST_INCIDENTS = 8;

    /** What makes two events the same. */
    private record Key(
            EventKind kind,
            int boot,
            Optional<Address> function,
            Optional<String> unit,
            OptionalInt cpu,
            Optional<String> detail) {}

    /** An event that is still growing. */
    static final class Entry {
        private final Hit hit;
        private final int boot;
        private final long line;
        private final Stamp first;
        private final String text;
        private final int incident;
        private final List<String> stack = new ArrayList<>();
        private final List<Long> addresses = new ArrayList<>();
        private Stamp last;
        private long count;
        private boolean whole;

        Entry(Hit hit, int boot, long line, Stamp first, String text, int incident) {
            this.hit = hit;
            this.boot = boot;
            this.line = line;
            this.first = first;
            this.last = first;
            this.text = text;
            this.incident = incident;
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

        private void told(Hit again, Stamp when) {
            count++;
            last = when.isKnown() ? when : last;
            if (again.address().isPresent() && addresses.size() < MOST_ADDRESSES) {
                addresses.add(again.address().getAsLong());
            }
        }

        private boolean isOver(Stamp now) {
            return incident < MOST_INCIDENTS && now.since(last).orElse(0) > SILENCE;
        }

        private LogEvent done() {
            return new LogEvent(hit, boot, count, line, first, last, addresses, stack, text);
        }
    }

    private final Map<Key, Entry> latest = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<EventKind, Integer> ofKind = new EnumMap<>(EventKind.class);
    private boolean more;

    /** The entry of an event that was told before and goes on; empty if it is a new one. */
    Optional<Entry> again(Hit hit, int boot, Stamp when) {
        Entry entry = latest.get(key(hit, boot));
        if (entry == null || entry.isOver(when)) {
            return Optional.empty();
        }
        entry.told(hit, when);
        return Optional.of(entry);
    }

    /**
     * An entry for a new event; empty where there is no room for another.
     *
     * @param text the line, the first of its event
     */
    Optional<Entry> begin(Hit hit, int boot, long line, Stamp when, String text) {
        int alike = ofKind.getOrDefault(hit.kind(), 0);
        if (entries.size() >= MOST && alike >= RESERVED) {
            more = true;
            return Optional.empty();
        }
        ofKind.put(hit.kind(), alike + 1);
        Key key = key(hit, boot);
        Entry before = latest.get(key);
        Entry entry = new Entry(hit, boot, line, when, text, before == null ? 0 : before.incident + 1);
        entry.told(hit, when);
        latest.put(key, entry);
        entries.add(entry);
        return Optional.of(entry);
    }

    private static Key key(Hit hit, int boot) {
        return new Key(hit.kind(), boot, hit.function(), hit.unit(), hit.cpu(), hit.detail());
    }

    boolean any() {
        return !entries.isEmpty();
    }

    boolean anyTrouble() {
        return entries.stream().anyMatch(entry -> entry.hit.kind().isTrouble());
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
        return entries.stream()
                .map(Entry::done)
                .sorted(order.thenComparingLong(LogEvent::line))
                .toList();
    }
}
