// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.peerpath.text.Message;

/** A watch that holds its lock, over a host that says what a test has it say. */
record Quiet(Supplier<Duration> silent, List<String> said) implements HostChannel {
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
    public Optional<Message> alarm() {
        Alarms alarms = new Alarms();
        List.copyOf(said).forEach(alarms::line);
        return alarms.first();
    }

    @Override
    public void close() {}
}
