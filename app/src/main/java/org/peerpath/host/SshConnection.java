// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerpath.host.HostException.Kind;
import org.peerpath.text.Message;

/**
 * The one connection to a host that all runs share: an ssh process of ours that does nothing but keep it (OpenSSH's
 * ControlMaster). It ends with this object, and with the program.
 */
final class SshConnection implements AutoCloseable {
    private static final long LOOK_AGAIN_MILLIS = 15;
    /** Beyond ssh's own limit, which covers the connection but not what follows. */
    private static final long GRACE_SECONDS = 15;

    private final SshSettings settings;
    private final String host;
    private final SshCommand command;
    private final Path socket;
    private final Prompter prompter;
    private final Consumer<HostStage> stage;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Process master;
    private volatile @Nullable Tail errors;

    SshConnection(
            SshSettings settings,
            String host,
            SshCommand command,
            Path socket,
            Prompter prompter,
            Consumer<HostStage> stage) {
        this.settings = settings;
        this.host = host;
        this.command = command;
        this.socket = socket;
        this.prompter = prompter;
        this.stage = stage;
    }

    /** Connects and logs in unless that has been done; asks the person only if ssh cannot do without. */
    void open() throws HostException, InterruptedException {
        lock.lockInterruptibly();
        try {
            if (isOpen()) {
                return;
            }
            close();
            stage.accept(HostStage.CONNECTING);
            HostException failure = connect(null);
            if (failure != null && canBeAsked(failure)) {
                try (SshQuestions questions = new SshQuestions(
                        host,
                        SshVersion.of(settings.program()).atLeast(8, 6),
                        prompter,
                        PrivateFolder.path(),
                        PrivateFolder.newSocket("q"))) {
                    failure = connect(questions);
                } catch (IOException e) {
                    throw new HostException(
                            Kind.FAILED, Message.of("host.no-questions", host, String.valueOf(e.getMessage())), e);
                }
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen() {
        Process now = master;
        return now != null && now.isAlive();
    }

    /** What the keeper of the connection said last: why it ended, if it did. */
    String errors() {
        Tail now = errors;
        return now == null ? "" : now.text();
    }

    private boolean canBeAsked(HostException failure) {
        return !prompter.equals(Prompter.NOBODY)
                && (failure.kind() == Kind.NOT_ADMITTED || failure.kind() == Kind.UNKNOWN_KEY);
    }

    private @Nullable HostException connect(@Nullable SshQuestions questions)
            throws HostException, InterruptedException {
        Process process = start(questions);
        Tail said = new Tail(process.getErrorStream());
        // It blocks for as long as the connection lasts, which would keep a carrier of virtual threads for itself.
        Thread reading = Thread.ofPlatform().daemon().name("stderr of " + host).start(said);
        master = process;
        errors = said;
        boolean open = false;
        try {
            open = await(process, questions);
            if (open && said.saysKeyChanged()) {
                open = false;
            }
            if (open) {
                return null;
            }
        } finally {
            if (!open) {
                close();
            }
        }
        reading.join(TimeUnit.SECONDS.toMillis(5));
        if (questions != null && questions.wasRefused()) {
            return questions.wasKeyRefused()
                    ? new HostException(Kind.UNKNOWN_KEY, Message.of("host.unknown-key", host))
                    : new HostException(Kind.NOT_ADMITTED, Message.of("host.declined", host));
        }
        return said.saysKeyChanged()
                ? new HostException(
                        Kind.CHANGED_KEY,
                        Message.of("host.changed-key", host, SshFailure.forgetting(host, said.text())))
                : SshFailure.beforeLogin(host, said.text());
    }

    /** Whether the connection is there; false if ssh gave up, or time is up. */
    private boolean await(Process process, @Nullable SshQuestions questions)
            throws HostException, InterruptedException {
        long allowed = settings.connect().plusSeconds(GRACE_SECONDS).toNanos();
        long deadline = System.nanoTime() + allowed;
        while (!Files.exists(socket)) {
            if (!process.isAlive() || (questions != null && questions.wasRefused())) {
                return false;
            }
            if (questions != null && questions.isAsking()) {
                stage.accept(HostStage.ASKING);
                deadline = System.nanoTime() + allowed;
            } else if (System.nanoTime() > deadline) {
                throw new HostException(
                        Kind.UNREACHABLE,
                        Message.of("host.no-answer", host, Long.toString(TimeUnit.NANOSECONDS.toSeconds(allowed))));
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
        return true;
    }

    private Process start(@Nullable SshQuestions questions) throws HostException {
        try {
            List<String> words = command.master(questions == null);
            ProcessBuilder builder = new ProcessBuilder(SshCommand.shares() ? Children.tied(words) : words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            // A jump host does not hear of BatchMode: its questions are refused by a helper that only refuses.
            builder.environment()
                    .putAll(
                            questions == null
                                    ? Map.of("LC_ALL", "C", "SSH_ASKPASS", "/bin/false", "SSH_ASKPASS_REQUIRE", "force")
                                    : questions.environment());
            return Children.start(builder);
        } catch (IOException e) {
            throw new HostException(Kind.NO_PROGRAM, Message.of("host.no-program", settings.program()), e);
        }
    }

    /** Ends the connection and all runs that share it. */
    @Override
    public void close() {
        Process now = master;
        if (now != null) {
            now.descendants().forEach(ProcessHandle::destroy);
            now.destroy();
            closeQuietly(now.getOutputStream());
            try {
                if (!now.waitFor(1, TimeUnit.SECONDS)) {
                    now.destroyForcibly();
                }
            } catch (InterruptedException e) {
                now.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            master = null;
        }
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            // It goes with its folder.
        }
    }

    /** The other end of the tie: with it the process ends if it has not. */
    private static void closeQuietly(OutputStream tie) {
        try {
            tie.close();
        } catch (IOException e) {
            // It has ended already.
        }
    }
}
