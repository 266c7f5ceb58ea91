// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Sshd;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole program over many real servers, some of which say nothing and some of which lie. */
@Timeout(value = 6, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetOverSshTest {
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    @TempDir
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> config = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();
    private @Nullable Process program;

    @BeforeEach
    void needsUsersOfItsOwn() throws Exception {
        Sshd.assumeInstalled();
        Sshd.assumeRoot();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void closeAll() throws Exception {
        if (program != null) {
            program.descendants().forEach(ProcessHandle::destroyForcibly);
            program.destroyForcibly();
        }
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    /** A server whose users get this in place of a shell. */
    private void server(String name, String shell) throws Exception {
        Path place = Files.createDirectory(folder.resolve(name));
        Path login = Files.writeString(folder.resolve(name + "-shell"), "#!/bin/sh\n" + shell);
        Files.setPosixFilePermissions(login, PosixFilePermissions.fromString("rwxr-xr-x"));
        Sshd sshd = Sshd.start(place, new Sshd.Variant(login.toString(), List.of(), ""));
        open.add(sshd);
        for (String line : Files.readAllLines(sshd.clientConfig())) {
            config.add(line.equals("Host target") ? "Host " + name : line);
        }
        sources.add("ssh://" + name);
    }

    private void good(String name) throws Exception {
        server(name, "exec /bin/sh \"$@\"\n");
    }

    /** Takes connections and never says a word. */
    private void silent(String name) throws IOException {
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        open.add(socket);
        config.addAll(List.of(
                "Host " + name,
                "  HostName 127.0.0.1",
                "  Port " + socket.getLocalPort(),
                "  UserKnownHostsFile none"));
        sources.add("ssh://" + name);
    }

    private Process start(List<String> words, UnaryOperator<List<String>> wrap) throws IOException {
        Path file = Files.write(folder.resolve("config"), config);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.peerpath.Main",
                "fleet"));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(wrap.apply(command)).redirectErrorStream(true);
        builder.environment().put("PEERPATH_SSH_CONFIG", file.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        Process started = builder.start();
        program = started;
        return started;
    }

    private int end() throws Exception {
        Process running = Objects.requireNonNull(program);
        assertTrue(running.waitFor(5, TimeUnit.MINUTES), "still running");
        return running.exitValue();
    }

    private static Map<String, JsonNode> records(Path file) throws IOException {
        Map<String, JsonNode> records = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode record = new JsonMapper().readTree(line);
            records.put(record.get("source").stringValue(), record);
        }
        return records;
    }

    /** Forty: ten never answer, two say what no host says; the others are read, and nobody waits for the ten in turn. */
    @Test
    @Tag("ssh-slow")
    void fortyHosts() throws Exception {
        for (int i = 1; i <= 28; i++) {
            good("gpu" + i);
        }
        for (int i = 1; i <= 10; i++) {
            silent("mute" + i);
        }
        server("liar1", "echo '{\"format\":\"peerpath-snapshot\",\"host\":\"gpu1\",\"state\":\"ok\"}'\nexit 0\n");
        server("liar2", "cat >/dev/null; yes '@@ peerpath-collector 1 x' | head -c 300000\n");
        Path file = folder.resolve("hosts.jsonl");
        List<String> words = new ArrayList<>(List.of("--json", "-o", file.toString()));
        words.addAll(sources);
        Process running = start(words, UnaryOperator.identity());
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = end();
        Map<String, JsonNode> records = records(file);
        assertEquals(40, records.size(), said);
        Map<String, Integer> states = new HashMap<>();
        records.forEach((source, record) -> states.merge(
                source.replaceAll("ssh://([a-z]+).*", "$1") + " "
                        + record.get("state").stringValue(),
                1,
                Integer::sum));
        assertEquals(10, states.get("mute unreachable"), states::toString);
        assertEquals(2, states.get("liar unreachable"), states::toString);
        assertEquals(
                0,
                states.keySet().stream()
                        .filter(key -> key.startsWith("gpu unr"))
                        .count(),
                states::toString);
        for (int i = 1; i <= 2; i++) {
            JsonNode liar = Objects.requireNonNull(records.get("ssh://liar" + i));
            assertFalse(liar.at("/worst/message").stringValue("").isEmpty(), liar::toString);
        }
        assertEquals(4, status, "hosts that could not be read");
    }

    /** Ctrl-C at a terminal: what is done by then is kept, the rest is not said to be out of reach. */
    @Test
    void interruptedItKeepsWhatIsDone() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(SCRIPT), "skipped: no terminal to be had (package bsdutils)");
        good("gpu1");
        good("gpu2");
        for (int i = 1; i <= 3; i++) {
            server("stuck" + i, "exec sleep 600\n");
        }
        Path file = folder.resolve("hosts.jsonl");
        List<String> words = new ArrayList<>(List.of("--json", "-o", file.toString()));
        words.addAll(sources);
        Process terminal = start(
                words,
                line -> List.of(
                        // Whoever started the tests may ignore Ctrl-C, which is inherited; at a terminal nobody does.
                        "env",
                        "--default-signal=INT",
                        SCRIPT.toString(),
                        "-qefc",
                        "trap : INT; " + String.join(" ", line),
                        "/dev/null"));
        StringBuilder shown = new StringBuilder();
        InputStream in = terminal.getInputStream();
        while (shown.indexOf("2 of 5 ") < 0) {
            int c = in.read();
            assertTrue(c >= 0, () -> "it ended: " + shown);
            shown.append((char) c);
        }
        terminal.getOutputStream().write(3);
        terminal.getOutputStream().flush();
        shown.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        end();
        assertEquals(Set.of("ssh://gpu1", "ssh://gpu2"), records(file).keySet(), shown::toString);
        assertTrue(shown.toString().contains("Stopped: 2 of 5 hosts were read"), shown::toString);
        assertTrue(
                shown.toString().contains("\r\u001b[Kpeerpath: Stopped"),
                () -> "the progress is wiped before anything else is said: " + shown);
        assertEquals(0, terminal.descendants().count());
    }
}
