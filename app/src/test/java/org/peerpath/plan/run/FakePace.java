// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.time.Instant;

/** Time that passes only where somebody looks at it or waits for it. */
public final class FakePace implements Pace {
    private Instant now = Instant.parse("2026-11-30T00:00:00Z");

    @Override
    public Instant now() {
        now = now.plusMillis(500);
        return now;
    }

    @Override
    public void pause(Duration length) {
        now = now.plus(length);
    }
}
