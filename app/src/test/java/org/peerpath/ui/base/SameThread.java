// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Runs everything at once on the test's own thread; what waits runs when the test says so. */
public final class SameThread implements TaskExecutor {
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    @Override
    public <T> Running run(Callable<? extends T> work, Consumer<? super T> done, Consumer<? super Exception> failed) {
        TaskExecutor.settle(work, done, failed).run();
        return Running.NONE;
    }

    @Override
    public Running after(Duration delay, Runnable action) {
        waiting.add(action);
        return () -> waiting.remove(action);
    }

    @Override
    public void onWindowThread(Runnable action) {
        action.run();
    }

    /** How much waits. */
    public int waiting() {
        return waiting.size();
    }

    /** Lets the time pass. */
    public void pass() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }
}
