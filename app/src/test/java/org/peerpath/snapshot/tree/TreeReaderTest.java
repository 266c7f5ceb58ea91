// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.live.Collector;
import org.peerpath.testing.Corpus;
import org.peerpath.text.Texts;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class TreeReaderTest {
    private static final String REAL = "sys/devices/pci0000:00/0000:00:01.0";
    private static final String LINK = "sys/bus/pci/devices/0000:00:01.0";

    @TempDir
    Path folder;

    /** Writes archives member by member, with names no tar program would write. */
    private static final class Tar {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final TarArchiveOutputStream tar = new TarArchiveOutputStream(out);

        Tar() {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        }

        Tar file(String name, byte[] content) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name, true);
            entry.setSize(content.length);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
            return this;
        }

        Tar file(String name, String content) throws IOException {
            return file(name, content.getBytes(StandardCharsets.UTF_8));
        }

        Tar link(String name, String target) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK, true);
            entry.setLinkName(target);
            tar.putArchiveEntry(entry);
            tar.closeArchiveEntry();
            return this;
        }

        byte[] done() throws IOException {
            tar.close();
            return out.toByteArray();
        }
    }

    private static Tar host(String prefix) throws IOException {
        return new Tar()
                .link(prefix + LINK, "../../../devices/pci0000:00/0000:00:01.0")
                .file(prefix + REAL + "/vendor", "0x10de\n")
                .file(prefix + REAL + "/config", new byte[64])
                .link(prefix + REAL + "/driver", "../../../bus/pci/drivers/nvidia");
    }

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private Snapshot read(byte[] content) throws Exception {
        return TreeReader.read(write("x", content), "the file");
    }

    private String reason(byte[] content) throws IOException {
        Path file = write("x", content);
        String said =
                Texts.ENGLISH.say(assertThrows(UnreadableSourceException.class, () -> TreeReader.read(file, "the file"))
                        .reason());
        assertTrue(said.startsWith("the file: "), said);
        return said;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "./", "host1/", "a/b/c d/"})
    void theTreeMayLieAnywhereInside(String prefix) throws Exception {
        Snapshot snapshot = read(host(prefix).done());
        FunctionFacts function = Collector.function(snapshot, "00:01.0");
        assertEquals(Fact.known("/" + REAL), function.text(Attributes.REALPATH));
        assertEquals(Fact.known("0x10de"), function.text(Attributes.VENDOR));
        assertEquals(Fact.known("nvidia"), function.text(Attributes.DRIVER));
        assertEquals(
                64, function.bytes(Attributes.CONFIG).asOptional().orElseThrow().length());
        assertEquals(SourceKind.SYSFS_TREE, snapshot.origin().kind());
    }

    @Test
    void whatTheMakerOfATreeDidNotKeepIsUnknownAndNotAbsent() throws Exception {
        FunctionFacts function = Collector.function(read(host("").done()), "00:01.0");
        assertTrue(function.text(Attributes.IOMMU_GROUP).isUnknown());
        assertTrue(function.text(Attributes.DEVICE).isUnknown());
        assertTrue(function.text(Attributes.PHYSFN).isAbsent(), "links were kept, and there is none");
        byte[] bare = new Tar().file(LINK + "/vendor", "0x1\n").done();
        assertTrue(Collector.function(read(bare), "00:01.0")
                .text(Attributes.PHYSFN)
                .isUnknown());
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "gz", "xz", "zst", "bz2"})
    void compressionIsRecognisedByContent(String kind) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = switch (kind) {
            case "gz" -> new GZIPOutputStream(packed);
            case "xz" -> new XZOutputStream(packed, new LZMA2Options());
            case "zst" -> new ZstdOutputStream(packed);
            case "bz2" -> new BZip2CompressorOutputStream(packed);
            default -> packed;
        }) {
            out.write(host("h/").done());
        }
        Path file = write("no-telling-name", packed.toByteArray());
        assertTrue(TreeReader.recognises(file));
        assertEquals(1, TreeReader.read(file, "x").functions().size());
    }

    @ParameterizedTest
    @CsvSource({
        "../etc/passwd,outside of the archive",
        "a/../../b,outside of the archive",
        "/etc/passwd,outside of the archive"
    })
    void membersThatClimbOut(String name, String said) throws Exception {
        byte[] hostile = host("").file(name, "x").done();
        assertTrue(reason(hostile).contains(said));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc", "../../../../../../etc", "../../../../../x"})
    void linksThatPointOutAreNamedAndNotFollowed(String target) throws Exception {
        byte[] hostile =
                host("").link("sys/bus/pci/devices/0000:00:02.0", target).done();
        assertTrue(reason(hostile).contains("points to \"" + target + "\""));
        Files.createDirectories(folder.resolve("t/sys/bus/pci/devices"));
        Files.createSymbolicLink(folder.resolve("t/" + LINK), Path.of(target));
        assertThrows(UnreadableSourceException.class, () -> TreeReader.read(folder.resolve("t"), "x"));
    }

    @Test
    void linksOfFilesAreNeverFollowedOutOfAFolder() throws Exception {
        Path real = Files.createDirectories(folder.resolve("t").resolve(LINK));
        Path secret = Files.writeString(folder.resolve("secret"), "secret\n");
        Files.createSymbolicLink(real.resolve("vendor"), secret);
        Files.createSymbolicLink(real.resolve("device"), Path.of("../../../../../../secret"));
        Files.createSymbolicLink(real.resolve("class"), Path.of("revision"));
        Files.writeString(real.resolve("revision"), "0x01\n");
        FunctionFacts function = Collector.function(TreeReader.read(folder.resolve("t"), "x"), "00:01.0");
        assertTrue(function.text(Attributes.VENDOR).isUnknown());
        assertTrue(function.text(Attributes.DEVICE).isUnknown());
        assertEquals(Fact.known("0x01"), function.text(Attributes.CLASS), "a link inside is");
    }

    @Test
    void loopsEnd() throws Exception {
        byte[] loops = host("").link(REAL + "/net", "net2")
                .link(REAL + "/net2", "net")
                .link("sys/bus/pci/devices/0000:00:02.0", "0000:00:03.0")
                .link("sys/bus/pci/devices/0000:00:03.0", "0000:00:02.0")
                .link(REAL + "/infiniband", ".")
                .done();
        assertTrue(read(loops).functions().containsKey(Address.of("00:01.0")));
    }

    @Test
    void aPipeInAFolderIsNotOpened() throws Exception {
        Path real = Files.createDirectories(folder.resolve("t").resolve(LINK));
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", real.resolve("vendor").toString())
                        .start()
                        .waitFor());
        Files.writeString(real.resolve("device"), "0x1\n");
        assertEquals(1, TreeReader.read(folder.resolve("t"), "x").functions().size());
    }

    @Test
    void aBombIsStoppedAtTheLimit() throws Exception {
        Path file = folder.resolve("x");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new ZstdOutputStream(Files.newOutputStream(file)))) {
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            TarArchiveEntry entry = new TarArchiveEntry("zeros");
            entry.setSize(1030L << 20);
            tar.putArchiveEntry(entry);
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 1030; i++) {
                tar.write(zeros);
            }
            tar.closeArchiveEntry();
        }
        String said =
                Texts.ENGLISH.say(assertThrows(UnreadableSourceException.class, () -> TreeReader.read(file, "the file"))
                        .reason());
        assertEquals("the file: it unpacks to more than 1024 MiB", said);
    }

    @Test
    void aHugeAttributeIsCutAsTheCollectorCutsIt() throws Exception {
        byte[] big = new byte[1 << 20];
        Arrays.fill(big, (byte) 'x');
        Snapshot read = read(host("").file("sys/class/dmi/id/product_name", big).done());
        assertEquals(
                8192,
                read.hostText(HostFiles.PRODUCT_NAME).asOptional().orElseThrow().length());
    }

    @Test
    void everyCutOfAnArchiveGivesAReasonOrWhatIsThere() throws Exception {
        byte[] whole = host("").done();
        for (int length = 0; length < whole.length; length += 97) {
            byte[] cut = Arrays.copyOf(whole, length);
            try {
                read(cut);
            } catch (UnreadableSourceException e) {
                assertTrue(Texts.ENGLISH.say(e.reason()).startsWith("the file: "));
            }
        }
    }

    @Test
    void anyDamageGivesASnapshotOrAReason() throws Exception {
        byte[] whole = host("").done();
        Random random = new Random(5);
        for (int round = 0; round < 500; round++) {
            byte[] damaged = whole.clone();
            for (int i = random.nextInt(8); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                read(damaged);
            } catch (UnreadableSourceException e) {
                assertTrue(Texts.ENGLISH.say(e.reason()).startsWith("the file: "));
            }
        }
    }

    @Test
    void whatIsNoTreeIsNotRecognised() throws Exception {
        for (byte[] content : List.of(
                new byte[0], new byte[4096], "00:00.0 Host bridge\n".repeat(100).getBytes(StandardCharsets.UTF_8))) {
            assertFalse(TreeReader.recognises(write("x", content)));
        }
        assertTrue(reason(new Tar().file("a/b", "c").done()).contains("no sys/bus/pci/devices"));
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThrows(UnreadableSourceException.class, () -> TreeReader.read(empty, "x"));
    }

    @Test
    void otherPeoplesArchives() throws Exception {
        Path corpus = Corpus.path("hwloc");
        Map<String, Integer> functions = Map.of(
                "015-40intel64-2g2n4c-pcilocality-sysfs.tar.bz2", 37,
                "016-32em64t-2n8c-dax-nvme-mic-dimms-sysfs.tar.bz2", 137,
                "018-40intel64-4n10c-pci-conflicts-sysfs.tar.bz2", 3);
        for (Map.Entry<String, Integer> archive : functions.entrySet()) {
            Path file = corpus.resolve(archive.getKey());
            assertTrue(TreeReader.recognises(file));
            Snapshot snapshot = TreeReader.read(file, "x");
            assertEquals(archive.getValue(), snapshot.functions().size());
            assertTrue(
                    snapshot.functions().values().stream()
                            .allMatch(f -> f.text(Attributes.IOMMU_GROUP).isUnknown()),
                    "hwloc does not gather IOMMU groups, so nothing is known about them");
        }
    }
}
