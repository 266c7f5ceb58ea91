// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.util.Subscription;

/**
 * Reads the hosts of a folder a few at a time: each is read, judged and packed before others are begun, so that memory
 * does not grow with their number. Hosts that have to be reached wait for each other elsewhere.
 */
final class Intake {
    private static final int AT_ONCE = Runtime.getRuntime().availableProcessors();

    private final Consumer<HostEntry> read;
    private final Deque<HostEntry> waiting = new ArrayDeque<>();
    private final Set<HostEntry> busy = new HashSet<>();

    /**
     * An intake.
     *
     * @param read begins to read one
     */
    Intake(Consumer<HostEntry> read) {
        this.read = read;
    }

    void take(List<HostEntry> entries) {
        entries.stream().filter(HostEntry::isLive).forEach(read);
        entries.stream().filter(entry -> !entry.isLive()).forEach(waiting::add);
        more();
    }

    private void more() {
        while (busy.size() < AT_ONCE && !waiting.isEmpty()) {
            HostEntry next = waiting.remove();
            // One that was taken off the list or cancelled meanwhile waits for nothing.
            if (next.stateProperty().get() instanceof HostEntry.State.Reading) {
                begin(next);
            }
        }
    }

    private void begin(HostEntry entry) {
        busy.add(entry);
        read.accept(entry);
        Subscription[] watching = {Subscription.EMPTY};
        Runnable look = () -> {
            if (isOver(entry) && busy.remove(entry)) {
                watching[0].unsubscribe();
                more();
            }
        };
        watching[0] = entry.stateProperty()
                .subscribe((was, now) -> look.run())
                .and(entry.recordProperty().subscribe((was, now) -> look.run()));
        look.run();
    }

    private static boolean isOver(HostEntry entry) {
        return switch (entry.stateProperty().get()) {
            case HostEntry.State.Reading _ -> false;
            case HostEntry.State.Ready() -> entry.recordProperty().get().isPresent();
            case HostEntry.State.Failed _, HostEntry.State.Gone _ -> true;
        };
    }
}
