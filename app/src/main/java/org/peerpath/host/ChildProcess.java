// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerpath.host.Host.Dialogue;
import org.peerpath.host.Host.OutputReader;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * One process of ours: fed, read and watched on threads of its own, so that neither a full pipe nor a silent one can hold
 * the caller beyond its limit. They are platform threads: a read of a pipe that something left behind holds open never
 * ends, and would keep the carrier of a virtual thread for ever; two such reads stop everything on a small machine.
 */
final class ChildProcess {
    /** How long a process that is told to end is waited for before it is killed. */
    private static final long GRACE_MILLIS = 2_000;
    /** How long the last words of a run that is stopped are waited for: it may have something to say of what it leaves. */
    private static final long LAST_WORDS_MILLIS = 4_000;

    /** The end of a run that gave a result, or of one that did not. */
    record Ended(int status, String errors) {}

    /** Tells from how a run ended why the reader failed; null if that is not the reason. */
    @FunctionalInterface
    interface Explanation {
        @Nullable
        HostException of(Ended ended);
    }

    private final List<String> command;
    private final Map<String, String> environment;

    ChildProcess(List<String> command, Map<String, String> environment) {
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
    }

    /** Writes to the process; may look at what it says on standard error meanwhile. */
    @FunctionalInterface
    interface Feeder {
        void feed(OutputStream in, Tail errors) throws IOException, InterruptedException;
    }

    /** Reads standard output with the reader; afterwards the process is gone. */
    <T, X extends Exception> T read(
            String host, byte[] input, Duration limit, OutputReader<T, X> reader, Explanation explanation)
            throws HostException, InterruptedException, X {
        return talk(host, (in, errors) -> in.write(input), limit, (output, in) -> reader.read(output), explanation);
    }

    /** Talks with the process once it was fed; afterwards it is gone. */
    <T, X extends Exception> T talk(
            String host, Feeder feeder, Duration limit, Dialogue<T, X> dialogue, Explanation explanation)
            throws HostException, InterruptedException, X {
        Process process = start();
        Tail errors = new Tail(process.getErrorStream());
        Thread errorThread =
                Thread.ofPlatform().daemon().name("stderr of " + host).start(errors);
        FutureTask<T> task = new FutureTask<>(() -> dialogue.hold(
                new Bounded(process.getInputStream(), host, Host.MOST_OUTPUT), process.getOutputStream()));
        try {
            Thread.ofPlatform().daemon().name("stdin of " + host).start(() -> feed(process, feeder, errors));
            Thread.ofPlatform().daemon().name("stdout of " + host).start(task);
            T result = task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            end(process);
            return result;
        } catch (TimeoutException e) {
            awaitLastWords(process, task);
            throw new HostException(
                    HostException.Kind.TIMED_OUT,
                    Message.of("host.timed-out", host, Long.toString(limit.toSeconds())),
                    e);
        } catch (InterruptedException e) {
            awaitLastWords(process, task);
            throw e;
        } catch (ExecutionException e) {
            end(process);
            errorThread.join(GRACE_MILLIS);
            HostException better = explanation.of(new Ended(statusOf(process), errors.text()));
            throw why(host, e.getCause(), better);
        } finally {
            kill(process);
        }
    }

    @SuppressWarnings("unchecked") // The reader throws nothing checked but X and IOException.
    private static <X extends Exception> HostException why(
            String host, @Nullable Throwable cause, @Nullable HostException better) throws HostException, X {
        if (cause instanceof Bounded.TooMuch) {
            throw new HostException(
                    HostException.Kind.TOO_MUCH,
                    Message.of("host.too-much", host, Long.toString(Host.MOST_OUTPUT >> 20)),
                    cause);
        }
        if (better != null) {
            better.addSuppressed(cause);
            throw better;
        }
        if (cause instanceof IOException) {
            throw new HostException(
                    HostException.Kind.GONE,
                    Message.of("host.broken-off", host, Clean.line(String.valueOf(cause.getMessage()))),
                    cause);
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw (X) cause;
    }

    private Process start() throws HostException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        try {
            return Children.start(builder);
        } catch (IOException e) {
            throw new HostException(
                    HostException.Kind.NO_PROGRAM, Message.of("host.no-program", command.getFirst()), e);
        }
    }

    private static void feed(Process process, Feeder feeder, Tail errors) {
        try {
            OutputStream in = process.getOutputStream();
            feeder.feed(in, errors);
            in.flush();
        } catch (IOException e) {
            // It ended without reading everything; how it ended says why.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets a process end by itself: its standard input is over. */
    private static void end(Process process) throws InterruptedException {
        closeQuietly(process.getOutputStream());
        if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
            process.destroy();
            process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Its standard input is over, which tells it to stop; the reader goes on until it has. */
    private static void awaitLastWords(Process process, FutureTask<?> reader) throws InterruptedException {
        closeQuietly(process.getOutputStream());
        try {
            reader.get(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // What it has read is not believed any more.
        }
    }

    private static int statusOf(Process process) {
        return process.isAlive() ? -1 : process.exitValue();
    }

    /** Ends a process and what it started. One that is stuck in the kernel is left to the kernel. */
    private static void kill(Process process) {
        closeQuietly(process.getOutputStream());
        if (process.isAlive()) {
            List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList();
            all.forEach(ProcessHandle::destroy);
            // The caller has been interrupted or has waited long enough: the rest happens without it.
            Thread.ofVirtual().start(() -> {
                try {
                    process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                all.forEach(ProcessHandle::destroyForcibly);
                closeQuietly(process.getInputStream());
                closeQuietly(process.getErrorStream());
            });
        } else {
            closeQuietly(process.getInputStream());
            closeQuietly(process.getErrorStream());
        }
    }

    private static void closeQuietly(AutoCloseable stream) {
        try {
            stream.close();
        } catch (Exception e) {
            // The other end is gone already.
        }
    }
}
