// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import java.util.concurrent.Semaphore;
import org.peerpath.host.HostStage;

/** How many hosts may be busy at once. One that waits for a person's answer takes nobody's place. */
final class BusyHosts {
    private final Semaphore free;

    BusyHosts(int atOnce) {
        this.free = new Semaphore(atOnce, true);
    }

    Place place() {
        return new Place();
    }

    /** One of the bounded number; used by one thread. */
    final class Place {
        private boolean taken;

        void take() throws InterruptedException {
            if (!taken) {
                free.acquire();
                taken = true;
            }
        }

        void leave() {
            if (taken) {
                free.release();
                taken = false;
            }
        }

        void at(HostStage stage) {
            if (stage == HostStage.ASKING) {
                leave();
            } else if (!taken) {
                free.acquireUninterruptibly();
                taken = true;
            }
        }
    }
}
