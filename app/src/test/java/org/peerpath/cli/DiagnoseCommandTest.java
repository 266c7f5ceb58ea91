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
import java.util.Map;
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
            Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 12));
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
}
