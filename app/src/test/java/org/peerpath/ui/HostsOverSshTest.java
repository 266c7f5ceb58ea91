// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.HostStage;
import org.peerpath.host.Prompter;
import org.peerpath.host.SshHost;
import org.peerpath.host.SshName;
import org.peerpath.host.SshSettings;
import org.peerpath.host.Sshd;
import org.peerpath.text.Message;
import org.peerpath.ui.base.WindowThread;
import org.peerpath.ui.model.Answers;
import org.peerpath.ui.model.Fleet;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostEntry.State;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Summaries;

/** Real hosts in the window's own model, without a window: each server serves another recorded tree. */
class HostsOverSshTest {
    @TempDir
    Path folder;

    private final WindowThread window = new WindowThread();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<String, Path> configs = new HashMap<>();
    private final Map<String, Sshd> servers = new HashMap<>();
    private final List<Message> troubles = new ArrayList<>();
    private final RealSources sources = new RealSources(Prompter.NOBODY, Clock.systemUTC(), new RealSources.Reach() {
        @Override
        public Host host(String source, Prompter prompter, Consumer<HostStage> stage) throws HostException {
            SshSettings settings = new SshSettings(
                    "ssh", Optional.ofNullable(configs.get(source)), Duration.ofSeconds(20), Duration.ofSeconds(5), 3);
            return new SshHost(SshName.parse("target"), settings, prompter, stage);
        }

        @Override
        public String recordedTree(String source) {
            return folder.resolve(source.substring("ssh://".length()))
                    .resolve("tree")
                    .toString();
        }
    });
    private final Fleet fleet = new Fleet(sources, window, Clock.systemUTC(), (entry, why) -> troubles.add(why));

    @BeforeEach
    void watch() throws IOException {
        Sshd.assumeInstalled();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        onWindow(() -> {
            var _ = new Summaries(new Session(fleet, window, new Answers()), window);
            return null;
        });
    }

    @AfterEach
    void closeAll() throws Exception {
        sources.close();
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        window.close();
    }

    @Test
    void aFewHosts() throws Exception {
        hosts(4);
    }

    @Test
    @Tag("ssh-slow")
    void fortyHosts() throws Exception {
        hosts(40);
    }

    private void hosts(int count) throws Exception {
        for (int i = 1; i <= count; i++) {
            String name = "h" + i;
            Sshd sshd = Sshd.start(Files.createDirectories(folder.resolve(name)), Sshd.Variant.USUAL);
            open.add(sshd);
            servers.put(name, sshd);
            tree(sshd.folder.resolve("tree"), i);
            configs.put("ssh://" + name, sshd.clientConfig());
        }
        Sshd first = server("h1");
        String text = Files.readString(first.clientConfig());
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        open.add(silent);
        configs.put(
                "ssh://mute",
                Files.writeString(
                        folder.resolve("mute-config"),
                        text.replace("Port " + first.port, "Port " + silent.getLocalPort())));
        configs.put(
                "ssh://refusing",
                Files.writeString(
                        folder.resolve("refusing-config"),
                        text.replace("Port " + first.port, "Port " + Sshd.freePort())));
        long filesBefore = openFiles();
        List<String> names = configs.keySet().stream().sorted().toList();
        names.forEach(name -> onWindow(() -> fleet.open(name)));
        settled();
        for (int i = 1; i <= count; i++) {
            ready("ssh://h" + i, i);
        }
        assertInstanceOf(State.Failed.class, state("ssh://refusing"));
        assertInstanceOf(State.Failed.class, state("ssh://mute"));
        assertEquals(2, onWindow(troubles::size));
        assertTrue(clients() <= count, "one connection for each host at most: " + clients());

        long heap = 0;
        for (int round = 0; round < 4; round++) {
            onWindow(() -> {
                fleet.entries().stream().filter(this::isGood).forEach(fleet::read);
                return null;
            });
            settled();
            assertTrue(clients() <= count, "a reading again needs no further connection: " + clients());
            long now = used();
            if (round == 0) {
                heap = now;
            }
            assertTrue(now < heap + (12L << 20), "memory grows: " + (heap >> 20) + " MiB, then " + (now >> 20));
        }

        server("h2").close();
        onWindow(() -> {
            fleet.reconnect(entry("ssh://h2"));
            return null;
        });
        settled();
        assertInstanceOf(State.Gone.class, state("ssh://h2"));
        assertTrue(onWindow(() -> entry("ssh://h2").hostProperty().get().isPresent()), "the last reading stays");

        onWindow(() -> {
            List.copyOf(fleet.entries()).forEach(fleet::remove);
            return null;
        });
        sources.close();
        until("no connection left", () -> clients() == 0);
        assertTrue(openFiles() <= filesBefore + 8, "files left open: " + filesBefore + ", then " + openFiles());
    }

    private boolean isGood(HostEntry entry) {
        return entry.hostProperty().get().isPresent();
    }

    private void ready(String source, int functions) {
        assertInstanceOf(State.Ready.class, state(source), source);
        assertEquals(
                functions,
                onWindow(() -> entry(source)
                        .hostProperty()
                        .get()
                        .orElseThrow()
                        .snapshot()
                        .functions()
                        .size()),
                source);
        until(
                "the line of " + source,
                () -> onWindow(() -> entry(source).summaryProperty().get().isPresent()));
    }

    private Sshd server(String name) {
        return Objects.requireNonNull(servers.get(name), name);
    }

    private HostEntry entry(String source) {
        return fleet.find(source).orElseThrow();
    }

    private State state(String source) {
        return onWindow(() -> entry(source).stateProperty().get());
    }

    private void settled() {
        until(
                "all hosts read",
                () -> onWindow(() -> fleet.entries().stream()
                        .noneMatch(entry -> entry.stateProperty().get() instanceof State.Reading)));
    }

    private <T> T onWindow(Callable<T> call) {
        return window.call(call);
    }

    private interface Holds {
        boolean now() throws Exception;
    }

    private static void until(String what, Holds holds) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        try {
            while (!holds.now()) {
                assertTrue(System.nanoTime() < end, "waited in vain for: " + what);
                LockSupport.parkNanos(20_000_000);
            }
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }

    /** The ssh clients that this program has running. */
    private static long clients() {
        return ProcessHandle.current()
                .descendants()
                .filter(process ->
                        process.info().command().filter(c -> c.endsWith("/ssh")).isPresent())
                .count();
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static long openFiles() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private static void tree(Path tree, int functions) throws IOException {
        Path devices = Files.createDirectories(tree.resolve("sys/bus/pci/devices"));
        for (int i = 0; i < functions; i++) {
            Path function = Files.createDirectories(devices.resolve("0000:00:%02x.%x".formatted(i / 8, i % 8)));
            Files.writeString(function.resolve("vendor"), "0x10de\n");
            Files.write(function.resolve("config"), new byte[4096]);
        }
    }
}
