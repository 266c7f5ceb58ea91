// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Sshd;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.SnapshotFile;

/** The whole program on a terminal (of util-linux's script), asked what ssh and sudo ask, against a real sshd. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TerminalOverSshTest {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String PASSWORD_PROMPT = "'s password:";

    @TempDir
    Path folder;

    private final StringBuilder shown = new StringBuilder();
    private int asked;
    private @Nullable Sshd sshd;
    private @Nullable Process terminal;

    @BeforeEach
    void startServer() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(SCRIPT), "skipped: no terminal to be had (package bsdutils)");
        Sshd.assumeInstalled();
        Sshd.assumeRoot();
        List<String> lines = List.of("PasswordAuthentication yes", "PubkeyAuthentication no");
        Path place = Files.createDirectory(folder.resolve("sshd"));
        Sshd started = Sshd.start(place, new Sshd.Variant("/bin/sh", lines, Sshd.USER + " ALL=(ALL:ALL) ALL\n"));
        sshd = started;
        Path config = started.clientConfig(place.resolve("key"), false);
        Path ssh = Files.createDirectory(folder.resolve("bin")).resolve("ssh");
        Files.writeString(ssh, "#!/bin/sh\nexec /usr/bin/ssh -F '" + config + "' \"$@\"\n");
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void stop() {
        if (terminal != null) {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
        if (sshd != null) {
            sshd.close();
        }
    }

    @Test
    void theKeyThePasswordAndSudosPasswordAreAskedForAndNothingTypedIsShown() throws Exception {
        Sshd.assumeSudo();
        Path file = folder.resolve("host.json");
        start("snapshot ssh://target --sudo -o " + file);
        String fingerprint = fingerprint();
        answer(fingerprint, "yes");
        answer(PASSWORD_PROMPT, Sshd.PASSWORD);
        answer(", for sudo:", Sshd.PASSWORD);
        assertEquals(0, end(), shown::toString);
        assertFalse(shown.toString().contains(Sshd.PASSWORD.substring(0, 7)), shown::toString);
        try (InputStream in = Files.newInputStream(file)) {
            Snapshot snapshot = SnapshotFile.read(in, "host.json");
            assertEquals(Fact.known("0"), snapshot.hostText(HostFiles.EFFECTIVE_USER), "read as root");
        }
        assertFalse(Files.readString(file).contains(Sshd.PASSWORD.substring(0, 7)));
        assertTrue(
                Files.readString(file("known_hosts")).contains("ssh-ed25519"),
                "ssh remembers the key that was vouched for");
    }

    @Test
    void aKeyThatNobodyVouchesForEndsIt() throws Exception {
        start("check ssh://target");
        answer(fingerprint(), "no");
        assertEquals(4, end(), shown::toString);
        assertFalse(shown.toString().contains(PASSWORD_PROMPT), shown::toString);
        assertEquals("", Files.readString(file("known_hosts")));
    }

    /** A program that ends while nothing typed is shown leaves no blind terminal behind. */
    @Test
    void interruptedAtAQuestionTheTerminalShowsAgainWhatIsTyped() throws Exception {
        start("check ssh://target; stty -a");
        answer(fingerprint(), "yes");
        awaitShown(PASSWORD_PROMPT);
        running().getOutputStream().write(3);
        running().getOutputStream().flush();
        end();
        assertTrue(shown.toString().matches("(?s).*[ ;]echo[ ;\r\n].*"), shown::toString);
    }

    private Process running() {
        return Objects.requireNonNull(terminal);
    }

    private Path file(String name) {
        return Objects.requireNonNull(sshd).folder.resolve(name);
    }

    private String fingerprint() throws Exception {
        String listed =
                Sshd.output("ssh-keygen", "-l", "-f", file("host_key.pub").toString());
        return listed.split(" ")[1];
    }

    private void start(String command) throws IOException {
        String program =
                "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' org.peerpath.Main " + command;
        // Whoever started the tests may ignore Ctrl-C, which is inherited; at a terminal nobody does.
        ProcessBuilder builder = new ProcessBuilder(
                        "env",
                        "--default-signal=INT",
                        SCRIPT.toString(),
                        "-qefc",
                        "trap : INT; " + program,
                        "/dev/null")
                .redirectErrorStream(true);
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        terminal = builder.start();
    }

    private void answer(String prompt, String typed) throws IOException {
        awaitShown(prompt);
        OutputStream in = running().getOutputStream();
        in.write((typed + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        asked = shown.length();
    }

    /** Reads on until it is shown, after what has been answered. */
    private void awaitShown(String text) throws IOException {
        while (shown.indexOf(text, asked) < 0) {
            int c = running().getInputStream().read();
            assertTrue(c >= 0, () -> "ended without asking '" + text + "': " + shown);
            shown.append((char) c);
        }
    }

    private int end() throws Exception {
        shown.append(new String(running().getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertTrue(running().waitFor(1, TimeUnit.MINUTES));
        return running().exitValue();
    }
}
