// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Runs work away from the window and brings its result back to it. Models ask for this interface, so that tests run
 * everything at once on their own thread.
 */
public interface TaskExecutor {
    /**
     * Starts work in the background; one of the two consumers is called on the window's thread, or none after a cancel.
     *
     * @param failed gets whatever the work threw, an {@link Error} as the cause of an {@link ExecutionException}
     */
    <T> Running run(Callable<? extends T> work, Consumer<? super T> done, Consumer<? super Exception> failed);

    /** Calls back on the window's thread after a while. */
    Running after(Duration delay, Runnable action);

    /** Calls back on the window's thread, at once if this is it. */
    void onWindowThread(Runnable action);

    /**
     * Does work and returns what to do with its outcome. Nothing the work throws is lost: without an answer a view would
     * show for ever that it is being computed.
     */
    static <T> Runnable settle(
            Callable<? extends T> work, Consumer<? super T> done, Consumer<? super Exception> failed) {
        try {
            T result = work.call();
            return () -> done.accept(result);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return () -> failed.accept(e);
        } catch (Throwable error) {
            return () -> failed.accept(new ExecutionException(error));
        }
    }

    /** Work under way. */
    interface Running {
        /** Stands for work that is over. */
        Running NONE = () -> {};

        /** Interrupts the work and drops its result; harmless if it is over. */
        void cancel();
    }
}
