// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.time.Instant;

/** Time, as far as carrying out a plan waits for it. */
public interface Pace {
    Instant now();

    void pause(Duration length) throws InterruptedException;

    /** The clock on the wall. */
    Pace REAL = new Pace() {
        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
            Thread.sleep(length);
        }
    };
}
