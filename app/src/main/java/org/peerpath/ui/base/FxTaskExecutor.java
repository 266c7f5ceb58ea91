// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javafx.application.Platform;

/** A virtual thread for each piece of work, results through {@link Platform#runLater}. */
public final class FxTaskExecutor implements TaskExecutor {
    @Override
    public <T> Running run(Callable<? extends T> work, Consumer<? super T> done, Consumer<? super Exception> failed) {
        AtomicBoolean dropped = new AtomicBoolean();
        Thread thread = Thread.ofVirtual().name("peerpath-work").unstarted(() -> {
            Runnable answer = TaskExecutor.settle(work, done, failed);
            later(dropped, answer);
        });
        thread.start();
        return () -> {
            dropped.set(true);
            thread.interrupt();
        };
    }

    @Override
    public Running after(Duration delay, Runnable action) {
        AtomicBoolean dropped = new AtomicBoolean();
        Thread thread = Thread.ofVirtual().name("peerpath-wait").start(() -> {
            try {
                Thread.sleep(delay);
                later(dropped, action);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return () -> {
            dropped.set(true);
            thread.interrupt();
        };
    }

    @Override
    public void onWindowThread(Runnable action) {
        if (Platform.isFxApplicationThread()) {
            action.run();
        } else {
            Platform.runLater(action);
        }
    }

    /** Asks again on the window's thread: a cancel there must win over a result already on its way. */
    private static void later(AtomicBoolean dropped, Runnable action) {
        Platform.runLater(() -> {
            if (!dropped.get()) {
                action.run();
            }
        });
    }
}
