// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where logs may come from: files however packed, gathered folders; and what happens where there is none. */
class DiagnoseCommandTest {
    private static final String LOG = "[   12.000000] AMD-Vi: Completion-Wait loop timed out\n";

    @TempDir
    private Path folder;

    private interface Packer {
        OutputStream over(OutputStream out) throws IOException;
    }

    private static byte[] packed(Packer packer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream into = packer.over(out)) {
            into.write(LOG.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    @Test
    void anyUsualPackingWillDoWhateverTheNameSays() throws IOException {
        Map<String, Packer> packers = Map.of(
                "plain", out -> out,
                "gz", GzipCompressorOutputStream::new,
                "xz", XZCompressorOutputStream::new,
                "zst",
                        out -> ZstdCompressorOutputStream.builder()
                                .setOutputStream(out)
                                .get(),
                "bz2", BZip2CompressorOutputStream::new);
        for (Map.Entry<String, Packer> packer : packers.entrySet()) {
            Path file = folder.resolve("log-" + packer.getKey() + ".txt");
            Files.write(file, packed(packer.getValue()));
            CommandLineRun run = CommandLineRun.of("diagnose", file.toString());
            assertEquals(1, run.status(), packer.getKey() + run.err());
            assertTrue(run.out().contains("invalidation-timeout"), packer.getKey() + run.out());
        }
    }

    @Test
    void damagedPackingIsAnUnreadableLog() throws IOException {
        for (Packer packer : new Packer[] {GzipCompressorOutputStream::new, XZCompressorOutputStream::new}) {
            byte[] whole = packed(packer);
            Path file = folder.resolve("cut.log");
            Files.write(file, Arrays.copyOf(whole, whole.length - 12));
            CommandLineRun run = CommandLineRun.of("diagnose", file.toString());
            assertEquals(4, run.status(), run.out());
        }
    }

    @Test
    void aGatheredFolderGivesEveryLogInside() throws IOException {
        Path kernel = Files.createDirectories(folder.resolve("sosreport-x/sos_commands/kernel"));
        Files.writeString(kernel.resolve("dmesg"), LOG);
        Path pstore = Files.createDirectories(folder.resolve("sosreport-x/var/lib/systemd/pstore/1234"));
        Files.writeString(pstore.resolve("dmesg.txt"), "[  1.000000] Kernel panic - not syncing: x\n");
        Files.writeString(folder.resolve("sosreport-x/notes.txt"), "[  1.000000] kernel BUG at x\n");
        CommandLineRun run = CommandLineRun.of("diagnose", folder.toString());
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("sos_commands/kernel/dmesg"), run.out());
        assertTrue(run.out().contains("invalidation-timeout"), run.out());
        assertTrue(run.out().contains("kernel-crash"), run.out());
        assertTrue(!run.out().contains("notes.txt"), run.out());
    }

    @Test
    void aFolderWithoutLogsSaysSo() {
        CommandLineRun run = CommandLineRun.of("diagnose", folder.toString());
        assertEquals(4, run.status());
        assertTrue(run.err().contains("no kernel log was found inside"), run.err());
    }

    @Test
    void aFileThatIsNotThereIsNoHost() {
        CommandLineRun run =
                CommandLineRun.of("diagnose", folder.resolve("gone.log").toString());
        assertEquals(4, run.status());
        assertTrue(run.err().contains("no such file"), run.err());
    }

    private static final String SEPARATOR = "_".repeat(44) + "\n\n";

    /** Words of lockups stand in other sections too, and are not what happened. */
    private static String bugReport() {
        return SEPARATOR + """
                Start of NVIDIA bug report log file.  Please include this file, along
                nvidia-bug-report.sh Version: 34685233
                uname: Linux gpu7 6.8.0-60-generic #63
                """ + SEPARATOR + """
                *** /etc/modprobe.d/notes.conf
                *** ls: -rw-r--r-- 1 root root 1 2026-01-01 /etc/modprobe.d/notes.conf
                # [    9.000000] NMI watchdog: Watchdog detected hard LOCKUP on cpu 9
                """ + SEPARATOR + """
                /usr/bin/nvidia-smi -q

                NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.
                """ + SEPARATOR + """
                journalctl -b -0 _COMM=Xorg

                Nov 30 01:02:03 gpu7 kernel: BUG: soft lockup - CPU#213 stuck for 26s! [x:1]
                """ + SEPARATOR + """
                journalctl -b -1

                Nov 30 01:02:03 gpu7 kernel: Kernel panic - not syncing: x
                """ + SEPARATOR + """
                journalctl -b -2

                """
                + SEPARATOR + "dmesg:\n\n" + LOG + SEPARATOR + "/usr/bin/nvidia-smi -q\n\n"
                + "[    1.000000] kernel BUG at x\n" + SEPARATOR + "End of NVIDIA bug report log file.\n";
    }

    @Test
    void ofABugReportOnlyTheLogsAreReadAndBootsStayApart() throws IOException {
        Path file = folder.resolve("nvidia-bug-report.log.gz");
        try (OutputStream out = new GzipCompressorOutputStream(Files.newOutputStream(file))) {
            out.write(bugReport().getBytes(StandardCharsets.UTF_8));
        }
        CommandLineRun run = CommandLineRun.of("diagnose", file.toString());
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("log.gz: journalctl -b -1"), run.out());
        assertTrue(run.out().contains("log.gz: dmesg: 1 line,"), run.out());
        assertTrue(run.out().indexOf("kernel-crash") < run.out().indexOf("dmesg:"), run.out());
        assertTrue(run.out().indexOf("invalidation-timeout") > run.out().indexOf("dmesg:"), run.out());
        for (String elsewhere : new String[] {"LOCKUP on", "CPU#213", "Xid", "BUG at", "journalctl -b -2", "Xorg"}) {
            assertTrue(!run.out().contains(elsewhere), elsewhere + "\n" + run.out());
        }
    }

    @Test
    void anArchiveGivesTheLogsInside() throws IOException {
        Path file = folder.resolve("case.bin");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new XZCompressorOutputStream(Files.newOutputStream(file)))) {
            add(tar, "sos-1/etc/notes", "[   1.000000] kernel BUG at x\n");
            add(tar, "sos-1/sos_commands/kernel/dmesg", LOG);
            add(tar, "sos-1/sos_commands/kernel/dmesg_-T", LOG);
            add(tar, "sos-1/sos_commands/logs/journalctl_--no-pager_--boot_-1", "Kernel panic - not syncing: x\n");
            add(tar, "sos-1/sos_commands/logs/journalctl_--list-boots", "kernel BUG at x\n");
            add(tar, "sos-1/sos_commands/nvidia/report", bugReport());
        }
        CommandLineRun run = CommandLineRun.of("diagnose", file.toString());
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("sos_commands/kernel/dmesg: "), run.out());
        assertTrue(run.out().contains("--boot_-1"), run.out());
        assertTrue(run.out().contains("nvidia/report: journalctl -b -1"), run.out());
        assertTrue(!run.out().contains("BUG at"), run.out());
        assertTrue(!run.out().contains("dmesg_-T"), run.out());
    }

    /** Nobody calls his files as we would. */
    @Test
    void inALooseFolderALogIsKnownByItsContent() throws IOException {
        Files.writeString(folder.resolve("crash of tuesday"), "[   11.000000] pci 0000:17:00.0: x\n" + LOG);
        Files.writeString(
                folder.resolve("smi.txt"), "Attached GPUs : 1\nGPU 00000000:1B:00.0\n    kernel BUG at x : y\n");
        Files.write(folder.resolve("dmesg.1.gz"), Arrays.copyOf(packed(GzipCompressorOutputStream::new), 30));
        CommandLineRun run = CommandLineRun.of("diagnose", folder.toString());
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("crash of tuesday"), run.out());
        assertTrue(run.out().contains("invalidation-timeout"), run.out());
        assertTrue(!run.out().contains("smi.txt"), run.out());
        assertTrue(run.err().contains("dmesg.1.gz"), run.err());
    }

    private static void add(TarArchiveOutputStream tar, String name, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    @Test
    void quietLogsShareASentence() throws IOException {
        Files.writeString(folder.resolve("dmesg.0"), LOG);
        for (int i = 1; i < 20; i++) {
            Files.writeString(folder.resolve("dmesg." + i), "[    1.000000] pci 0000:00:00.0: fine\n");
        }
        CommandLineRun run = CommandLineRun.of("diagnose", folder.toString());
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("19 logs have nothing that Peerpath knows"), run.out());
        assertTrue(run.out().lines().count() < 10, run.out());
    }
}
