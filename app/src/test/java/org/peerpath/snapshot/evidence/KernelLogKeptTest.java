// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.KernelLogLines;

/** A kernel log in a source leaves the lines in the snapshot that findings ask for, wherever in it the log stands. */
class KernelLogKeptTest {
    private static final String BOOT = "[    0.000000] Linux version 6.8.0-60-generic (buildd@x) (gcc 13) #63";
    private static final String SHORT = "[   12.345678] mlx5_core 0000:18:00.0: not enough MMIO resources for SR-IOV";
    private static final String LSPCI = "18:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]";

    @TempDir
    Path folder;

    private Fact<String> read(String file, String... lines) throws Exception {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, List.of(lines));
        return KernelLogLines.of(Recognizer.open(
                file.contains("/") ? folder.resolve(Path.of(file).getName(0)).toString() : path.toString()));
    }

    private static void holds(Fact<String> log, String... lines) {
        assertEquals(
                List.of(lines),
                log.asOptional().orElseThrow().lines().filter(l -> !l.isBlank()).toList());
    }

    @Test
    void inALogOfItsOwn() throws Exception {
        holds(
                read("log", BOOT, "[    1.0] pci 0000:18:00.0: [15b3:1021] type 00 class 0x020000", SHORT),
                "[    0.000000] Linux version 6.8.0-60-generic",
                SHORT);
    }

    @Test
    void inASupportArchive() throws Exception {
        Files.createDirectories(folder.resolve("sos/sos_commands/pci"));
        Files.writeString(folder.resolve("sos/sos_commands/pci/lspci"), LSPCI + "\n");
        holds(
                read("sos/sos_commands/kernel/dmesg", BOOT, SHORT),
                "[    0.000000] Linux version 6.8.0-60-generic",
                SHORT);
    }

    @Test
    void besideOtherOutputInOnePasteButNotWhatSomebodyMerelyWrites() throws Exception {
        holds(read("paste", LSPCI, "", "$ dmesg | tail -2", "[   11.0] usb 1-1: new device", SHORT), SHORT);
        assertTrue(read("prose", LSPCI, "", "he says: not enough MMIO resources for SR-IOV")
                .isUnknown());
    }

    @Test
    void ofSeveralFilesAll() throws Exception {
        Files.createDirectories(folder.resolve("case"));
        Files.writeString(folder.resolve("case/a.txt"), LSPCI + "\n");
        Files.writeString(folder.resolve("case/b.log"), BOOT + "\n" + SHORT + "\n");
        holds(
                read("case/c.log", "[   99.0] pci 0000:18:00.0: disabling ATS", "[  100.0] usb 1-1: new device"),
                "[    0.000000] Linux version 6.8.0-60-generic",
                SHORT,
                "[   99.0] pci 0000:18:00.0: disabling ATS");
    }

    @Test
    void aSourceWithoutALogHasNone() throws Exception {
        assertTrue(read("lspci", LSPCI).isUnknown());
    }
}
