// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.host.Host.Privilege;

/** However the program ends, no connection of it lives on: not here, and not on the host. */
class ProgramEndTest {
    private static final long SECONDS = 5;

    @TempDir
    Path folder;

    /** The program: connects, runs something that would last, and says so. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            SshSettings settings = new SshSettings(
                    "ssh", Optional.of(Path.of(arguments[0])), Duration.ofSeconds(60), Duration.ofSeconds(1), 3);
            SshHost host = new SshHost(SshName.parse("target"), settings, Prompter.NOBODY, stage -> {});
            host.run(List.of("true"), Privilege.USER, Duration.ofMinutes(1));
            Thread.ofPlatform().start(() -> {
                try {
                    host.<Integer, HostException>run(
                            new Host.Script("echo here; exec sleep 7777\n", Privilege.USER, Duration.ofHours(1)),
                            output -> {
                                for (int c = output.read(); c >= 0; c = output.read()) {
                                    System.out.write(c);
                                    System.out.flush();
                                }
                                return 0;
                            });
                } catch (Exception e) {
                    System.out.println(e);
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL", "HUP", "INT"})
    void noConnectionOutlivesIt(String signal) throws Exception {
        Sshd.assumeInstalled();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Sshd sshd = Sshd.start(Files.createDirectory(folder.resolve("sshd")), Sshd.Variant.USUAL)) {
            Path config = sshd.clientConfig();
            // Whoever started the tests may ignore signals, which is inherited.
            Process program = new ProcessBuilder(
                            "env",
                            "--default-signal=INT,HUP",
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-XX:TieredStopAtLevel=1",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Program.class.getName(),
                            config.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            List<ProcessHandle> theirs = new ArrayList<>();
            try (BufferedReader said = program.inputReader(StandardCharsets.UTF_8)) {
                assertEquals("here", said.readLine());
                List<ProcessHandle> ours = program.descendants().toList();
                theirs.addAll(sshd.processes());
                assertFalse(ours.isEmpty() || theirs.isEmpty(), "it is connected");
                assertEquals(
                        0,
                        new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                                .start()
                                .waitFor());
                program.waitFor();
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
                for (ProcessHandle each : ours) {
                    String what = each.info().commandLine().orElse("");
                    each.onExit()
                            .orTimeout(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS)
                            .exceptionally(late -> {
                                throw new AssertionError("still there after " + SECONDS + " s: " + what, late);
                            })
                            .get();
                }
                // And the sessions on the host; what ran in one is told so by the end of its standard input.
                for (ProcessHandle each : theirs) {
                    if (each.info().commandLine().orElse("").startsWith("sshd")) {
                        each.onExit().get(60, TimeUnit.SECONDS);
                    }
                }
            } finally {
                theirs.forEach(ProcessHandle::destroyForcibly);
                program.descendants().forEach(ProcessHandle::destroyForcibly);
                program.destroyForcibly();
            }
        }
    }

    /** The warning has scrolled out of what is kept of ssh's words by then. */
    @ParameterizedTest
    @ValueSource(strings = {"no", "off", "accept-new"})
    void aChangedKeyIsSeenBeforeALongBanner(String checking) throws Exception {
        Sshd.assumeInstalled();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path banner = Files.writeString(folder.resolve("banner"), "Welcome to this host.\n".repeat(25 * 1024 / 22));
        Path place = Files.createDirectory(folder.resolve("sshd"));
        try (Sshd sshd = Sshd.start(place, Sshd.Variant.USUAL.with("Banner " + banner))) {
            Path config = sshd.clientConfig();
            Sshd.keygen(place.resolve("other"), "");
            Files.writeString(
                    place.resolve("known_hosts"),
                    "[127.0.0.1]:" + sshd.port + " " + Files.readString(place.resolve("other.pub")));
            Files.writeString(
                    config,
                    Files.readString(config).replace("StrictHostKeyChecking ask", "StrictHostKeyChecking " + checking));
            assertEquals(HostException.Kind.CHANGED_KEY, failure(config));
        }
    }

    @Test
    void aLongBannerAloneChangesNothing() throws Exception {
        Sshd.assumeInstalled();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path banner = Files.writeString(folder.resolve("banner"), "Welcome to this host.\n".repeat(25 * 1024 / 22));
        try (Sshd sshd = Sshd.start(
                        Files.createDirectory(folder.resolve("sshd")), Sshd.Variant.USUAL.with("Banner " + banner));
                SshHost host = host(sshd.clientConfig())) {
            assertEquals(
                    0,
                    host.run(List.of("true"), Privilege.USER, Duration.ofMinutes(1))
                            .status());
        }
    }

    private static SshHost host(Path config) throws HostException {
        SshSettings settings =
                new SshSettings("ssh", Optional.of(config), Duration.ofSeconds(60), Duration.ofSeconds(1), 3);
        return new SshHost(SshName.parse("target"), settings, Prompter.NOBODY, stage -> {});
    }

    private static HostException.Kind failure(Path config) throws Exception {
        try (SshHost host = host(config)) {
            host.run(List.of("true"), Privilege.USER, Duration.ofMinutes(1));
            throw new AssertionError("it was let in");
        } catch (HostException e) {
            return e.kind();
        }
    }
}
