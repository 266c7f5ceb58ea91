// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.Snapshot;

/** The collector reads the same, and complains of nothing, where every file system is mounted read-only. */
class CollectorWritesNothingTest {
    /** Remounts everything, makes sure of it, and runs a script in it; the probes are gone if they could be made. */
    private static final String WORLD = """
            mount --make-rprivate / || exit 8
            cut -d ' ' -f 2 /proc/self/mounts | while read -r place; do
                mount -o remount,bind,ro "$(printf '%b' "$place")" 2> /dev/null
            done
            for folder in "$PWD" /tmp /var/tmp /run /dev/shm; do
                [ -d "$folder" ] || continue
                if touch "$folder/peerpath-probe" 2> /dev/null; then rm "$folder/peerpath-probe"; exit 9; fi
            done
            script=$1
            shift
            exec "$@" "$script"
            """;

    @TempDir
    Path folder;

    static java.util.stream.Stream<String> shells() {
        return Collector.shells();
    }

    @BeforeEach
    void needsRoot() {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Collector.onPath("unshare"), "skipped: needs root");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readsTheSameWhereNothingCanBeWritten(String shell) throws Exception {
        Path script = Files.writeString(folder.resolve("collect.sh"), CollectorScript.text());
        Path tree = Files.createDirectories(folder.resolve("tree/sys/bus/pci/devices/0000:00:01.0"));
        Files.writeString(tree.resolve("vendor"), "0x15b3\n");
        Files.write(tree.resolve("config"), new byte[256]);
        for (String root : new String[] {folder.resolve("tree").toString(), ""}) {
            Snapshot writable = Collector.read(run(root, shell, "sh", "-c", "s=$1; shift; exec \"$@\" \"$s\"", script));
            Snapshot readOnly = Collector.read(run(root, shell, "unshare", "-m", "sh", "-c", WORLD, script));
            assertEquals(writable.functions(), readOnly.functions());
            assertEquals(writable.host().keySet(), readOnly.host().keySet());
            assertEquals(writable.notes(), readOnly.notes());
        }
    }

    /** What it prints, after it has said nothing on standard error. */
    private byte[] run(String root, String shell, Object... words) throws Exception {
        java.util.List<String> command = new java.util.ArrayList<>();
        for (Object word : words) {
            if (word instanceof Path) {
                command.add("sh");
            }
            command.add(word.toString());
        }
        command.addAll(java.util.List.of(shell.split(" ")));
        Path errors = Files.createTempFile(folder, "errors", "");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("PEERPATH_ROOT", root);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), shell);
        assertEquals("", Files.readString(errors));
        return out.getBytes(StandardCharsets.UTF_8);
    }
}
