// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Background work as in the window, with a thread of the test's own in the place of the window's. */
public final class WindowThread implements TaskExecutor, AutoCloseable {
    private final ExecutorService window = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("window").factory());

    @Override
    public <T> Running run(Callable<? extends T> work, Consumer<? super T> done, Consumer<? super Exception> failed) {
        AtomicBoolean dropped = new AtomicBoolean();
        Thread thread = Thread.ofVirtual().start(() -> later(dropped, TaskExecutor.settle(work, done, failed)));
        return () -> {
            dropped.set(true);
            thread.interrupt();
        };
    }

    private void later(AtomicBoolean dropped, Runnable action) {
        window.execute(() -> {
            if (!dropped.get()) {
                action.run();
            }
        });
    }

    @Override
    public Running after(Duration delay, Runnable action) {
        throw new UnsupportedOperationException("no model waits for time to pass");
    }

    @Override
    public void onWindowThread(Runnable action) {
        window.execute(action);
    }

    /** Asks something on the window's thread. */
    public <T> T call(Callable<T> question) {
        try {
            return window.submit(question).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    @Override
    public void close() {
        window.shutdownNow();
    }
}
