// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.peerpath.host.Host.OutputReader;
import org.peerpath.host.Host.Privilege;
import org.peerpath.host.Host.Script;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** A shell that is root and is handed one script after the other. A script that does not end takes its shell with it. */
final class RootChannel implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofHours(12);
    /** A person types a password meanwhile. */
    private static final Duration OPENING = Duration.ofMinutes(5);
    /** What a script still writes after its reader has heard enough. */
    private static final Duration REST = Duration.ofSeconds(3);

    /**
     * dd, because it takes no byte of the script that follows; the x keeps line breaks at a script's end. Scripts have a
     * standard input of their own, which says nothing: what a script left behind to wait for its end would else take a byte
     * of the next one, even while it is being killed. The one who holds that input open ends with the first write that
     * nobody takes.
     */
    private static final String SHELL = """
            { PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin
            exec 4<&0
            printf '\nMARK\n'
            while sleep 1 && printf ' '; do :; done 4<&- 2> /dev/null | while read -r mark length <&4; do
                script=$(dd bs=1 count="$length" <&4 2> /dev/null; printf x)
                sh -c "${script%x}" 4<&-
                printf '\n%s\n' "$mark"
            done
            exit; }
            """;

    /** Both ends of the shell. */
    private record Pipes(InputStream output, OutputStream input) {}

    private final String name;
    private final Pipes pipes;
    private final CompletableFuture<Void> closed;

    private RootChannel(String name, Pipes pipes, CompletableFuture<Void> closed) {
        this.name = name;
        this.pipes = pipes;
        this.closed = closed;
    }

    /** Opens one on a host, which may ask the person for a password. */
    static RootChannel open(Host host) throws HostException, InterruptedException {
        String mark = "@@" + UUID.randomUUID();
        CompletableFuture<Pipes> opened = new CompletableFuture<>();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Script shell = new Script(SHELL.replace("MARK", mark), Privilege.ROOT, LONGEST);
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("root of " + host.name())
                .start(() -> {
                    try {
                        host.<Boolean, HostException>talk(shell, (output, input) -> {
                            new MarkedStream(output, mark).transferTo(OutputStream.nullOutputStream());
                            boolean first = opened.complete(new Pipes(output, input));
                            closed.join();
                            return first;
                        });
                    } catch (HostException | RuntimeException e) {
                        opened.completeExceptionally(e);
                    } catch (InterruptedException e) {
                        opened.cancel(false);
                    }
                });
        try {
            return new RootChannel(host.name(), opened.get(OPENING.toSeconds(), TimeUnit.SECONDS), closed);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof HostException why
                    ? why
                    : new HostException(
                            HostException.Kind.FAILED,
                            Message.of("host.broken-off", host.name(), String.valueOf(e.getCause())),
                            e);
        } catch (TimeoutException e) {
            throw timedOut(host.name(), OPENING, e);
        } finally {
            if (!opened.isDone() || opened.isCompletedExceptionally()) {
                thread.interrupt();
            }
        }
    }

    private static HostException timedOut(String name, Duration limit, Exception cause) {
        return new HostException(
                HostException.Kind.TIMED_OUT,
                Message.of("host.timed-out", name, Long.toString(limit.toSeconds())),
                cause);
    }

    /** What became of a script. */
    record Outcome<T>(T result, boolean reusable) {}

    /**
     * Runs one script.
     *
     * @return its result, and whether the shell is ready for another
     */
    @SuppressWarnings("unchecked") // The reader throws nothing checked but X and IOException.
    <T, X extends Exception> Outcome<T> run(Script script, OutputReader<T, X> reader)
            throws HostException, InterruptedException, X {
        String mark = "@@" + UUID.randomUUID();
        byte[] text = script.text().getBytes(StandardCharsets.UTF_8);
        MarkedStream output = new MarkedStream(pipes.output(), mark);
        FutureTask<T> task = new FutureTask<>(() -> {
            pipes.input().write((mark + " " + text.length + "\n").getBytes(StandardCharsets.US_ASCII));
            pipes.input().write(text);
            pipes.input().flush();
            return reader.read(output);
        });
        Thread.ofPlatform().daemon().name("script on " + name).start(task);
        try {
            T result = task.get(script.limit().toMillis(), TimeUnit.MILLISECONDS);
            return new Outcome<>(result, reachesItsEnd(output));
        } catch (TimeoutException e) {
            throw timedOut(name, script.limit(), e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            if (cause == null || cause instanceof IOException) {
                throw new HostException(
                        HostException.Kind.GONE,
                        Message.of("host.broken-off", name, Clean.line(String.valueOf(e.getMessage()))),
                        e);
            }
            throw (X) cause;
        }
    }

    private boolean reachesItsEnd(MarkedStream output) throws InterruptedException {
        FutureTask<Long> rest = new FutureTask<>(() -> output.transferTo(OutputStream.nullOutputStream()));
        Thread.ofPlatform().daemon().name("rest of " + name).start(rest);
        try {
            rest.get(REST.toMillis(), TimeUnit.MILLISECONDS);
            return output.isOver();
        } catch (TimeoutException | ExecutionException e) {
            return false;
        }
    }

    /** Ends the shell; a script that is still running in it finds its output gone. */
    @Override
    public void close() {
        closed.complete(null);
    }
}
