// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.host.Host.Privilege;
import org.peerpath.host.HostException.Kind;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.snapshot.tree.TreeReader;

/** Reading a recorded tree through a real sshd, with login shells, sudo rules and hosts of all kinds. */
class SshReadingTest {
    @TempDir
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void needsSshdAndUsersOfItsOwn() throws Exception {
        Sshd.assumeInstalled();
        Sshd.assumeRoot();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    /** A small host: three functions, written here so that no case files are needed. */
    private Path tree() throws IOException {
        Path tree = folder.resolve("tree");
        Path devices = Files.createDirectories(tree.resolve("sys/bus/pci/devices"));
        for (int i = 1; i <= 3; i++) {
            String name = "0000:00:0" + i + ".0";
            Path real = Files.createDirectories(tree.resolve("sys/devices/pci0000:00/" + name));
            Files.createSymbolicLink(devices.resolve(name), Path.of("../../../devices/pci0000:00/" + name));
            Files.writeString(real.resolve("vendor"), "0x10de\n");
            Files.writeString(real.resolve("device"), "0x290" + i + "\n");
            byte[] config = new byte[4096];
            config[i] = 1;
            Files.write(real.resolve("config"), config);
            Files.createSymbolicLink(real.resolve("driver"), Path.of("../../../bus/pci/drivers/nvidia"));
        }
        return tree;
    }

    private Sshd sshd(Sshd.Variant variant) throws Exception {
        Sshd sshd = Sshd.start(Files.createDirectories(folder.resolve("sshd" + open.size())), variant);
        open.add(sshd);
        return sshd;
    }

    private SshHost host(Sshd sshd, Prompter prompter) throws Exception {
        SshSettings settings = new SshSettings(
                "ssh", Optional.of(sshd.clientConfig()), Duration.ofSeconds(20), Duration.ofSeconds(1), 3);
        SshHost host = new SshHost(SshName.parse("target"), settings, prompter, stage -> {});
        open.add(host);
        return host;
    }

    private static Snapshot read(Host host, Path root, Privilege privilege) throws Exception {
        LiveReader.Options options = new LiveReader.Options(privilege, true, Duration.ofSeconds(60), root.toString());
        return LiveReader.read(host, "ssh://test", options, Instant.EPOCH);
    }

    private static Prompter knowing(String password) {
        return new Prompter() {
            @Override
            public Optional<Secret> ask(Question question) {
                assertEquals(Prompter.Kind.SUDO_PASSWORD, question.kind());
                return Optional.of(Secret.of(password.toCharArray()));
            }

            @Override
            public boolean vouchFor(UnknownKey key) {
                return false;
            }
        };
    }

    private static String user(Snapshot snapshot) {
        return snapshot.hostText(HostFiles.EFFECTIVE_USER).asOptional().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash", "/usr/bin/fish", "/bin/csh"})
    void whateverTheLoginShell(String shell) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of(shell)), "skipped: no " + shell);
        Path tree = tree();
        SshHost host = host(sshd(Sshd.Variant.USUAL.withShell(shell)), Prompter.NOBODY);
        assertEquals(
                TreeReader.read(tree, "x").functions(),
                read(host, tree, Privilege.USER).functions());
    }

    @Test
    void bannersNoisyLoginsAndJunkOnStandardErrorDoNotMatter() throws Exception {
        Path tree = tree();
        Path shell = folder.resolve("noisy");
        Files.writeString(shell, """
                #!/bin/sh
                echo 'Welcome! @@ peerpath-collector'
                printf '\\033[31mred\\033[0m no newline'; echo
                head -c 2000000 /dev/zero | tr '\\0' x >&2
                exec /bin/sh "$@"
                """);
        Files.setPosixFilePermissions(shell, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path banner = Files.writeString(folder.resolve("banner"), "Property of ACME. Go away.\n".repeat(20));
        SshHost host =
                host(sshd(Sshd.Variant.USUAL.withShell(shell.toString()).with("Banner " + banner)), Prompter.NOBODY);
        assertEquals(3, read(host, tree, Privilege.ROOT_IF_POSSIBLE).functions().size());
    }

    @Test
    void busyboxAlone() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/busybox")), "skipped: no busybox");
        Path tree = tree();
        Path own = Files.createDirectories(folder.resolve("sshd0"));
        Path chroot = Files.createDirectories(own.resolve("chroot"));
        for (String directory : List.of("bin", "dev", "proc", "t", "tmp")) {
            Files.createDirectories(chroot.resolve(directory));
        }
        Sshd.output("cp", "/bin/busybox", chroot.resolve("bin/busybox").toString());
        for (String tool : List.of("sh", "head", "od", "ls", "id", "sleep", "kill", "printf", "tr")) {
            Files.createSymbolicLink(chroot.resolve("bin/" + tool), Path.of("busybox"));
        }
        Sshd.output("mknod", "-m", "666", chroot.resolve("dev/null").toString(), "c", "1", "3");
        for (String line : Sshd.output("sh", "-c", "ldd /bin/busybox || true").split("\n")) {
            String library = line.replaceFirst(".*=> ", "").strip().split(" ")[0];
            if (library.startsWith("/")) {
                Sshd.output(
                        "sh",
                        "-c",
                        "mkdir -p " + chroot + Path.of(library).getParent() + " && cp -L " + library + " " + chroot
                                + library);
            }
        }
        Sshd.output("cp", "-a", tree.toString() + "/.", chroot.resolve("t").toString());
        SshHost host = host(sshd(Sshd.Variant.USUAL.with("ChrootDirectory /mnt")), Prompter.NOBODY);
        assertEquals(
                TreeReader.read(tree, "x").functions(),
                read(host, Path.of("/t"), Privilege.ROOT_IF_POSSIBLE).functions(),
                "no base64, no awk, no sudo, no gzip");
    }

    @Test
    void sudoWithoutAPasswordIsUsedWithoutAsking() throws Exception {
        Sshd.assumeSudo();
        Path tree = tree();
        SshHost host =
                host(sshd(Sshd.Variant.USUAL.withSudoers(Sshd.USER + " ALL=(ALL) NOPASSWD: ALL\n")), Prompter.NOBODY);
        assertEquals("0", user(read(host, tree, Privilege.ROOT_IF_POSSIBLE)));
        assertFalse(user(read(host, tree, Privilege.USER)).equals("0"));
    }

    @Test
    void sudoWithAPasswordAsksForIt() throws Exception {
        Sshd.assumeSudo();
        Path tree = tree();
        Sshd sshd = sshd(Sshd.Variant.USUAL.withSudoers(Sshd.USER + " ALL=(ALL) ALL\n"));
        assertEquals("0", user(read(host(sshd, knowing(Sshd.PASSWORD)), tree, Privilege.ROOT)));
    }

    /** sudo without a terminal remembers no password; a whole run of commands must not ask for it each time. */
    @Test
    void throughChannelsSudoAsksOnceForManyScripts() throws Exception {
        Sshd.assumeSudo();
        Path tree = tree();
        Sshd sshd = sshd(Sshd.Variant.USUAL.withSudoers(Sshd.USER + " ALL=(ALL) ALL\n"));
        List<Prompter.Question> asked = new ArrayList<>();
        Prompter once = new Prompter() {
            @Override
            public Optional<Secret> ask(Question question) throws InterruptedException {
                asked.add(question);
                return knowing(Sshd.PASSWORD).ask(question);
            }

            @Override
            public boolean vouchFor(UnknownKey key) {
                return false;
            }
        };
        try (RootChannels channels = new RootChannels(host(sshd, once))) {
            Snapshot direct = TreeReader.read(tree, "x");
            for (int i = 0; i < 3; i++) {
                Snapshot read = read(channels, tree, Privilege.ROOT);
                assertEquals("0", user(read));
                assertEquals(direct.functions().keySet(), read.functions().keySet());
                assertEquals(
                        "0\n",
                        channels.run(List.of("id", "-u"), Privilege.ROOT, Duration.ofSeconds(60))
                                .output());
            }
        }
        assertEquals(1, asked.size());
        awaitNothingRuns(sshd);
    }

    @Test
    void aWrongOrMissingPasswordLeavesTheUserOrNothing() throws Exception {
        Sshd.assumeSudo();
        Path tree = tree();
        Sshd sshd = sshd(Sshd.Variant.USUAL.withSudoers(Sshd.USER + " ALL=(ALL) ALL\n"));
        for (Prompter prompter : List.of(knowing("wrong"), Prompter.NOBODY)) {
            SshHost host = host(sshd, prompter);
            assertFalse(user(read(host, tree, Privilege.ROOT_IF_POSSIBLE)).equals("0"));
            assertEquals(
                    Kind.NO_ROOT,
                    assertThrows(HostException.class, () -> read(host, tree, Privilege.ROOT))
                            .kind());
        }
    }

    @Test
    void aUserWhoMayNotUseSudoReadsAsHimself() throws Exception {
        Path tree = tree();
        SshHost host = host(sshd(Sshd.Variant.USUAL), Prompter.NOBODY);
        assertFalse(user(read(host, tree, Privilege.ROOT_IF_POSSIBLE)).equals("0"));
    }

    @Test
    void nothingIsWrittenAndNothingIsLeftRunning() throws Exception {
        Path tree = tree();
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        SshHost host = host(sshd, Prompter.NOBODY);
        host.run(List.of("true"), Privilege.USER, Duration.ofSeconds(60));
        List<String> before = files(sshd);
        read(host, tree, Privilege.ROOT_IF_POSSIBLE);
        assertEquals(before, files(sshd));
        host.close();
        awaitNothingRuns(sshd);
    }

    /** Every file of the user below the home folder and the tree, with its time of change: others use the machine too. */
    private List<String> files(Sshd sshd) throws IOException {
        List<String> all = new ArrayList<>();
        for (Path top : List.of(sshd.folder.resolve("home"), folder.resolve("tree"), Path.of("/dev/shm"))) {
            try (Stream<Path> files = Files.walk(top)) {
                for (Path file : files.toList()) {
                    if (top.equals(Path.of("/dev/shm"))
                            && !Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
                                    .getName()
                                    .equals(Sshd.owner())) {
                        continue;
                    }
                    all.add(file + " " + Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS));
                }
            }
        }
        return all;
    }

    private static void awaitNothingRuns(Sshd sshd) throws Exception {
        for (ProcessHandle process : sshd.processes()) {
            process.onExit().get(20, TimeUnit.SECONDS);
        }
        assertEquals(List.of(), sshd.processes());
    }

    @Test
    void cancellingEndsTheProcessesThere() throws Exception {
        Path tree = tree();
        Path stuck = tree.resolve("sys/devices/pci0000:00/0000:00:02.0/revision");
        Sshd.output("mkfifo", stuck.toString());
        Sshd sshd = sshd(Sshd.Variant.USUAL);
        SshHost host = host(sshd, Prompter.NOBODY);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread reading = Thread.ofVirtual().start(() -> {
            try {
                thrown.complete(new AssertionError(read(host, tree, Privilege.USER)));
            } catch (Exception e) {
                thrown.complete(e);
            }
        });
        while (sshd.processes().stream()
                .noneMatch(p -> p.info().commandLine().orElse("").contains("head -v"))) {
            Thread.onSpinWait();
            assertFalse(thrown.isDone(), () -> String.valueOf(thrown.getNow(null)));
        }
        reading.interrupt();
        assertTrue(thrown.get(30, TimeUnit.SECONDS) instanceof InterruptedException);
        for (ProcessHandle process : sshd.processes()) {
            if (process.info().commandLine().orElse("").contains("head -v")) {
                process.onExit().get(20, TimeUnit.SECONDS);
            }
        }
        host.close();
        awaitNothingRuns(sshd);
    }

    @Test
    void aHostThatNeverStopsTalkingIsStopped() throws Exception {
        Path shell = folder.resolve("endless");
        Files.writeString(shell, "#!/bin/sh\nexec yes \"$(printf '\\033]0;x\\007')-rf /\"\n");
        Files.setPosixFilePermissions(shell, PosixFilePermissions.fromString("rwxr-xr-x"));
        Sshd sshd = sshd(Sshd.Variant.USUAL.withShell(shell.toString()));
        SshHost host = host(sshd, Prompter.NOBODY);
        assertThrows(Exception.class, () -> read(host, folder, Privilege.USER));
        host.close();
        awaitNothingRuns(sshd);
    }
}
