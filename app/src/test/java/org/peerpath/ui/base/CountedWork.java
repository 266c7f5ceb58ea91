// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The window's own executor, which also tells whether anything is under way: a picture is taken when nothing is. */
public final class CountedWork implements TaskExecutor {
    /** What takes longer is no answer that a view waits for: a run under way, a host that is watched. */
    private static final long LONG = Duration.ofSeconds(8).toNanos();

    private static final Duration SOON = Duration.ofMillis(500);

    private final FxTaskExecutor executor = new FxTaskExecutor();
    private final Map<Object, Long> started = new ConcurrentHashMap<>();

    /** Whether every answer that views wait for has come. */
    public boolean isIdle() {
        long now = System.nanoTime();
        return started.values().stream().allMatch(begun -> now - begun > LONG);
    }

    @Override
    public <T> Running run(Callable<? extends T> work, Consumer<? super T> done, Consumer<? super Exception> failed) {
        Object key = begin();
        Running running = executor.run(
                work,
                result -> {
                    started.remove(key);
                    done.accept(result);
                },
                problem -> {
                    started.remove(key);
                    failed.accept(problem);
                });
        return ending(key, running);
    }

    @Override
    public Running after(Duration delay, Runnable action) {
        if (delay.compareTo(SOON) > 0) {
            return executor.after(delay, action);
        }
        Object key = begin();
        return ending(key, executor.after(delay, () -> {
            started.remove(key);
            action.run();
        }));
    }

    @Override
    public void onWindowThread(Runnable action) {
        executor.onWindowThread(action);
    }

    private Object begin() {
        Object key = new Object();
        started.put(key, System.nanoTime());
        return key;
    }

    private Running ending(Object key, Running running) {
        return () -> {
            started.remove(key);
            running.cancel();
        };
    }
}
