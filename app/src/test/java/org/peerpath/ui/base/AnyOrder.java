// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Finishes work in an order of its own choosing, as a busy machine does; nothing runs until the test says so. */
public final class AnyOrder implements TaskExecutor {
    private final Random random;
    private final List<Runnable> pending = new ArrayList<>();

    public AnyOrder(long seed) {
        this.random = new Random(seed);
    }

    @Override
    public <T> Running run(Callable<? extends T> work, Consumer<? super T> done, Consumer<? super Exception> failed) {
        return later(() -> TaskExecutor.settle(work, done, failed).run());
    }

    @Override
    public Running after(Duration delay, Runnable action) {
        return later(action);
    }

    @Override
    public void onWindowThread(Runnable action) {
        action.run();
    }

    private Running later(Runnable action) {
        // A box of its own: two equal lambdas are two pieces of work.
        Runnable own = new Runnable() {
            @Override
            public void run() {
                action.run();
            }
        };
        pending.add(own);
        return () -> pending.remove(own);
    }

    /** How much is under way. */
    public int pending() {
        return pending.size();
    }

    /** Finishes one piece of work, if there is any. */
    public void finishOne() {
        if (!pending.isEmpty()) {
            pending.remove(random.nextInt(pending.size())).run();
        }
    }

    /** Finishes everything, and what that starts. */
    public void finishAll() {
        while (!pending.isEmpty()) {
            finishOne();
        }
    }
}
