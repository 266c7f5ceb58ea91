// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Sshd;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.live.Collector;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.testing.Cases;

/** The playbook of packaging/fleet over real servers, on which an ordinary user becomes root by sudo. */
class CollectOverSshTest {
    private static final Path ANSIBLE = Path.of("/usr/bin/ansible-playbook");
    private static final Path PLAYBOOK =
            Path.of("../packaging/fleet/collect.yml").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private final List<Sshd> open = new ArrayList<>();
    private final List<String> config = new ArrayList<>();

    @BeforeEach
    void needsServers() throws Exception {
        assumeTrue(Files.isExecutable(ANSIBLE), "ansible-playbook is not installed");
        Sshd.assumeInstalled();
        Sshd.assumeRoot();
        Sshd.assumeSudo();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void close() {
        open.forEach(Sshd::close);
    }

    /** A server that shows only root the tree of a case. */
    private Path server(String name, String host) throws Exception {
        Path place = Files.createDirectory(folder.resolve(name));
        Path tree = Files.createDirectory(place.resolve("tree"));
        Collector.unpack(Cases.path(host).toAbsolutePath(), tree);
        Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwx------"));
        Path login = Files.writeString(
                folder.resolve(name + "-shell"), "#!/bin/sh\nexport PEERPATH_ROOT=" + tree + "\nexec /bin/sh \"$@\"\n");
        Files.setPosixFilePermissions(login, PosixFilePermissions.fromString("rwxr-xr-x"));
        Sshd sshd = Sshd.start(
                place,
                new Sshd.Variant(
                        login.toString(),
                        List.of(),
                        "Defaults env_keep += PEERPATH_ROOT\n" + Sshd.USER + " ALL=(ALL) NOPASSWD: ALL\n"));
        open.add(sshd);
        for (String line : Files.readAllLines(sshd.clientConfig())) {
            config.add(line.equals("Host target") ? "Host " + name : line);
        }
        return tree;
    }

    /** Two hosts come home, each as it judges itself; the one that cannot be reached is named, and has no file. */
    @Test
    void hostsComeHome() throws Exception {
        Path good = server("gpu01", "b300-vm-good.tar.gz");
        Path bad = server("gpu02", "b300-one-bad.tar.gz");
        config.addAll(List.of("Host gpu03", "  HostName 127.0.0.1", "  Port " + Sshd.freePort()));
        Path home = folder.resolve("snapshots");
        Ended ended = play(home);
        assertTrue(ended.output().contains("gpu03") && ended.output().contains("UNREACHABLE"), ended.output());
        assertEquals(4, ended.status(), "some hosts unreachable: " + ended.output());
        assertEquals(verdicts(TreeReader.read(good, "x")), verdicts(brought(home, "gpu01")));
        assertEquals(verdicts(TreeReader.read(bad, "x")), verdicts(brought(home, "gpu02")));
        assertFalse(verdicts(brought(home, "gpu01")).equals(verdicts(brought(home, "gpu02"))));
        assertFalse(Files.exists(home.resolve("gpu03.peerpath")));
    }

    /** The collector goes over standard input, and Ansible's own module with it. */
    @Test
    void nothingIsWrittenThere() throws Exception {
        server("gpu01", "b300-vm-good.tar.gz");
        Ended ended = play(folder.resolve("snapshots"));
        assertEquals(0, ended.status(), ended.output());
        try (Stream<Path> left = Files.list(folder.resolve("gpu01/home"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    private static Snapshot brought(Path home, String name) throws IOException, UnreadableSourceException {
        return Collector.read(Files.readAllBytes(home.resolve(name + ".peerpath")));
    }

    private static List<String> verdicts(Snapshot snapshot) {
        List<String> all = Answer.of(HostModel.of(snapshot), Scenario.VM, PathSelection.DEFAULT).nearest().stream()
                .map(report -> report.requester() + " " + report.verdict())
                .toList();
        assertEquals(8, all.size());
        return all;
    }

    private record Ended(int status, String output) {}

    private Ended play(Path home) throws Exception {
        Path file = Files.write(folder.resolve("config"), config);
        String hosts = config.stream()
                .filter(line -> line.startsWith("Host "))
                .map(line -> line.substring(5) + ",")
                .reduce("", String::concat);
        Path log = folder.resolve("play.log");
        ProcessBuilder builder = new ProcessBuilder(
                        ANSIBLE.toString(),
                        "-i",
                        hosts,
                        "--ssh-common-args",
                        "-F " + file,
                        PLAYBOOK.toString(),
                        "-e",
                        "peerpath_snapshots=" + home)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("ANSIBLE_HOME", folder.resolve("ansible").toString());
        builder.environment().put("ANSIBLE_TIMEOUT", "20");
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + Files.readString(log, StandardCharsets.UTF_8));
        }
        return new Ended(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    }
}
