// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.plan.run.HostChannel;
import org.peerpath.plan.run.Machine;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/** A machine, of which the window sees the pulse, the kernel's log, and how it was when it was read first. */
final class Observed implements Machine {
    private final Machine machine;
    private volatile Optional<HostChannel> watch = Optional.empty();
    private volatile Optional<Snapshot> first = Optional.empty();

    Observed(Machine machine) {
        this.machine = machine;
    }

    /** How long ago the host was heard, and what its kernel said since the run began; empty before and after. */
    Optional<RunModel.Pulse> pulse() {
        return watch.map(seen -> new RunModel.Pulse(seen.silence(), seen.log()));
    }

    /** What was read first. */
    Optional<Snapshot> first() {
        return first;
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public Snapshot read() throws HostException, InterruptedException {
        Snapshot snapshot = machine.read();
        if (first.isEmpty()) {
            first = Optional.of(snapshot);
        }
        return snapshot;
    }

    @Override
    public Outcome run(Operation operation, Duration limit) throws HostException, InterruptedException {
        return machine.run(operation, limit);
    }

    @Override
    public HostChannel watch(String owner) throws HostException, InterruptedException {
        HostChannel real = machine.watch(owner);
        watch = Optional.of(real);
        return new HostChannel() {
            @Override
            public Duration silence() {
                return real.silence();
            }

            @Override
            public boolean locked() {
                return real.locked();
            }

            @Override
            public List<String> log() {
                return real.log();
            }

            @Override
            public Optional<Message> alarm() {
                return real.alarm();
            }

            @Override
            public void close() {
                watch = Optional.empty();
                real.close();
            }
        };
    }
}
