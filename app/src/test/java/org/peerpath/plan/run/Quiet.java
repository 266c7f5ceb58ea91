// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A watch that holds its lock, over a host that says what a test has it say. */
record Quiet(Supplier<Duration> silent, List<String> said) implements Watch {
    /** Over a host that is heard all the time. */
    Quiet(List<String> said) {
        this(() -> Duration.ZERO, said);
    }

    @Override
    public Duration silence() {
        return silent.get();
    }

    @Override
    public boolean locked() {
        return true;
    }

    @Override
    public List<String> log() {
        return List.copyOf(said);
    }

    @Override
    public void close() {}
}
