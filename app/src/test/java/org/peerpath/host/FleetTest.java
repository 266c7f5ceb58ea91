// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Fleet.State;
import org.peerpath.snapshot.LiveReader;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

class FleetTest {
    private static final int AT_ONCE = 4;

    @TempDir
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    /** What one host went through; ends with its last state. */
    private record Event<T>(String host, State<T> state) {}

    private static boolean isLast(State<?> state) {
        return !(state instanceof State.Waiting) && !(state instanceof State.Busy);
    }

    @Test
    void boundedAndIndependentAndAQuestionTakesNobodysPlace() throws Exception {
        Set<String> busy = ConcurrentHashMap.newKeySet();
        Map<String, State<Integer>> last = new ConcurrentHashMap<>();
        CountDownLatch done = new CountDownLatch(21);
        CountDownLatch answer = new CountDownLatch(1);
        List<Integer> most = new ArrayList<>();
        try (Fleet<Integer> fleet = new Fleet<>(AT_ONCE, (host, state) -> {
            if (isLast(state)) {
                last.put(host, state);
                done.countDown();
            }
        })) {
            for (int i = 0; i < 20; i++) {
                String host = "h" + i;
                int number = i;
                fleet.read(host, stage -> {
                    stage.accept(HostStage.READING);
                    busy.add(host);
                    synchronized (most) {
                        most.add(busy.size());
                    }
                    java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
                    busy.remove(host);
                    if (number == 7) {
                        throw new HostException(HostException.Kind.NOT_ADMITTED, Message.of("x"));
                    }
                    if (number == 8) {
                        throw new IllegalStateException("bug");
                    }
                    return number == 9 ? new State.Partial<>(9, Message.of("y")) : new State.Done<>(number);
                });
            }
            for (int i = 0; i < AT_ONCE; i++) {
                fleet.read("asking" + i, stage -> {
                    stage.accept(HostStage.ASKING);
                    answer.await();
                    return new State.Done<>(0);
                });
            }
            fleet.read("extra", stage -> new State.Done<>(1));
            assertTrue(done.await(60, TimeUnit.SECONDS), () -> "not all done: " + last.keySet());
            assertEquals(21, last.size());
            assertTrue(most.stream().allMatch(n -> n <= AT_ONCE), most::toString);
            assertInstanceOf(State.Failed.class, last.get("h7"));
            assertInstanceOf(State.Failed.class, last.get("h8"));
            assertInstanceOf(State.Partial.class, last.get("h9"));
            assertEquals(new State.Done<>(3), last.get("h3"));
            answer.countDown();
        }
    }

    @Test
    void whatWasThereIsGoneAndWhatIsCancelledSaysSo() throws Exception {
        BlockingQueue<Event<Integer>> events = new LinkedBlockingQueue<>();
        try (Fleet<Integer> fleet = new Fleet<>(AT_ONCE, (host, state) -> events.add(new Event<>(host, state)))) {
            Fleet.Task<Integer> unreachable = stage -> {
                throw new HostException(HostException.Kind.UNREACHABLE, Message.of("x"));
            };
            fleet.read("a", unreachable);
            assertInstanceOf(State.Failed.class, last(events));
            fleet.read("a", stage -> new State.Done<>(1));
            assertInstanceOf(State.Done.class, last(events));
            fleet.read("a", unreachable);
            assertInstanceOf(State.Gone.class, last(events));
            CountDownLatch begun = new CountDownLatch(1);
            fleet.read("a", stage -> {
                begun.countDown();
                new CountDownLatch(1).await();
                return new State.Done<>(1);
            });
            begun.await();
            fleet.cancel("a");
            assertInstanceOf(State.Cancelled.class, last(events));
        }
    }

    private static State<?> last(BlockingQueue<Event<Integer>> events) throws InterruptedException {
        while (true) {
            State<Integer> state = events.take().state();
            if (isLast(state)) {
                return state;
            }
        }
    }

    @Test
    void aFewRealHosts() throws Exception {
        realHosts(5);
    }

    @Test
    @Tag("ssh-slow")
    void fortyRealHosts() throws Exception {
        realHosts(40);
    }

    /** Each serves another tree; beside them one that refuses and one that accepts and never speaks. */
    private void realHosts(int count) throws Exception {
        Sshd.assumeInstalled();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, SshHost> hosts = new HashMap<>();
        List<Sshd> servers = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            Sshd sshd = Sshd.start(Files.createDirectories(folder.resolve("s" + i)), Sshd.Variant.USUAL);
            open.add(sshd);
            servers.add(sshd);
            tree(sshd.folder.resolve("tree"), i);
            hosts.put("s" + i, host(sshd.clientConfig()));
        }
        Path config = servers.getFirst().clientConfig();
        String port = "Port " + servers.getFirst().port;
        String text = Files.readString(config);
        Path refusing = Files.writeString(folder.resolve("refusing"), text.replace(port, "Port " + Sshd.freePort()));
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        open.add(silent);
        Path mute = Files.writeString(folder.resolve("mute"), text.replace(port, "Port " + silent.getLocalPort()));
        hosts.put("refusing", host(refusing));
        hosts.put("mute", host(mute));

        BlockingQueue<Event<Snapshot>> events = new LinkedBlockingQueue<>();
        Map<String, State<Snapshot>> last = new HashMap<>();
        Set<HostStage> stages = new HashSet<>();
        long filesBefore = openFiles();
        try (Fleet<Snapshot> fleet = new Fleet<>(16, (host, state) -> events.add(new Event<>(host, state)))) {
            hosts.forEach((name, host) ->
                    fleet.read(name, stage -> read(host, folder.resolve(name).resolve("tree"))));
            while (last.size() < hosts.size()) {
                Event<Snapshot> event = events.take();
                if (isLast(event.state())) {
                    last.put(event.host(), event.state());
                } else if (event.state() instanceof State.Busy<Snapshot> busy) {
                    stages.add(busy.stage());
                }
            }
        }
        for (int i = 1; i <= count; i++) {
            State<Snapshot> state = last.get("s" + i);
            State.Done<?> done = assertInstanceOf(State.Done.class, state, () -> String.valueOf(state));
            Snapshot snapshot = assertInstanceOf(Snapshot.class, done.result());
            assertEquals(i, snapshot.functions().size(), "s" + i);
        }
        assertInstanceOf(State.Failed.class, last.get("refusing"));
        assertInstanceOf(State.Failed.class, last.get("mute"));
        assertTrue(stages.stream().noneMatch(HostStage.ASKING::equals), "nobody was asked: " + stages);
        for (SshHost host : hosts.values()) {
            host.close();
        }
        assertTrue(openFiles() <= filesBefore + 8, "files left open: " + filesBefore + " before, " + openFiles());
    }

    private static long openFiles() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private SshHost host(Path config) throws Exception {
        SshSettings settings =
                new SshSettings("ssh", Optional.of(config), Duration.ofSeconds(20), Duration.ofSeconds(5), 3);
        SshHost host = new SshHost(SshName.parse("target"), settings, Prompter.NOBODY, stage -> {});
        open.add(host);
        return host;
    }

    private static State<Snapshot> read(SshHost host, Path tree) throws HostException, InterruptedException {
        LiveReader.Options options =
                new LiveReader.Options(Host.Privilege.USER, false, Duration.ofSeconds(90), tree.toString());
        try {
            return new State.Done<>(LiveReader.read(host, "x", options, Instant.EPOCH));
        } catch (UnreadableSourceException e) {
            return new State.Failed<>(e.reason());
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
