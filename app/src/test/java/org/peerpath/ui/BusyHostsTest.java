// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peerpath.host.HostStage;

@Timeout(60)
class BusyHostsTest {
    private final BusyHosts places = new BusyHosts(1);
    private final AtomicReference<String> busy = new AtomicReference<>("");

    @Test
    void whoFindsNoPlaceWaitsForOne() throws InterruptedException {
        BusyHosts.Place first = places.place();
        first.take();
        Thread second = waiting(() -> {
            BusyHosts.Place place = places.place();
            place.take();
            busy.set("second");
        });
        assertEquals("", busy.get());
        first.leave();
        second.join();
        assertEquals("second", busy.get());
    }

    @Test
    void whoWaitsForAPersonTakesNobodysPlaceAndWaitsForOneAfterwards() throws InterruptedException {
        BusyHosts.Place asking = places.place();
        asking.take();
        asking.at(HostStage.ASKING);
        BusyHosts.Place other = places.place();
        other.take();
        Thread answered = waiting(() -> {
            asking.at(HostStage.READING);
            busy.set("answered");
        });
        assertEquals("", busy.get());
        other.leave();
        answered.join();
        assertEquals("answered", busy.get());
    }

    @Test
    void leavingTwiceFreesOnePlaceOnly() throws InterruptedException {
        BusyHosts.Place first = places.place();
        first.take();
        first.leave();
        first.leave();
        places.place().take();
        Thread third = waiting(() -> places.place().take());
        third.interrupt();
        third.join();
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    /** A thread that does it and has come to where it has to wait. */
    private static Thread waiting(Work work) {
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (thread.getState() != Thread.State.WAITING) {
            assertTrue(thread.isAlive(), "it did not have to wait");
            Thread.onSpinWait();
        }
        return thread;
    }
}
