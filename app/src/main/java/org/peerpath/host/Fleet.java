// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.peerpath.text.Message;

/**
 * Many hosts side by side, each on a virtual thread, a bounded number at once. A host that waits for a person's answer
 * takes nobody's place. What happens to one touches none of the others.
 *
 * @param <T> what is read of a host
 */
public final class Fleet<T> implements AutoCloseable {
    /** How far a host is. */
    public sealed interface State<T> {
        /** Not begun: too many others are. */
        record Waiting<T>() implements State<T> {}

        record Busy<T>(HostStage stage) implements State<T> {}

        record Done<T>(T result) implements State<T> {}

        /** Read, but not everything: {@code missing} says what and why. */
        record Partial<T>(T result, Message missing) implements State<T> {}

        record Failed<T>(Message reason) implements State<T> {}

        /** It was there before, and does not answer any more. */
        record Gone<T>(Message reason) implements State<T> {}

        record Cancelled<T>() implements State<T> {}
    }

    /** Reads one host; what it returns is the last state. */
    @FunctionalInterface
    public interface Task<T> {
        State<T> run(Consumer<HostStage> stage) throws HostException, InterruptedException;
    }

    private final BiConsumer<String, State<T>> listener;
    private final Semaphore places;
    private final Map<String, Thread> running = new HashMap<>();
    private final Set<String> seen = new HashSet<>();

    /**
     * A fleet with nothing to do.
     *
     * @param atOnce how many hosts may be busy at the same time
     * @param listener told each change, on the thread of that host, in order
     */
    public Fleet(int atOnce, BiConsumer<String, State<T>> listener) {
        this.places = new Semaphore(atOnce, true);
        this.listener = listener;
    }

    /** Reads a host, unless that is being done. */
    public synchronized void read(String host, Task<T> task) {
        if (!running.containsKey(host)) {
            running.put(host, Thread.ofVirtual().name("host " + host).start(() -> work(host, task)));
        }
    }

    /** Stops reading a host, if that is being done. */
    public synchronized void cancel(String host) {
        Thread thread = running.get(host);
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Stops everything. */
    @Override
    public synchronized void close() {
        running.values().forEach(Thread::interrupt);
    }

    private void work(String host, Task<T> task) {
        State<T> last = new State.Cancelled<>();
        Place place = new Place();
        try {
            listener.accept(host, new State.Waiting<>());
            place.take();
            last = task.run(stage -> {
                listener.accept(host, new State.Busy<>(stage));
                place.at(stage);
            });
        } catch (InterruptedException e) {
            // Asked for: cancelled is the last state.
        } catch (HostException e) {
            last = failure(host, e);
        } catch (RuntimeException e) {
            last = new State.Failed<>(Message.of("host.failed", host, String.valueOf(e)));
        } finally {
            place.leave();
            finish(host, last);
        }
    }

    private synchronized void finish(String host, State<T> last) {
        running.remove(host);
        if (last instanceof State.Done || last instanceof State.Partial) {
            seen.add(host);
        }
        listener.accept(host, last);
    }

    private synchronized State<T> failure(String host, HostException e) {
        boolean silent = e.kind() == HostException.Kind.GONE
                || (e.kind() == HostException.Kind.UNREACHABLE && seen.contains(host));
        return silent ? new State.Gone<>(e.reason()) : new State.Failed<>(e.reason());
    }

    /** One of the bounded number; used by one thread. */
    private final class Place {
        private boolean taken;

        void take() throws InterruptedException {
            if (!taken) {
                places.acquire();
                taken = true;
            }
        }

        void leave() {
            if (taken) {
                places.release();
                taken = false;
            }
        }

        /** A person may take long to answer: others go on meanwhile. */
        void at(HostStage stage) {
            if (stage == HostStage.ASKING) {
                leave();
            } else if (!taken) {
                places.acquireUninterruptibly();
                taken = true;
            }
        }
    }
}
