// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.host.Sshd;

/**
 * A run over a real ssh, killed with SIGKILL inside a step, and then resumed and undone through an alias of the ssh
 * configuration that leads to another host meanwhile: two sshd, each with a /sys of its own, the same functions at the same
 * addresses, and a setpci that changes their configuration space there. Only the machine-id tells them apart.
 */
@Tag("ssh-slow")
@Timeout(value = 8, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResumeElsewhereTest {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final Path TREE = Path.of("src/test/resources/org/peerpath/cases/pex-flat-dt-ats.tar.gz");
    private static final int WRITE = 3;

    /**
     * setpci -s FUNCTION ECAP_ACS+6.w[=VALUE:MASK] on files, whose capability it looks for as the hardware lists it (PCIe
     * 7.6.3). At one write it says so and waits, where a test has asked for that.
     */
    private static final String SETPCI = """
            #!/bin/sh
            config=/sys/bus/pci/devices/$2/config at=256
            number() { od -An -v -tu$2 -j"$1" -N"$2" "$config" | tr -d ' '; }
            while [ "$at" -ne 0 ] && [ $(($(number "$at" 4) & 0xffff)) -ne 13 ]; do at=$(($(number "$at" 4) >> 20)); done
            [ "$at" -ne 0 ] || { echo "setpci: Capability 000d not found." >&2; exit 1; }
            case $3 in
                ECAP_ACS+6.w) printf '%04x\\n' "$(number $((at + 6)) 2)"; exit ;;
                ECAP_ACS+6.w=*) ;;
                *) exit 1 ;;
            esac
            write=${3#*=} old=$(number $((at + 6)) 2)
            echo "$2 $3" >> FOLDER/writes
            pause() {
                [ -p FOLDER/reached ] && [ "$(wc -l < FOLDER/writes)" -eq NUMBER ] && [ ! -e FOLDER/paused ] || return 0
                : > FOLDER/paused
                echo "$1" > FOLDER/reached
                read -r _ < FOLDER/go
            }
            if [ "$(cat FOLDER/when)" = before ]; then pause before; fi
            new=$(((old & ~0x${write#*:}) | (0x${write%:*} & 0x${write#*:})))
            printf "\\\\$(printf %03o $((new & 255)))\\\\$(printf %03o $((new >> 8)))" |
                dd of="$config" bs=1 seek=$((at + 6)) conv=notrunc 2> /dev/null
            if [ "$(cat FOLDER/when)" = after ]; then pause after; fi
            """;

    @TempDir
    Path folder;

    private final List<Sshd> servers = new ArrayList<>();
    private final StringBuilder shown = new StringBuilder();
    private int asked;
    private @Nullable Process terminal;

    @BeforeEach
    void canBe() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(SCRIPT), "skipped: no terminal to be had (package bsdutils)");
        Sshd.assumeInstalled();
        Sshd.assumeRoot();
        Path ssh = Files.createDirectory(folder.resolve("bin")).resolve("ssh");
        Files.writeString(ssh, "#!/bin/sh\nexec /usr/bin/ssh -F '" + folder.resolve("config") + "' \"$@\"\n");
        executable(ssh);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void stop() {
        if (terminal != null) {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
        servers.forEach(Sshd::close);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A host: its /sys, its tools, its machine-id. */
    private Sshd host(String machineId) throws Exception {
        Path place = Files.createDirectory(folder.resolve("host-" + machineId.charAt(0)));
        Sshd.output("tar", "xzf", TREE.toAbsolutePath().toString(), "-C", place.toString());
        // What the host drivers of the case are given: physical addresses.
        for (Path type : files(place.resolve("sys/kernel/iommu_groups"), "type")) {
            Files.writeString(type, "identity\n");
        }
        Path setpci = Files.createDirectory(place.resolve("bin")).resolve("setpci");
        Files.writeString(
                setpci, SETPCI.replace("FOLDER", place.toString()).replace("NUMBER", Integer.toString(WRITE)));
        executable(setpci);
        Files.writeString(place.resolve("when"), "never");
        Files.writeString(Files.createDirectory(place.resolve("etc")).resolve("machine-id"), machineId + "\n");
        Sshd server = Sshd.start(place, new Sshd.Variant("/bin/sh", List.of("PermitRootLogin yes"), ""));
        servers.add(server);
        return server;
    }

    private void aliasLeadsTo(Sshd server) throws Exception {
        Files.copy(
                server.clientConfig("Host target", "  User root"),
                folder.resolve("config"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static List<Path> files(Path below, String name) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(file -> file.endsWith(name) && Files.isRegularFile(file))
                    .toList();
        }
    }

    /** Every function's configuration space, and what setpci was told to write. */
    private static Map<String, String> state(Sshd server) throws IOException {
        Map<String, String> state = new TreeMap<>();
        for (Path config : files(server.folder.resolve("sys"), "config")) {
            state.put(config.toString(), HexFormat.of().formatHex(Files.readAllBytes(config)));
        }
        return state;
    }

    private static boolean wasWrittenTo(Sshd server) {
        return Files.exists(server.folder.resolve("writes"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void isRefused(String when) throws Exception {
        Sshd here = host("a".repeat(32));
        Sshd elsewhere = host("b".repeat(32));
        Map<String, String> before = state(here);
        aliasLeadsTo(here);
        Path plan = folder.resolve("plan.json");
        assertEquals(0, run("plan ssh://target --goal bare-metal-gpudirect --as json > " + plan), shown::toString);
        Files.writeString(here.folder.resolve("when"), when);
        Sshd.output(
                "mkfifo",
                here.folder.resolve("reached").toString(),
                here.folder.resolve("go").toString());

        start("apply " + plan + " --on ssh://target");
        Thread person = Thread.ofPlatform().daemon().start(this::agreeing);
        assertEquals(when, Files.readString(here.folder.resolve("reached")).strip());
        long program = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle.of(program).orElseThrow().destroyForcibly();
        ProcessHandle.of(program).ifPresent(process -> process.onExit().join());
        person.join();
        Map<String, String> left = state(here);
        assertEquals(WRITE, Files.readAllLines(here.folder.resolve("writes")).size());
        assertNotEquals(before, left);
        Files.writeString(here.folder.resolve("go"), "on\n");

        aliasLeadsTo(elsewhere);
        Map<String, String> theirs = state(elsewhere);
        String run;
        try (Stream<Path> runs = Files.list(folder.resolve("state/peerpath/runs"))) {
            run = runs.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow()
                    .replace(".jsonl", "");
        }
        for (String way : List.of("--resume", "--undo")) {
            start("journal " + run + " " + way);
            agreeing();
            assertEquals(5, end(), shown::toString);
            assertTrue(shown.toString().contains("leads to another host than the one"), shown::toString);
            assertEquals(theirs, state(elsewhere));
            assertFalse(wasWrittenTo(elsewhere), way);
        }

        aliasLeadsTo(here);
        start("journal " + run + " --resume");
        agreeing();
        assertEquals(0, end(), shown::toString);
        assertNotEquals(left, state(here));
        start("journal " + run + " --undo");
        agreeing();
        assertEquals(0, end(), shown::toString);
        assertEquals(before, state(here));
        assertFalse(wasWrittenTo(elsewhere));
    }

    private int run(String command) throws Exception {
        start(command);
        agreeing();
        return end();
    }

    private void start(String command) throws IOException {
        String program =
                "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' org.peerpath.Main " + command;
        ProcessBuilder builder = new ProcessBuilder(
                        SCRIPT.toString(),
                        "-qefc",
                        "echo $$ > " + folder.resolve("pid") + "; exec " + program,
                        "/dev/null")
                .redirectErrorStream(true);
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("xdg").toString());
        shown.setLength(0);
        asked = 0;
        terminal = builder.start();
    }

    /** Reads to the end, and says yes to whatever is asked. */
    private void agreeing() {
        Process running = Objects.requireNonNull(terminal);
        try {
            InputStream said = running.getInputStream();
            for (int c = said.read(); c >= 0; c = said.read()) {
                shown.append((char) c);
                if (shown.indexOf("Type yes: ", asked) >= 0) {
                    asked = shown.length();
                    OutputStream in = running.getOutputStream();
                    in.write("yes\n".getBytes(StandardCharsets.UTF_8));
                    in.flush();
                }
            }
        } catch (IOException e) {
            // The program has been killed.
            return;
        }
    }

    private int end() throws Exception {
        Process running = Objects.requireNonNull(terminal);
        assertTrue(running.waitFor(1, TimeUnit.MINUTES));
        return running.exitValue();
    }
}
