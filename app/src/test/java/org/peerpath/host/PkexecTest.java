// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Root on this machine through a real pkexec and polkitd, on a message bus of their own. User, rules, bus and the setuid
 * program are in a mount namespace only; the machine has none of them afterwards.
 */
class PkexecTest {
    private static final Path POLKITD = Path.of("/usr/lib/polkit-1/polkitd");
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String EXEC = "action.id == 'org.freedesktop.policykit.exec'";

    @TempDir
    Path folder;

    private @Nullable Process process;

    @BeforeEach
    void needsPolkit() throws Exception {
        Sshd.assumeRoot();
        Assumptions.assumeTrue(found("pkexec").isPresent(), "skipped: no pkexec (package pkexec)");
        Assumptions.assumeTrue(
                Files.isExecutable(POLKITD) && found("dbus-daemon").isPresent(),
                "skipped: no polkitd, or no dbus-daemon");
        Assumptions.assumeTrue(Files.isExecutable(SCRIPT), "skipped: no terminal to be had (package bsdutils)");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void stop() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Optional<Path> found(String program) {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(":"))
                .map(place -> Path.of(place, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    void whoMayIsRootAtOnce() throws Exception {
        start(EXEC + " ? polkit.Result.YES : polkit.Result.NO");
        String said = rest();
        assertTrue(said.contains("user " + Sshd.owner()), said);
        assertTrue(said.contains("root 0"), said);
        assertTrue(said.contains("again 0"), said);
    }

    @Test
    void whoMayNotIsToldSo() throws Exception {
        start("polkit.Result.NO");
        String said = rest();
        assertTrue(said.contains("user " + Sshd.owner()), said);
        assertTrue(said.contains("refused NO_ROOT [pkexec, "), said);
        assertTrue(said.contains("Not authorized"), "pkexec's own words: " + said);
    }

    /** The program becomes root once for both commands. */
    @Test
    void aPasswordIsAskedForOnce() throws Exception {
        start(EXEC + " ? polkit.Result.AUTH_SELF : polkit.Result.NO");
        StringBuilder shown = new StringBuilder();
        InputStream in = running().getInputStream();
        while (shown.indexOf("Password:") < 0) {
            int c = in.read();
            assertTrue(c >= 0, () -> "ended without asking: " + shown);
            shown.append((char) c);
        }
        waitUntilNothingIsEchoed();
        running().getOutputStream().write((Sshd.PASSWORD + "\n").getBytes(StandardCharsets.UTF_8));
        running().getOutputStream().flush();
        shown.append(rest());
        assertTrue(shown.indexOf("root 0") > 0 && shown.indexOf("again 0") > 0, shown::toString);
        assertEquals(shown.indexOf("Password:"), shown.lastIndexOf("Password:"), shown::toString);
        assertFalse(shown.toString().contains(Sshd.PASSWORD.substring(0, 7)), shown::toString);
    }

    /** The agent asks first and silences its terminal after, dropping what was typed between the two. */
    private void waitUntilNothingIsEchoed() throws Exception {
        while (!terminal().contains(" -echo ")) {
            assertTrue(running().isAlive(), "ended at the question");
            Thread.onSpinWait();
        }
    }

    /** The settings of the terminal that {@code script} made; empty where nobody holds it yet. */
    private String terminal() throws Exception {
        for (ProcessHandle child : running().descendants().toList()) {
            Path input = Path.of("/proc", String.valueOf(child.pid()), "fd/0");
            try {
                if (Files.readSymbolicLink(input).startsWith("/dev/pts")) {
                    return Sshd.output("stty", "-a", "-F", input.toString());
                }
            } catch (NoSuchFileException _) {
                // It ended since it was listed.
            }
        }
        return "";
    }

    private Process running() {
        return Objects.requireNonNull(process);
    }

    private String rest() throws IOException, InterruptedException {
        String said = new String(running().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        running().waitFor();
        return said;
    }

    /** The probe on a terminal, as the tests' user, where polkit answers every question so. */
    private void start(String answer) throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        String account = Sshd.USER + ":x:" + Sshd.owner() + ":" + Sshd.owner() + "::" + home + ":/bin/sh";
        String hash = Sshd.output("openssl", "passwd", "-6", Sshd.PASSWORD);
        Path etc = folder.resolve("etc");
        Files.createDirectories(etc.resolve("polkit-1/rules.d"));
        Files.write(etc.resolve("passwd"), Sshd.with(Files.readAllLines(Path.of("/etc/passwd")), account));
        Files.write(
                etc.resolve("shadow"),
                Sshd.with(Files.readAllLines(Path.of("/etc/shadow")), Sshd.USER + ":" + hash + ":19000::::::"));
        Files.setPosixFilePermissions(etc.resolve("shadow"), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(
                etc.resolve("polkit-1/rules.d/00-test.rules"),
                "polkit.addRule(function(action, subject) { return " + answer + "; });\n");
        Path program = Files.createDirectory(folder.resolve("bin")).resolve("pkexec");
        Files.copy(found("pkexec").orElseThrow(), program);
        Sshd.output("chmod", "4755", program.toString());
        copyClasses(folder.resolve("classes"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // The agent of a desktop, on a terminal: pkexec's own finds "no session for cookie" since polkit 0.113.
        Path probe = Files.writeString(folder.resolve("probe"), """
                PATH=/usr/local/bin:$PATH; cd HOME; mkfifo ready
                pkttyagent --process $$ --notify-fd 4 4> ready &
                cat ready
                exec 'JAVA' -XX:TieredStopAtLevel=1 -cp CLASSES MAIN
                """.replace("HOME", home.toString())
                .replace("JAVA", java)
                .replace("CLASSES", folder.resolve("classes").toString())
                .replace("MAIN", PkexecProbe.class.getName()));
        Path script = Files.writeString(folder.resolve("start"), """
                set -e; mount --make-rprivate /; cd FOLDER
                mount -t overlay overlay -o lowerdir=$PWD/etc:/etc /etc
                mount --bind bin /usr/local/bin
                mount -t tmpfs -o mode=755 tmpfs /run; mkdir /run/dbus
                chown ID:ID home
                dbus-daemon --system --nofork --nopidfile > bus.log 2>&1 &
                n=0; until [ -S /run/dbus/system_bus_socket ]; do n=$((n + 1)); [ $n -lt 300 ]; sleep 0.1; done
                POLKITD --no-debug > polkitd.log 2>&1 &
                # Not in the place of this shell: script would wait for the bus, too.
                script -qefc "setpriv --reuid ID --regid ID --clear-groups sh PROBE" /dev/null
                exit
                """.replace("FOLDER", folder.toString())
                .replace("POLKITD", POLKITD.toString())
                .replace("PROBE", probe.toString())
                .replace("ID", Sshd.owner()));
        process = new ProcessBuilder(
                        "unshare", "-m", "-p", "-f", "--kill-child", "--mount-proc", "sh", script.toString())
                .redirectErrorStream(true)
                .start();
    }

    /** Where an ordinary user may read them. */
    private static void copyClasses(Path to) throws Exception {
        for (Class<?> one : List.of(LocalHost.class, PkexecProbe.class)) {
            Path from = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            for (String part : List.of("host", "text")) {
                Path classes = from.resolve("org/peerpath").resolve(part);
                if (Files.isDirectory(classes)) {
                    Path place = Files.createDirectories(to.resolve("org/peerpath"));
                    Sshd.output("cp", "-r", classes.toString(), place.toString());
                }
            }
        }
    }
}
