// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerpath.host.HostException.Kind;
import org.peerpath.host.Prompter.Question;
import org.peerpath.text.Message;

/**
 * A machine reached with the user's own OpenSSH client: configuration, agent, jump hosts, keys and known hosts are as in
 * the user's shell. One connection is shared by all runs; scripts go in on standard input.
 */
public final class SshHost implements Host {
    private static final Duration PROBE = Duration.ofSeconds(30);

    private final SshName name;
    private final SshCommand command;
    private final SshConnection connection;
    private final Prompter prompter;
    private final Consumer<HostStage> stage;
    private volatile SshRoot.@Nullable Way way;

    /**
     * A host that is not connected to before something runs on it.
     *
     * @param stage told what the host is busy with, on the thread of the run
     */
    public SshHost(SshName name, SshSettings settings, Prompter prompter, Consumer<HostStage> stage) {
        Path socket = PrivateFolder.newSocket("m");
        this.name = name;
        this.command = new SshCommand(settings, name, socket);
        this.prompter = prompter;
        this.stage = stage;
        this.connection = new SshConnection(settings, name.typed(), command, socket, prompter, stage);
    }

    @Override
    public String name() {
        return name.typed();
    }

    @Override
    public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
            throws HostException, InterruptedException, X {
        if (SshCommand.shares()) {
            connection.open();
        } else {
            stage.accept(HostStage.CONNECTING);
        }
        SshRoot.Way how = script.privilege() == Privilege.USER ? SshRoot.Way.NONE : way();
        if (how == SshRoot.Way.PASSWORD) {
            Optional<T> result = withPassword(script, dialogue);
            if (result.isPresent()) {
                return result.get();
            }
        }
        if (script.privilege() == Privilege.ROOT && (how == SshRoot.Way.NONE || how == SshRoot.Way.PASSWORD)) {
            throw new HostException(Kind.NO_ROOT, Message.of("host.no-way-to-root", name()));
        }
        stage.accept(HostStage.READING);
        String remote = how == SshRoot.Way.PASSWORD ? SshRoot.Way.NONE.command() : how.command();
        byte[] text = script.text().getBytes(StandardCharsets.UTF_8);
        return start(remote).talk(name(), (in, errors) -> in.write(text), script.limit(), dialogue, this::explain);
    }

    /** Empty if there is no password, or a wrong one, and the script may run without root. */
    private <T, X extends Exception> Optional<T> withPassword(Script script, Dialogue<T, X> dialogue)
            throws HostException, InterruptedException, X {
        stage.accept(HostStage.ASKING);
        Question question = new Question(name(), Prompter.Kind.SUDO_PASSWORD, "sudo");
        try (Secret password = prompter.ask(question).orElse(null)) {
            if (password == null) {
                return Optional.empty();
            }
            stage.accept(HostStage.READING);
            SshRoot root = new SshRoot();
            return Optional.of(start(root.command())
                    .talk(
                            name(),
                            root.feeder(password, script.text()),
                            script.limit(),
                            root.whenReady(dialogue),
                            this::explainSudo));
        } catch (HostException e) {
            if (e.kind() == Kind.NO_ROOT && script.privilege() == Privilege.ROOT_IF_POSSIBLE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private SshRoot.Way way() throws HostException, InterruptedException {
        SshRoot.Way known = way;
        if (known == null) {
            String mark = UUID.randomUUID().toString();
            byte[] script = SshRoot.probe(mark).getBytes(StandardCharsets.UTF_8);
            known = start("sh -s")
                    .<SshRoot.Way, RuntimeException>read(
                            name(), script, PROBE, output -> SshRoot.read(output, mark), this::explain);
            way = known;
        }
        return known;
    }

    private ChildProcess start(String remote) {
        return new ChildProcess(command.session(remote), SshCommand.environment());
    }

    private @Nullable HostException explainSudo(ChildProcess.Ended ended) {
        HostException transport = explain(ended);
        return transport != null || ended.status() == 0
                ? transport
                : new HostException(Kind.NO_ROOT, Message.of("host.no-root", "sudo", Tail.lastLine(ended.errors())));
    }

    private @Nullable HostException explain(ChildProcess.Ended ended) {
        if (ended.status() == SshFailure.TRANSPORT || (SshCommand.shares() && !connection.isOpen())) {
            return SshFailure.afterLogin(name(), (ended.errors() + "\n" + connection.errors()).strip());
        }
        if (ended.status() == 126 || ended.status() == 127) {
            return new HostException(Kind.FAILED, Message.of("host.no-shell", name(), Tail.lastLine(ended.errors())));
        }
        return null;
    }

    /** Ends the connection. */
    @Override
    public void close() {
        connection.close();
    }
}
