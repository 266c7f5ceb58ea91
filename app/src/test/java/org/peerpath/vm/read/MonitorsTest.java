// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.LocalHost;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmmVersion;

/**
 * Monitors of this process, polite and hostile, asked as those of a VM: by the script with each of the programs that it may
 * find on a host.
 */
class MonitorsTest {
    private static final String GREETING =
            "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 3, \"minor\": 1, \"major\": 11}}, \"capabilities\": []}}\r\n";
    private static final String PCI =
            "{\"return\": [{\"bus\": 0, \"devices\": [{\"bus\": 5, \"slot\": 0, \"function\": 0, \"qdev_id\": \"gpu\","
                    + " \"id\": {\"vendor\": 4318, \"device\": 9008}, \"regions\": [{\"bar\": 2, \"type\": \"memory\","
                    + " \"address\": 61572651155456, \"size\": 1048576}]}]}], \"id\": \"peerpath-3\"}\r\n";

    private final List<AutoCloseable> open = Collections.synchronizedList(new ArrayList<>());
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private Path socket = Path.of("/");

    /** The programs by which the script speaks. */
    enum Speaker {
        PYTHON("python3 -I -c 1"),
        PERL("perl -MSocket -e 1");

        private final String trial;

        Speaker(String trial) {
            this.trial = trial;
        }
    }

    /** Answers one client. */
    private interface Server {
        void serve(BufferedReader in, OutputStream out) throws Exception;
    }

    @BeforeEach
    void place() throws IOException {
        // A short path: the kernel takes 107 bytes.
        Path place = Files.createTempDirectory(Path.of("/tmp"), "qmp");
        socket = place.resolve("s");
        open.add(() -> {
            Files.deleteIfExists(socket);
            Files.deleteIfExists(place.resolve("moved"));
            Files.deleteIfExists(place);
        });
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private void listen(Server server) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(UnixDomainSocketAddress.of(socket));
        open.add(channel);
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    SocketChannel client = channel.accept();
                    open.add(client);
                    server.serve(
                            new BufferedReader(
                                    new InputStreamReader(Channels.newInputStream(client), StandardCharsets.UTF_8)),
                            Channels.newOutputStream(client));
                }
            } catch (Exception ended) {
                // The client went, or the test is over.
                return;
            }
        });
    }

    private static void say(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** As QEMU: nothing before the greeting, then an answer to each command. */
    private void polite(BufferedReader in, OutputStream out) throws IOException {
        say(out, GREETING);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            heard.add(line);
            if (line.contains("query-pci")) {
                say(out, "{\"event\": \"RESUME\", \"timestamp\": {\"seconds\": 1, \"microseconds\": 2}}\r\n" + PCI);
            } else if (line.contains("query-status")) {
                say(out, "{\"return\": {\"status\": \"paused\", \"running\": false}, \"id\": \"peerpath-2\"}\r\n");
            } else {
                say(out, "{\"return\": {}, \"id\": \"peerpath-1\"}\r\n");
            }
        }
    }

    private Snapshot host(String words) throws Exception {
        Snapshot sample = Samples.open("hgx-b300-one-bad");
        TreeMap<String, Reading> files = new TreeMap<>(sample.host());
        String vm = "vm " + ProcessHandle.current().pid() + "\ncomm qemu-system-x86\narg qemu-system-x86_64\n"
                + "arg -name\narg guest=tenant7\n" + words + "fd /dev/vfio/14\n";
        files.put(HostFiles.VMS, new Reading.Text(vm, "test"));
        return new Snapshot(sample.origin(), files, sample.hostListed(), sample.functions(), sample.notes());
    }

    private Snapshot asked(Speaker speaker) throws Exception {
        assumeTrue(new ProcessBuilder(speaker.trial.split(" ")).start().waitFor() == 0, "SKIPPED: no " + speaker.trial);
        return Monitors.ask(
                new Only(speaker), Host.Privilege.USER, host("arg -qmp\narg unix:" + socket + ",server=on,wait=off\n"));
    }

    /** This machine, on which the script finds one program only. */
    private record Only(Speaker speaker) implements Host {
        @Override
        public String name() {
            return "local";
        }

        @Override
        public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
                throws HostException, InterruptedException, X {
            return new LocalHost(LocalHost.Elevation.SUDO_WITHOUT_ASKING).talk(script, dialogue);
        }

        @Override
        public Output run(List<String> command, Privilege privilege, Duration limit)
                throws HostException, InterruptedException {
            List<String> changed = new ArrayList<>(command);
            String other = speaker == Speaker.PERL ? "python3 /usr/libexec/platform-python" : "perl";
            changed.replaceAll(word -> word.contains("for program in")
                    ? "for absent in " + other + "; do :; done\n"
                            + (speaker == Speaker.PERL
                                    ? word.replace("in python3 /usr/libexec/platform-python", "in /nonexistent")
                                    : word.replace("perl -MSocket", "/nonexistent -MSocket"))
                    : word);
            return Host.super.run(changed, privilege, limit);
        }
    }

    private static String said(Snapshot snapshot) {
        return snapshot.hostText(HostFiles.VM_MONITORS).asOptional().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void aMonitorIsAskedForFunctionsAndNothingElse(Speaker speaker) throws Exception {
        listen(this::polite);
        VmDescription answer = MonitorAnswers.of(asked(speaker)).getFirst();
        assertEquals(List.of(), answer.notes());
        assertEquals(Optional.of("tenant7"), answer.name());
        assertEquals(Optional.of(new VmmVersion(11, 1, 3)), answer.vmmVersion());
        assertEquals(
                Optional.of(Address.of("0000:05:00.0")),
                answer.guestFunctions().getFirst().guest());
        assertEquals(
                0x380000000000L,
                answer.guestFunctions().getFirst().bars().getFirst().address());
        assertEquals(
                List.of(
                        "{\"execute\": \"qmp_capabilities\", \"id\": \"peerpath-1\"}",
                        "{\"execute\": \"query-status\", \"id\": \"peerpath-2\"}",
                        "{\"execute\": \"query-pci\", \"id\": \"peerpath-3\"}"),
                List.copyOf(heard));
    }

    @ParameterizedTest
    @EnumSource
    void oneThatAnswersNothingIsGivenUp(Speaker speaker) throws Exception {
        listen((in, out) -> new CountDownLatch(1).await());
        long began = System.nanoTime();
        assertTrue(said(asked(speaker)).endsWith("\nrefused silent\n"));
        assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(30));
    }

    @ParameterizedTest
    @EnumSource
    void oneThatNeverEndsIsCutOff(Speaker speaker) throws Exception {
        byte[] much = "[".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        listen((in, out) -> {
            while (true) {
                out.write(much);
            }
        });
        assertTrue(said(asked(speaker)).endsWith("\nrefused too-much\n"));
    }

    @ParameterizedTest
    @EnumSource
    void oneThatHangsUpIsSaid(Speaker speaker) throws Exception {
        listen((in, out) -> {
            say(out, GREETING);
            out.close();
        });
        assertTrue(said(asked(speaker)).endsWith("\nrefused closed\n"));
    }

    /** A monitor serves one at a time: whoever is there goes on undisturbed, and nobody waits in line. */
    @ParameterizedTest
    @EnumSource
    void oneInUseIsLeftAlone(Speaker speaker) throws Exception {
        listen(this::polite);
        try (SocketChannel manager = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            InputStream in = Channels.newInputStream(manager);
            assertEquals('{', in.read());
            assertTrue(said(asked(speaker)).endsWith("\nrefused busy\n"));
        }
        assertEquals(List.of(), heard);
    }

    /** The name leads to another process's socket by now, such as a daemon's. */
    @ParameterizedTest
    @EnumSource
    void nothingIsSaidToAnotherProcess(Speaker speaker) throws Exception {
        listen(this::polite);
        Files.move(socket, socket.resolveSibling("moved"));
        String program = "use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, pack_sockaddr_un($ARGV[0]));"
                + " listen(S, 5); $| = 1; print \"up\\n\"; accept(C, S); print sysread(C, $_, 100) ? \"heard\\n\" : \"\\n\"";
        Process other = new ProcessBuilder("perl", "-e", program, socket.toString()).start();
        open.add(other::destroy);
        BufferedReader out = other.inputReader();
        assertEquals("up", out.readLine());
        assertTrue(said(asked(speaker)).endsWith("\nrefused another-process\n"));
        assertEquals("", out.readLine());
    }

    @ParameterizedTest
    @EnumSource
    void oneThatIsNotThereIsSaid(Speaker speaker) throws Exception {
        assertTrue(said(asked(speaker)).endsWith("\nrefused not-listening\n"));
    }

    /** What a hostile monitor answers is JSON of its own and no line of ours; it names no other VM and breaks nothing. */
    @ParameterizedTest
    @EnumSource
    void hostileAnswers(Speaker speaker) throws Exception {
        listen((in, out) -> {
            say(out, GREETING);
            say(out, "{\"return\": {\"name\": \"another\"}}\n");
            say(out, "\nmonitor 1 /etc\nrefused busy\u001b[31m\n");
            say(out, "{\"return\": {\"name\": \"third\"}, \"id\": \"peerpath-3\"}\n");
            in.readLine();
        });
        List<VmDescription> answers = MonitorAnswers.of(asked(speaker));
        assertEquals(1, answers.size());
        assertEquals(Optional.of("tenant7"), answers.getFirst().name());
        assertEquals(List.of(), answers.getFirst().notes());
    }

    /** Only a process that holds VFIO devices is asked; any user can start one that calls itself a VM. */
    @Test
    void whoHoldsNothingIsNotAsked() throws Exception {
        listen(this::polite);
        Snapshot host = host("arg -qmp\narg unix:" + socket + ",server=on\n");
        TreeMap<String, Reading> files = new TreeMap<>(host.host());
        files.put(
                HostFiles.VMS,
                new Reading.Text(
                        host.hostText(HostFiles.VMS).asOptional().orElseThrow().replace("fd /dev/vfio/14\n", ""),
                        "test"));
        Snapshot without = new Snapshot(host.origin(), files, host.hostListed(), host.functions(), host.notes());
        assertEquals("", said(Monitors.ask(new Only(Speaker.PYTHON), Host.Privilege.USER, without)));
        assertEquals(List.of(), heard);
    }

    @Test
    void reasonsAreSaid() throws Exception {
        Snapshot snapshot = Monitors.ask(
                new Only(Speaker.PYTHON),
                Host.Privilege.USER,
                host(
                        "arg -chardev\narg socket,id=charmonitor,fd=22,server=on\narg -mon\narg chardev=charmonitor,mode=control\n"));
        assertEquals(
                "note.vm.monitor.descriptor",
                MonitorAnswers.of(snapshot).getFirst().notes().getFirst().what().key());
    }
}
