// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.host.HostException;
import org.peerpath.host.Prompter;
import org.peerpath.host.SshHost;
import org.peerpath.host.SshName;
import org.peerpath.host.SshSettings;

/** One emulated machine, running, with root reachable over SSH on loopback. */
public final class LabHost {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final LabScript script;
    private static final int STARTS = 3;
    private static final String EMULATOR_ENDED = "the emulator ended";

    private final String name;
    private final Map<String, String> address;
    private final Path control;

    private LabHost(LabScript script, String name, Map<String, String> address) {
        this.script = script;
        this.name = name;
        this.address = address;
        try {
            control = Files.createTempDirectory("lab-ssh").resolve("master");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LabHost start(LabScript script, String name, Lab wanted) {
        String printed = up(
                script,
                "up",
                name,
                "--topology",
                wanted.value(),
                "--userland",
                wanted.userland(),
                "--iommu",
                wanted.iommu(),
                "--memory",
                Integer.toString(wanted.memory()),
                "--owner",
                Long.toString(ProcessHandle.current().pid()),
                "--patience",
                "600");
        Map<String, String> address = printed.lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toUnmodifiableMap(pair -> pair[0], pair -> pair[1]));
        if (wanted.disguised() && !"yes".equals(address.get("disguise"))) {
            throw new LabUnavailableException("devices can be disguised as a GPU server's by root only");
        }
        if (wanted.sriov() && !"yes".equals(address.get("sriov_nic"))) {
            throw new LabUnavailableException("the emulator is too old to have a NIC with SR-IOV");
        }
        LabHost host = new LabHost(script, name, address);
        host.connect();
        return host;
    }

    /** The emulator has been seen to end at its start without a word; the machine is then started anew, and that is said. */
    static String up(LabScript script, String... words) {
        for (int left = STARTS - 1; ; left--) {
            try {
                return script.run(words);
            } catch (AssertionError e) {
                String said = String.valueOf(e.getMessage()).strip();
                if (left == 0 || !said.contains(EMULATOR_ENDED)) {
                    throw e;
                }
                System.out.println("lab: " + said + "; it is started once more");
            }
        }
    }

    /** What to type after {@code ssh -F} {@link #config()}; a Host alias. */
    public String alias() {
        return get("source");
    }

    /** The OpenSSH client configuration that knows the alias, its key and its host key. */
    public Path config() {
        return Path.of(get("config"));
    }

    /** The folder of the emulator's own files on this machine. */
    public Path emulator() {
        return Path.of(get("emulator"));
    }

    /** The port on 127.0.0.1 that leads to the machine's port 22. */
    public int port() {
        return Integer.parseInt(get("port"));
    }

    /** The kernel's log on the serial line, and a line at each boot that it is ready. */
    public Path console() {
        return Path.of(get("state"), name, "console");
    }

    /** Runs a command there as root; it must succeed. What it printed, without the last line break. */
    public String run(String command) {
        Output output = tryRun(command);
        if (output.status() != 0) {
            throw new AssertionError(command + "\nended with " + output.status() + ": " + output.err() + output.out());
        }
        return output.out().stripTrailing();
    }

    /** Runs a command there, whatever comes of it. */
    public Output tryRun(String command) {
        return tryRun(command, new byte[0]);
    }

    /** The same, with standard input. */
    public Output tryRun(String command, byte[] input) {
        List<String> words = ssh("root", command);
        // Over the kept connection where there is one: a new one costs seconds on a busy machine.
        words.addAll(1, List.of("-o", "ControlPath=" + control));
        return Commands.run(words, input, LIMIT);
    }

    /** Runs a command there as {@code admin}, who may use sudo, or {@code user}, who may nothing. */
    public Output tryRunAs(String user, String command) {
        return Commands.run(ssh(user, command), new byte[0], LIMIT);
    }

    /**
     * The same machine as the program itself reaches it.
     *
     * @param user {@code root}, {@code admin} or {@code user}
     */
    public SshHost sshHost(String user) {
        SshSettings settings =
                new SshSettings("ssh", Optional.of(config()), Duration.ofMinutes(1), Duration.ofSeconds(3), 5);
        try {
            return new SshHost(SshName.parse(user + "@" + alias()), settings, Prompter.NOBODY, stage -> {});
        } catch (HostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts a command there over a connection that notices within seconds when the machine stops answering. */
    public Process start(String command) {
        try {
            return new ProcessBuilder(ssh("root", command))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> ssh(String user, String command) {
        List<String> words = new ArrayList<>(List.of("ssh", "-F", config().toString()));
        words.addAll(List.of("-o", "BatchMode=yes", "-o", "ConnectTimeout=60"));
        words.addAll(List.of("-o", "ServerAliveInterval=2", "-o", "ServerAliveCountMax=5", "-l", user));
        words.addAll(List.of("--", alias(), command));
        return words;
    }

    private void connect() {
        List<String> words = ssh("root", "true");
        words.addAll(1, List.of("-fNM", "-o", "ControlPath=" + control));
        try {
            new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void disconnect() {
        Commands.run(
                List.of("ssh", "-F", config().toString(), "-o", "ControlPath=" + control, "-O", "exit", alias()),
                new byte[0],
                LIMIT);
    }

    /** Stops the whole machine in mid-air, as a hard lockup does. */
    public void freeze() {
        disconnect();
        script.run("freeze", name);
    }

    /** Lets a frozen machine go on; nothing happens to one that is not frozen. */
    public void resume() {
        script.run("continue", name);
    }

    /** A power cycle; returns when the machine takes logins again. */
    public void reset() {
        disconnect();
        script.run("reset", name, "--patience", "600");
        connect();
    }

    /** Crashes the kernel, which does not restart. */
    public void panic() {
        disconnect();
        script.run("panic", name);
    }

    /** The kernel's id of this boot. */
    public String bootId() {
        return run("cat /proc/sys/kernel/random/boot_id");
    }

    /** Copies bytes to a file there. */
    public void write(String path, byte[] content) {
        Output output = tryRun("cat > '" + path + "'", content);
        if (output.status() != 0) {
            throw new AssertionError("write " + path + ": " + output.err());
        }
    }

    /** The state after boot: put back by hand in the guest, or by a reset where that does not succeed. */
    void restore() {
        resume();
        if (!Files.exists(control)) {
            connect();
        }
        Output output = tryRun("lab-state restore");
        if (output.status() != 0) {
            System.out.println("lab: " + name + " is reset: " + output.err() + output.out());
            reset();
        }
    }

    /** Ends the kept connection; the machine itself ends with all others of the run. */
    void close() {
        resume();
        disconnect();
        try {
            Files.deleteIfExists(control);
            Files.deleteIfExists(control.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String get(String key) {
        String value = address.get(key);
        if (value == null) {
            throw new IllegalStateException("lab up did not print " + key);
        }
        return value;
    }
}
