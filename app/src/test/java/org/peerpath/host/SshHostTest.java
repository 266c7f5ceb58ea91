// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.host.Host.Output;
import org.peerpath.host.Host.Privilege;
import org.peerpath.host.HostException.Kind;

/** Logging in to a real sshd, in every way it lets one in or does not. */
class SshHostTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Prompter.Question> questions = Collections.synchronizedList(new ArrayList<>());
    private final List<Prompter.UnknownKey> keys = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void needsSshd() {
        Sshd.assumeInstalled();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Sshd sshd(Sshd.Variant variant) throws Exception {
        Path own = Files.createDirectories(folder.resolve("sshd" + open.size()));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Sshd sshd = Sshd.start(own, variant);
        open.add(sshd);
        return sshd;
    }

    private SshHost host(Path config, Prompter prompter) throws HostException {
        SshSettings settings =
                new SshSettings("ssh", Optional.of(config), Duration.ofSeconds(20), Duration.ofSeconds(1), 3);
        SshHost host = new SshHost(SshName.parse("target"), settings, prompter, stage -> {});
        open.add(host);
        return host;
    }

    /** Answers every question so, and writes down what was asked. */
    private Prompter answering(Function<Prompter.Question, String> answer, boolean vouching) {
        return new Prompter() {
            @Override
            public Optional<Secret> ask(Question question) {
                questions.add(question);
                String said = answer.apply(question);
                return said.isEmpty() ? Optional.empty() : Optional.of(Secret.of(said.toCharArray()));
            }

            @Override
            public boolean vouchFor(UnknownKey key) {
                keys.add(key);
                return vouching;
            }
        };
    }

    private static Output id(Host host) throws Exception {
        return host.run(List.of("id", "-un"), Privilege.USER, LONG);
    }

    private static void fails(Kind kind, Host host) {
        HostException e = assertThrows(HostException.class, () -> id(host));
        assertEquals(kind, e.kind(), e.getMessage());
    }

    @Test
    void aKeyAsksNothingAndTheConnectionIsShared() throws Exception {
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        SshHost host = host(sshd.clientConfig(), answering(q -> "no", false));
        assertEquals(Sshd.user() + "\n", id(host).output());
        long sessions = sshd.processes().size();
        assertEquals(
                3, host.run(List.of("sh", "-c", "exit 3"), Privilege.USER, LONG).status());
        assertTrue(sshd.processes().size() <= sessions, "no second login");
        assertEquals(List.of(), questions);
    }

    @Test
    void wordsReachTheCommandAsTheyAre() throws Exception {
        SshHost host = host(sshd(Sshd.Variant.USUAL).clientConfig(), Prompter.NOBODY);
        String nasty = "-o 'x\"y$HOME`id`\\ ;*\n-";
        assertEquals(
                nasty,
                host.run(List.of("printf", "%s", nasty), Privilege.USER, LONG).output());
    }

    @Test
    void thePassphraseOfAKeyIsAskedFor() throws Exception {
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        Path locked = sshd.folder.resolve("locked");
        Sshd.keygen(locked, "open sesame");
        Files.copy(
                sshd.folder.resolve("locked.pub"),
                sshd.folder.resolve("authorized"),
                StandardCopyOption.REPLACE_EXISTING);
        SshHost host = host(
                sshd.clientConfig(locked, true),
                answering(q -> q.kind() == Prompter.Kind.KEY_PASSPHRASE ? "open sesame" : "", false));
        assertEquals(0, id(host).status());
        assertEquals(Prompter.Kind.KEY_PASSPHRASE, questions.getFirst().kind());
    }

    @Test
    void aPasswordIsAskedFor() throws Exception {
        Sshd.assumeRoot();
        Sshd sshd = sshd(Sshd.Variant.USUAL.with("PasswordAuthentication yes", "PubkeyAuthentication no"));
        SshHost host = host(sshd.clientConfig(), answering(q -> Sshd.PASSWORD, false));
        assertEquals(0, id(host).status());
        assertEquals(
                List.of(Prompter.Kind.PASSWORD),
                questions.stream().map(Prompter.Question::kind).toList());
    }

    @Test
    void aWrongPasswordIsRefusedAndADeclinedOneNotTried() throws Exception {
        Sshd.assumeRoot();
        Sshd sshd = sshd(Sshd.Variant.USUAL.with("PasswordAuthentication yes", "PubkeyAuthentication no"));
        Path config = sshd.clientConfig();
        fails(Kind.NOT_ADMITTED, host(config, answering(q -> "wrong", false)));
        assertEquals(3, questions.size());
        fails(Kind.NOT_ADMITTED, host(config, Prompter.NOBODY));
        fails(Kind.NOT_ADMITTED, host(config, answering(q -> "", false)));
        assertEquals(4, questions.size());
    }

    /** The socket's file is there a moment before anybody listens on it. */
    private static boolean listens(Path socket) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void theAgentIsUsed() throws Exception {
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        Path socket = folder.resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        open.add(agent::destroy);
        while (!listens(socket)) {
            assertTrue(agent.isAlive(), "the agent ended");
            Thread.onSpinWait();
        }
        ProcessBuilder add =
                new ProcessBuilder("ssh-add", "-q", sshd.folder.resolve("key").toString());
        add.environment().put("SSH_AUTH_SOCK", socket.toString());
        assertEquals(0, add.start().waitFor());
        Path config = sshd.clientConfig();
        Files.writeString(
                config,
                Files.readString(config)
                        .replace("IdentityAgent none", "IdentityAgent " + socket)
                        .replace("IdentitiesOnly yes", "IdentitiesOnly no")
                        .replace("IdentityFile " + sshd.folder.resolve("key"), "IdentityFile none"));
        assertEquals(0, id(host(config, Prompter.NOBODY)).status());
    }

    @Test
    void aJumpHostIsPassedThrough() throws Exception {
        Sshd jump = sshd(Sshd.Variant.USUAL);
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        Path jumpConfig = jump.clientConfig();
        String jumpLines = Files.readString(jumpConfig).replace("Host target", "Host jump");
        Path config = sshd.clientConfig("Host target", "  ProxyJump jump");
        Files.writeString(config, jumpLines + Files.readString(config));
        assertEquals(0, id(host(config, Prompter.NOBODY)).status());
        assertTrue(jump.processes().size() > 0);
    }

    @Test
    void anUnknownKeyIsShownWithItsFingerprint() throws Exception {
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        Path key = sshd.folder.resolve("key");
        fails(Kind.UNKNOWN_KEY, host(sshd.clientConfig(key, false), Prompter.NOBODY));
        fails(Kind.UNKNOWN_KEY, host(sshd.clientConfig(key, false), answering(q -> "x", false)));
        assertEquals(
                0,
                id(host(sshd.clientConfig(key, false), answering(q -> "x", true)))
                        .status());
        String[] printed = Sshd.output(
                        "ssh-keygen", "-lf", sshd.folder.resolve("host_key.pub").toString())
                .split(" ");
        assertEquals(printed[1], keys.getLast().fingerprint());
        assertEquals("ED25519", keys.getLast().keyType());
        assertEquals(2, keys.size());
        assertTrue(Files.readString(sshd.folder.resolve("known_hosts")).contains("ssh-ed25519"), "ssh keeps it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ask", "no", "accept-new"})
    void aChangedKeyIsAnEndWhateverTheConfigurationSays(String checking) throws Exception {
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        Path config = sshd.clientConfig();
        Sshd.keygen(sshd.folder.resolve("other"), "");
        Files.writeString(
                sshd.folder.resolve("known_hosts"),
                "[127.0.0.1]:" + sshd.port + " " + Files.readString(sshd.folder.resolve("other.pub")));
        Files.writeString(
                config,
                Files.readString(config).replace("StrictHostKeyChecking ask", "StrictHostKeyChecking " + checking));
        fails(Kind.CHANGED_KEY, host(config, answering(q -> "x", true)));
        assertEquals(List.of(), keys);
    }

    @Test
    void aHostThatIsNotThereAndOneThatNeverSpeaks() throws Exception {
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        Path config = sshd.clientConfig();
        String text = Files.readString(config);
        Files.writeString(config, text.replace("Port " + sshd.port, "Port " + Sshd.freePort()));
        HostException refused = assertThrows(HostException.class, () -> id(host(config, Prompter.NOBODY)));
        assertEquals(Kind.UNREACHABLE, refused.kind());
        assertTrue(String.valueOf(refused.reason().args()).contains("Connection refused"), refused.getMessage());
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Files.writeString(config, text.replace("Port " + sshd.port, "Port " + silent.getLocalPort()));
            SshSettings impatient =
                    new SshSettings("ssh", Optional.of(config), Duration.ofSeconds(2), Duration.ofSeconds(1), 3);
            SshHost host = new SshHost(SshName.parse("target"), impatient, Prompter.NOBODY, stage -> {});
            open.add(host);
            fails(Kind.UNREACHABLE, host);
        }
    }

    @Test
    void aHostThatBreaksOffOrFreezesIsGone() throws Exception {
        Sshd.assumeRoot();
        for (boolean freeze : new boolean[] {false, true}) {
            Sshd sshd = sshd(Sshd.Variant.USUAL);
            SshHost host = host(sshd.clientConfig(), Prompter.NOBODY);
            Host.Script script = new Host.Script("echo here; exec sleep 1000\n", Privilege.USER, LONG);
            HostException e = assertThrows(
                    HostException.class,
                    () -> host.<Integer, HostException>run(script, output -> {
                        for (int c = output.read(); c != '\n'; c = output.read()) {
                            assertTrue(c >= 0);
                        }
                        for (ProcessHandle process : sshd.processes()) {
                            if (freeze) {
                                signal("STOP", process);
                            } else {
                                process.destroyForcibly();
                            }
                        }
                        int next = output.read();
                        if (next < 0) {
                            throw new EOFException();
                        }
                        return next;
                    }));
            assertEquals(Kind.GONE, e.kind(), e.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sleep 1111 & exec sleep 2222", "trap '' TERM; sleep 1111; sleep 2222; sleep 3333"})
    void cancellingACommandEndsItThere(String command) throws Exception {
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        SshHost host = host(sshd.clientConfig(), Prompter.NOBODY);
        CompletableFuture<Object> ended = new CompletableFuture<>();
        Thread running = Thread.ofVirtual().start(() -> {
            try {
                ended.complete(host.run(List.of("sh", "-c", command), Privilege.USER, LONG));
            } catch (Exception e) {
                ended.complete(e);
            }
        });
        while (sleeping(sshd).isEmpty()) {
            Thread.onSpinWait();
            assertFalse(ended.isDone(), () -> String.valueOf(ended.getNow("")));
        }
        List<ProcessHandle> there = sshd.processes();
        running.interrupt();
        assertTrue(ended.get(30, TimeUnit.SECONDS) instanceof InterruptedException);
        for (ProcessHandle process : there) {
            if (process.info().commandLine().orElse("").matches(".*(sleep \\d{4}|trap).*")) {
                process.onExit().get(20, TimeUnit.SECONDS);
            }
        }
        assertEquals(0, id(host).status(), "the connection is there for the next");
        assertEquals(List.of(), sleeping(sshd));
    }

    private static List<ProcessHandle> sleeping(Sshd sshd) {
        return sshd.processes().stream()
                .filter(process -> process.info().commandLine().orElse("").contains("sleep 1111"))
                .filter(process -> !process.info().commandLine().orElse("").contains("sh -c"))
                .toList();
    }

    private static void signal(String signal, ProcessHandle process) throws IOException {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
