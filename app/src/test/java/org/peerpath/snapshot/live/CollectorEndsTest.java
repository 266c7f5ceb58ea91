// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Snapshot;

/** What hangs is given up, and nothing that the collector started outlives its session. */
class CollectorEndsTest {
    @TempDir
    Path folder;

    static Stream<String> shells() {
        return Collector.shells();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aReadThatHangsIsGivenUpAndASuspendedDeviceLeftAlone(String shell) throws Exception {
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices"));
        for (String name : List.of("0000:00:01.0", "0000:00:02.0", "0000:00:03.0", "0000:00:04.0")) {
            Path real = folder.resolve("sys/devices/pci0000:00/" + name);
            Files.createDirectories(real.resolve("power"));
            Files.createSymbolicLink(devices.resolve(name), Path.of("../../../devices/pci0000:00/" + name));
            Files.writeString(real.resolve("vendor"), "0x8086\n");
            Files.writeString(real.resolve("driver_override"), "(null)\n");
            Files.writeString(real.resolve("current_link_speed"), "32.0 GT/s PCIe\n");
            Files.writeString(real.resolve("power/runtime_status"), "active\n");
            Files.write(real.resolve("config"), new byte[256]);
        }
        Files.writeString(devices.resolve("0000:00:03.0/power/runtime_status"), "suspended\n");
        Files.writeString(devices.resolve("0000:00:03.0/power_state"), "D3cold\n");
        Files.writeString(devices.resolve("0000:00:04.0/power/runtime_status"), "suspended\n");
        Files.writeString(devices.resolve("0000:00:04.0/power_state"), "D3hot\n");
        pipe(devices.resolve("0000:00:01.0/driver_override"));
        pipe(devices.resolve("0000:00:02.0/config"));
        pipe(devices.resolve("0000:00:03.0/config"));

        Snapshot snapshot =
                Collector.read(Collector.run(shell, Map.of("PEERPATH_ROOT", folder.toString(), "PEERPATH_LIMIT", "1")));

        FunctionFacts first = Collector.function(snapshot, "00:01.0");
        FunctionFacts second = Collector.function(snapshot, "00:02.0");
        FunctionFacts third = Collector.function(snapshot, "00:03.0");
        assertEquals("unknown.timed-out", Collector.why(first.text("driver_override")));
        assertEquals(256, first.bytes("config").asOptional().orElseThrow().length());
        assertEquals("(null)", second.text("driver_override").asOptional().orElseThrow());
        assertEquals("unknown.timed-out", Collector.why(second.bytes("config")));
        assertEquals("unknown.suspended", Collector.why(third.bytes("config")));
        assertEquals("unknown.suspended", Collector.why(third.text("current_link_speed")));
        FunctionFacts dozing = Collector.function(snapshot, "00:04.0");
        assertEquals(256, dozing.bytes("config").asOptional().orElseThrow().length(), "answers without waking");
        assertEquals(
                "32.0 GT/s PCIe", second.text("current_link_speed").asOptional().orElseThrow());
    }

    /** A process stuck in the kernel cannot be made here; one that no signal reaches looks the same to the script. */
    @ParameterizedTest
    @MethodSource("shells")
    void whatCannotBeEndedIsReported(String shell) throws Exception {
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices/0000:00:01.0"));
        pipe(devices.resolve("driver_override"));
        Files.writeString(devices.resolve("device"), "0x1\n");
        String deaf = "kill() { [ \"$2\" = KILL ] || command kill \"$@\"; }\n";
        Path script = Files.writeString(folder.resolve("deaf.sh"), deaf + CollectorScript.text());
        List<String> command = new ArrayList<>(List.of(shell.split(" ")));
        command.add(script.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(Map.of("PEERPATH_ROOT", folder.toString(), "PEERPATH_LIMIT", "1"));
        // Not to the end of the stream: what is stuck still holds it open.
        Snapshot snapshot = CollectorReader.read(builder.start().getInputStream(), "x", Optional.empty());
        assertEquals(
                "unknown.timed-out",
                Collector.why(Collector.function(snapshot, "00:01.0").text("driver_override")));
        assertEquals(Fact.known("0x1"), Collector.function(snapshot, "00:01.0").text("device"));
        List<String> left = snapshot.notes().stream()
                .map(Note::what)
                .filter(note -> note.key().equals("note.left-behind"))
                .map(note -> note.args().get(0) + " " + note.args().get(1))
                .toList();
        assertTrue(left.stream().anyMatch(process -> process.endsWith(" head")), left::toString);
        for (String process : left) {
            ProcessHandle.of(Long.parseLong(process.split(" ")[0])).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static void pipe(Path path) throws IOException, InterruptedException {
        Files.deleteIfExists(path);
        assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
    }

    @Test
    void whenStandardInputEndsEverythingItStartedEnds() throws Exception {
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices/0000:00:01.0"));
        pipe(devices.resolve("vendor"));
        Process process = new ProcessBuilder("sh", "-s").start();
        process.getOutputStream()
                .write(CollectorScript.withSettings(folder.toString(), false, 100)
                        .getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        byte[] first = process.getInputStream().readNBytes(30);
        assertTrue(new String(first, StandardCharsets.UTF_8).startsWith("@@ peerpath-collector"));
        while (process.descendants()
                .noneMatch(child -> child.info().commandLine().orElse("").contains("head -v"))) {
            Thread.onSpinWait();
            assertTrue(process.isAlive());
        }
        List<ProcessHandle> started = process.descendants().toList();
        process.getOutputStream().close();
        process.waitFor();
        for (ProcessHandle child : started) {
            // What is not a child of this program any more is reaped by others; a zombie runs nothing.
            child.onExit().get(10, TimeUnit.SECONDS);
        }
    }
}
