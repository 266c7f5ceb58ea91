// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.ui.base.SameThread;

class TidyingTest {
    private final SameThread executor = new SameThread();
    private final AtomicInteger collected = new AtomicInteger();
    private final Fleet fleet =
            new Fleet(Recognizer::open, executor, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), (entry, why) -> {});

    @Test
    void afterManyReadingsMemoryIsGivenBackOnceItIsQuiet() {
        var _ = new Tidying(fleet, executor, collected::incrementAndGet);
        HostEntry entry = fleet.open("sample:no-switch");
        for (int i = 1; i < 7; i++) {
            fleet.read(entry);
        }
        executor.pass();
        assertEquals(0, collected.get(), "a few readings are not worth it");

        fleet.read(entry);
        fleet.read(entry);
        assertEquals(1, executor.waiting(), "the latest reading begins the wait anew");
        entry.stateProperty().set(new HostEntry.State.Reading(Instant.EPOCH, Optional.empty()));
        executor.pass();
        assertEquals(0, collected.get(), "something is being read");

        entry.stateProperty().set(new HostEntry.State.Ready());
        executor.pass();
        assertEquals(1, collected.get());
        executor.pass();
        assertEquals(1, collected.get());
    }
}
