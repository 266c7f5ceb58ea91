// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.time.Duration;
import javafx.collections.ListChangeListener;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.TaskExecutor.Running;

/**
 * Reading many sources leaves the virtual machine with more memory than what was read takes, and it gives none back by
 * itself while it is allowed to take more. So it is asked to, once it has been quiet for a while: collecting stops the
 * window for some tenths of a second, which nobody should wait for.
 */
public final class Tidying {
    /** Readings since the last time that are worth it. */
    private static final int MANY = 8;

    private static final Duration QUIET = Duration.ofSeconds(6);

    private final Fleet fleet;
    private final TaskExecutor executor;
    private final Runnable collect;
    private Running waiting = Running.NONE;
    private int readings;

    /**
     * Watches the sources of a fleet from now on.
     *
     * @param collect gives memory back; called away from the window's thread
     */
    public Tidying(Fleet fleet, TaskExecutor executor, Runnable collect) {
        this.fleet = fleet;
        this.executor = executor;
        this.collect = collect;
        fleet.entries().forEach(this::follow);
        fleet.entries().addListener((ListChangeListener<HostEntry>) change -> {
            while (change.next()) {
                change.getAddedSubList().forEach(this::follow);
            }
        });
    }

    private void follow(HostEntry entry) {
        entry.stateProperty().subscribe((was, now) -> {
            if (now instanceof HostEntry.State.Ready) {
                readings++;
                await();
            }
        });
    }

    private void await() {
        waiting.cancel();
        waiting = readings < MANY ? Running.NONE : executor.after(QUIET, this::tidy);
    }

    /** What is still being read ends sometime, and then this is asked again. */
    private void tidy() {
        boolean reading = fleet.entries().stream()
                .anyMatch(entry -> entry.stateProperty().get() instanceof HostEntry.State.Reading);
        if (!reading) {
            readings = 0;
            executor.<Boolean>run(
                    () -> {
                        collect.run();
                        return true;
                    },
                    done -> {},
                    problem -> {});
        }
    }
}
