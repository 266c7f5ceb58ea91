// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.testing.Cases;

/** What people copy is often cut off, wrapped or without names: none of it may turn into an all-clear. */
class PastedPartsTest {
    private static final int CUTS = Integer.getInteger("peerpath.cuts", 6);

    @TempDir
    private Path folder = Path.of("");

    private String file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes).toString();
    }

    private String file(String name, String text) throws IOException {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** However short a paste is cut, it does not look better than the whole. */
    @Test
    void noPartIsFineWhereTheWholeIsNot() throws IOException {
        Random random = new Random(7);
        List<Path> pastes = Stream.concat(Cases.files("field/text", ".txt"), Cases.files("field/text", ".xml"))
                .toList();
        int cuts = 0;
        for (Path paste : pastes) {
            byte[] whole = Files.readAllBytes(paste);
            if (CommandLineRun.of("check", paste.toString()).status() == 0) {
                continue;
            }
            for (int i = 0; i < CUTS; i++) {
                int length = 1 + random.nextInt(whole.length - 1);
                CommandLineRun run = CommandLineRun.of("check", file("part", Arrays.copyOf(whole, length)));
                assertTrue(run.status() != 0, paste.getFileName() + " cut at " + length + ":\n" + run.out());
                cuts++;
            }
        }
        assertTrue(cuts > 10 * CUTS, cuts + " cuts");
    }

    /** {@code lspci -t} without names does not say what is below the ports. */
    @Test
    void aTreeWithoutNamesIsUnknown() throws IOException {
        CommandLineRun run = CommandLineRun.of("check", file("tree", """
                        -+-[0000:80]-+-00.0
                         |           \\-01.0-[81]----00.0
                         \\-[0000:00]-+-00.0
                                     \\-01.0-[01]----00.0
                        """));
        assertEquals(3, run.status(), run.out());
        assertTrue(run.out().contains("does not say what its functions are"), run.out());
    }

    /** A few lines of a listing, none of them a NIC or a GPU. */
    @Test
    void aListingWithoutEitherIsTakenForAPart() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "check", file("lspci", "00:00.0 Host bridge [0600]: Intel Corporation Device [8086:09a2]\n"));
        assertEquals(3, run.status(), run.out());
        assertTrue(run.out().contains("may be a part of a longer one"), run.out());
    }

    @Test
    void whatKubectlPutsBeforeEachLineIsTakenOff() throws IOException {
        String pod = "[pod/debug-7x2/shell] ";
        CommandLineRun run = CommandLineRun.of(
                "check",
                file(
                        "pod",
                        pod + "01:00.0 3D controller: NVIDIA Corporation GA100 (rev ff)\n" + pod
                                + "41:00.0 Infiniband controller: Mellanox Technologies MT28908 [ConnectX-6]\n"));
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("No answer from GPU 0"), run.out());
    }

    /** PowerShell redirects in UTF-16, with the mark of either order. */
    @Test
    void aWideLogIsReadLikeAnyOther() throws IOException {
        String log = "[  100.000000] NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus.\r\n";
        for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            CommandLineRun run = CommandLineRun.of("diagnose", file("wide", ("\ufeff" + log).getBytes(charset)));
            assertEquals(1, run.status(), run.err());
            assertTrue(run.out().contains("fell off the bus"), run.out());
        }
    }

    @Test
    void libvirtsColonIsNoPartOfTheTime() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "diagnose", file("libvirt", "2026-11-30 12:00:00.000+0000: 1234: info : libvirt version: 11.0.0\n"));
        assertTrue(run.out().contains("to 2026-11-30 12:00:00.000+0000."), run.out());
    }

    /** What is known, yet no trouble alone, is shown: "nothing known" would not be true. */
    @Test
    void correctedErrorsAloneAreShown() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "diagnose",
                file(
                        "corrected",
                        "[ 100.0] nvidia 0000:17:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver"
                                + " ID)\n"));
        assertEquals(0, run.status(), run.out());
        assertTrue(run.out().contains("no trouble alone"), run.out());
        assertTrue(run.out().contains("severity=Corrected"), run.out());
    }
}
