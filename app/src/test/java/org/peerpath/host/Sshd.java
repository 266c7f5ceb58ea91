// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A real OpenSSH server on a loopback port, with keys and a configuration of its own. As root it runs in a mount namespace
 * of its own, in which there are users, passwords and sudo rules that the machine does not have; as an ordinary user only
 * that user can log in, with a key.
 */
public final class Sshd implements AutoCloseable {
    public static final String USER = "pptest";
    private static final int USER_ID = 20777;
    public static final String PASSWORD = "correct horse 'battery' $taple";

    private static final String PROGRAM = Files.isExecutable(Path.of("/usr/sbin/sshd")) ? "/usr/sbin/sshd" : "sshd";

    public final int port;
    public final Path folder;
    private final Process process;

    private Sshd(int port, Path folder, Process process) {
        this.port = port;
        this.folder = folder;
        this.process = process;
    }

    static boolean isRoot() {
        return LocalHost.isRoot();
    }

    public static String user() {
        return isRoot() ? USER : System.getProperty("user.name");
    }

    /** Who owns what the user makes, as this machine calls them. */
    static String owner() {
        return isRoot() ? Integer.toString(USER_ID) : user();
    }

    public static void assumeInstalled() {
        boolean there = Files.isExecutable(Path.of("/usr/sbin/sshd"));
        if (!there && "1".equals(System.getenv("PEERPATH_REQUIRE_SSHD"))) {
            throw new AssertionError("sshd is required here and not installed");
        }
        Assumptions.assumeTrue(there, "skipped: no sshd (package openssh-server)");
    }

    public static void assumeRoot() {
        Assumptions.assumeTrue(isRoot(), "skipped: needs root for users of its own");
    }

    public static void assumeSudo() {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/sudo")), "skipped: no sudo (package sudo)");
    }

    /** How a server differs from the usual one. */
    public record Variant(String loginShell, List<String> configuration, String sudoers) {
        public static final Variant USUAL = new Variant("/bin/sh", List.of(), "");

        Variant withShell(String shell) {
            return new Variant(shell, configuration, sudoers);
        }

        public Variant with(String... lines) {
            return new Variant(loginShell, List.of(lines), sudoers);
        }

        Variant withSudoers(String rules) {
            return new Variant(loginShell, configuration, rules);
        }
    }

    /** Starts one; its client's key is {@code folder/key}, made here if it is not there. */
    public static Sshd start(Path folder, Variant variant) throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        keygen(folder.resolve("host_key"), "");
        keygen(folder.resolve("key"), "");
        Files.copy(folder.resolve("key.pub"), folder.resolve("authorized"), StandardCopyOption.REPLACE_EXISTING);
        int port = freePort();
        List<String> config = new ArrayList<>(List.of(
                "Port " + port,
                "ListenAddress 127.0.0.1",
                "HostKey " + folder.resolve("host_key"),
                "PidFile none",
                "UsePAM no",
                "StrictModes no",
                "LogLevel ERROR",
                "MaxStartups 100",
                "AuthorizedKeysFile " + folder.resolve("authorized")));
        config.addAll(variant.configuration());
        if (variant.configuration().stream().noneMatch(line -> line.startsWith("PasswordAuthentication"))) {
            config.add("PasswordAuthentication no");
        }
        Files.write(folder.resolve("sshd_config"), config);
        Process process = isRoot() ? inNamespace(folder, variant) : plain(folder);
        Sshd sshd = new Sshd(port, folder, process);
        sshd.awaitPort();
        return sshd;
    }

    private static Process plain(Path folder) throws IOException {
        return new ProcessBuilder(
                        PROGRAM, "-D", "-e", "-f", folder.resolve("sshd_config").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
    }

    private static Process inNamespace(Path folder, Variant variant) throws Exception {
        String hash = output("openssl", "passwd", "-6", PASSWORD);
        Path home = Files.createDirectories(folder.resolve("home"));
        Files.write(
                folder.resolve("passwd"),
                with(
                        Files.readAllLines(Path.of("/etc/passwd")),
                        USER + ":x:" + USER_ID + ":" + USER_ID + "::" + home + ":" + variant.loginShell()));
        Files.write(
                folder.resolve("shadow"),
                with(Files.readAllLines(Path.of("/etc/shadow")), USER + ":" + hash + ":19000::::::"));
        Files.setPosixFilePermissions(folder.resolve("shadow"), PosixFilePermissions.fromString("rw-------"));
        Path sudoers = Files.writeString(
                folder.resolve("sudoers"), "Defaults lecture=never\nroot ALL=(ALL:ALL) ALL\n" + variant.sudoers());
        Files.setPosixFilePermissions(sudoers, PosixFilePermissions.fromString("r--r-----"));
        // Folders "etc", "bin" and "sys", where a test has made them, are seen in /etc and as /usr/local/bin and /sys
        // there.
        String script = "set -e; mount --make-rprivate /; cd " + folder + "\n"
                + "if [ -d etc ]; then mount -t overlay overlay -o lowerdir=$PWD/etc:/etc /etc; fi\n"
                + "if [ -d bin ]; then mount --bind bin /usr/local/bin; fi\n"
                + "if [ -d sys ]; then mount --bind sys /sys; fi\n"
                + "for f in passwd shadow sudoers; do [ ! -e /etc/$f ] || mount --bind $f /etc/$f; done\n"
                + "chown " + USER_ID + ":" + USER_ID + " home; mount -t tmpfs tmpfs /run; mkdir -m 755 /run/sshd\n"
                + "if [ -d chroot ]; then mount --bind chroot /mnt; fi\n"
                + "exec " + PROGRAM + " -D -e -f " + folder.resolve("sshd_config") + "\n";
        return new ProcessBuilder("unshare", "-m", "sh", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
    }

    /** Accounts, and one more in place of those that have its name or number: the machine may have a user of that name. */
    static List<String> with(List<String> accounts, String account) {
        String[] own = account.split(":", 4);
        return Stream.concat(
                        accounts.stream().filter(line -> {
                            String[] other = line.split(":", 4);
                            boolean sameNumber = own[1].equals("x") && other.length > 2 && other[2].equals(own[2]);
                            return !other[0].equals(own[0]) && !sameNumber;
                        }),
                        Stream.of(account))
                .toList();
    }

    static void keygen(Path file, String passphrase) throws Exception {
        if (!Files.exists(file)) {
            output("ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "test", "-f", file.toString());
        }
    }

    public static String output(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said.strip();
    }

    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPort() throws Exception {
        while (true) {
            if (!process.isAlive()) {
                throw new IOException("sshd ended: " + Files.readString(folder.resolve("sshd.log")));
            }
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
                return;
            } catch (IOException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** A client configuration with the alias {@code target}; the server's key is known. */
    public Path clientConfig(String... more) throws Exception {
        return clientConfig(folder.resolve("key"), true, more);
    }

    public Path clientConfig(Path key, boolean known, String... more) throws Exception {
        Path knownHosts = folder.resolve("known_hosts");
        String hostKey = Files.readString(folder.resolve("host_key.pub"));
        Files.writeString(knownHosts, known ? "[127.0.0.1]:" + port + " " + hostKey : "");
        List<String> lines = new ArrayList<>(List.of(
                "Host target",
                "  HostName 127.0.0.1",
                "  Port " + port,
                "  User " + user(),
                "  IdentityFile " + key,
                "  IdentitiesOnly yes",
                "  IdentityAgent none",
                "  UserKnownHostsFile " + knownHosts,
                "  GlobalKnownHostsFile /dev/null",
                "  StrictHostKeyChecking ask",
                "  UpdateHostKeys no"));
        lines.addAll(0, List.of(more));
        return Files.write(folder.resolve("client_config"), lines);
    }

    /** What this server has started: sessions and what runs in them. */
    List<ProcessHandle> processes() {
        return process.descendants().toList();
    }

    @Override
    public void close() {
        processes().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
