// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.live.Collector;
import org.peerpath.testing.HostBuilder;

/** The few lines of a kernel log that a snapshot keeps, from files and from the collector alike. */
class KernelLogLinesTest {
    private static final String SHORT = "mlx5_core 0000:b0:00.0: not enough MMIO resources for SR-IOV";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                SHORT,
                "[   12.345678] mlx5_core 0000:b0:00.0: can't enable 64 VFs (bus b2 out of range of [bus b0-b1])",
                "kernel: ice 0000:b0:00.0: Only 0 MSI-X interrupts available for SR-IOV. Not enough to support",
                "<6>pci 0000:0b:00.0: disabling ATS"
            })
    void whatFindingsAskForIsKeptAsItStands(String line) {
        assertEquals(Optional.of(line), KernelLogLines.kept(line));
    }

    @Test
    void ofTheFirstLineOnlyTheVersionWithoutWhoBuiltIt() {
        assertEquals(
                Optional.of("[    0.000000] Linux version 6.8.0-60-generic"),
                KernelLogLines.kept("[    0.000000] Linux version 6.8.0-60-generic (somebody@somewhere) (gcc 13) #63"));
    }

    @Test
    void nothingElseIsKeptAndNothingIsEndless() {
        assertEquals(Optional.empty(), KernelLogLines.kept("[    1.0] usb 1-1: new high-speed USB device number 2"));
        assertEquals(
                500, KernelLogLines.kept(SHORT + "x".repeat(9000)).orElseThrow().length());
    }

    /** Busybox has a dmesg of its own, which no path replaces. */
    static Stream<String> shells() {
        return Collector.shells().filter(shell -> !shell.startsWith("busybox"));
    }

    /** The collector with other programs in the place of dmesg and journalctl. */
    private Fact<String> collected(String shell, String dmesg, String journal) throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/sys/bus/pci/devices")), "skipped: no PCI here");
        program("dmesg", dmesg);
        program("journalctl", journal);
        String path = folder + ":" + System.getenv("PATH");
        return KernelLogLines.of(Collector.read(Collector.run(shell, Map.of("PATH", path))));
    }

    private void program(String name, String script) throws Exception {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String say(String... lines) {
        return "cat << 'END'\n" + String.join("\n", lines) + "\nEND";
    }

    @ParameterizedTest
    @MethodSource("shells")
    void theRingBufferIsEnoughWhereItHoldsTheBoot(String shell) throws Exception {
        Fact<String> log = collected(
                shell,
                say("[    0.000000] Linux version 7.1.0 (a@b) #1", "[    1.0] usb 1-1: new", "[   12.3] " + SHORT),
                say("wrong"));
        assertEquals(Fact.known("[    0.000000] Linux version 7.1.0\n[   12.3] " + SHORT), log);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void theJournalIsAskedWhereTheBufferHasLostTheBootOrMayNotBeRead(String shell) throws Exception {
        String journal =
                say("[    0.000000] host kernel: Linux version 7.1.0 (a@b) #1", "[   12.3] host kernel: " + SHORT);
        Fact<String> whole =
                Fact.known("[    0.000000] host kernel: Linux version 7.1.0\n[   12.3] host kernel: " + SHORT);
        assertEquals(whole, collected(shell, say("[   99.0] usb 1-1: new"), journal));
        assertEquals(whole, collected(shell, "echo 'dmesg: read kernel buffer failed' >&2; exit 1", journal));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void ofABufferThatHasLostTheBootTheRestIsKept(String shell) throws Exception {
        assertEquals(Fact.known("[   99.0] " + SHORT), collected(shell, say("[   99.0] " + SHORT), "exit 1"));
        assertEquals(Fact.known(""), collected(shell, say("[   99.0] usb 1-1: new"), say("[   99.0] usb 1-1: new")));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aLogThatMayNotBeReadIsUnknownAndNotSilent(String shell) throws Exception {
        Fact<String> log = collected(shell, "exit 1", "exit 1");
        assertTrue(log.isUnknown());
        assertFalse(log.whyUnknown().orElseThrow().key().contains("not-in-source"), log.toString());
    }

    @Test
    void aSnapshotWithoutOneIsUnknownHoweverMuchElseItLists() {
        Snapshot snapshot = HostBuilder.named("none").build();
        assertEquals(
                List.of(HostFiles.KERNEL_LOG),
                KernelLogLines.of(snapshot).whyUnknown().orElseThrow().args());
    }
}
