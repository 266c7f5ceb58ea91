// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.snapshot.evidence.PasteTest.facts;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Disagreements;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Archives;
import org.peerpath.text.Texts;

/** Several files of one case, and what is wrong with archives that arrive. */
class EvidenceFilesTest {
    private static final String NIC = "0000:18:00.0";
    private static final String LSPCI =
            "18:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]\n";
    private static final String FIRST = "a lspci of today";
    private static final String ETHTOOL =
            "driver: mlx5_core\nfirmware-version: 40.46.5500 (X)\nbus-info: 0000:18:00.0\n";
    private static final Map<String, String> CASE = new TreeMap<>(Map.of(
            FIRST,
            LSPCI,
            "b",
            ETHTOOL,
            "c",
            "0000:18:00.0 mlx5_4 (MT4131 - X) fw 40.46.5500 port 1 (ACTIVE) ==> ib0 (Up)\n",
            "d",
            "CA 'mlx5_4'\n\tCA type: MT4131\n\tFirmware version: 40.46.5500\n",
            "e.jpg",
            "IOMMU Group 77 18:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]\n"));

    @TempDir
    private Path folder;

    private static void isWhole(Snapshot snapshot) {
        assertEquals(SourceKind.SEVERAL, snapshot.origin().kind());
        assertEquals(1, snapshot.functions().size());
        Map<String, Reading> read = facts(snapshot, NIC).attributes();
        assertEquals("lspci", read.get(Attributes.DEVICE) instanceof Reading.Text t ? t.source() : "-");
        assertEquals("ethtool -i", read.get(Attributes.FIRMWARE_VERSION) instanceof Reading.Text t ? t.source() : "-");
        assertEquals(new Reading.Text("77", "IOMMU group listing"), read.get(Attributes.IOMMU_GROUP), read::toString);
        assertEquals(new Reading.Text("MT4131", "ibstat"), read.get("infiniband/mlx5_4/hca_type"), read::toString);
    }

    /** Two listings of one function, taken at different times, are no one host. */
    @Test
    void listingsThatDifferAreSaid() throws Exception {
        String listing = """
                17:00.0 PCI bridge [0604]: Mellanox Technologies Device [15b3:197c]
                \tCapabilities: [148 v1] Access Control Services
                \t\tACSCap:\tSrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans+
                \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
                """;
        String other = listing.replace("DirectTrans-", "DirectTrans+") + "\tKernel driver in use: pcieport\n";
        Path files = Archives.write(folder, Archives.Form.FOLDER, new TreeMap<>(Map.of("a", listing, "b", other)));
        assertEquals(
                List.of("lspci/ACSCtl"),
                Disagreements.of(Recognizer.open(files, "case")).stream()
                        .map(Disagreements.Disagreement::what)
                        .toList());
    }

    /** Each fact says which file's tool it comes from. */
    @Test
    void severalFilesDroppedAtOnceEnrichOneSnapshot() throws Exception {
        Path files = Archives.write(folder, Archives.Form.FOLDER, CASE);
        List<String> names = CASE.keySet().stream()
                .map(name -> files.resolve(name).toString())
                .toList();
        isWhole(Recognizer.together(names));
        isWhole(Recognizer.all(names));
    }

    @Test
    void oneFileAloneIsWhatItIs() throws Exception {
        String name = Archives.write(folder, Archives.Form.FOLDER, CASE)
                .resolve(FIRST)
                .toString();
        assertEquals(Recognizer.open(name), Recognizer.all(List.of(name)));
    }

    /** Where all files are meant to count, the answer must not be about some of them only. */
    @Test
    void allOfThemAreReadOrNone() throws Exception {
        Path files = Archives.write(folder, Archives.Form.FOLDER, CASE);
        String gone = files.resolve("gone").toString();
        List<String> names = List.of(files.resolve(FIRST).toString(), gone);
        assertEquals(
                List.of(gone),
                Recognizer.together(names).notes().stream().map(Note::place).toList());
        assertThrows(UnreadableSourceException.class, () -> Recognizer.all(names));
    }

    @ParameterizedTest
    @EnumSource
    void soDoTheSameFilesInAFolderOrArchive(Archives.Form form) throws Exception {
        isWhole(Recognizer.open(Archives.write(folder, form, CASE), "case"));
    }

    @Test
    void oneThatCannotBeReadSpoilsNoneOfTheOthers() throws Exception {
        Path files = Archives.write(folder, Archives.Form.FOLDER, CASE);
        Files.write(files.resolve("photo.log"), new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0, 0});
        Files.writeString(files.resolve("notes.txt"), "Dear all,\nplease look at this.\n");
        Snapshot snapshot = Recognizer.open(files, "case");
        isWhole(snapshot);
        List<String> said = snapshot.notes().stream()
                .map(note -> note.place() + ": " + Texts.ENGLISH.say(note.what()))
                .toList();
        assertTrue(said.contains("photo.log: it is a JPEG file, not text"), said::toString);
        assertTrue(said.stream().anyMatch(s -> s.startsWith("notes.txt: not recognised")), said::toString);
    }

    // ---- Links -----------------------------------------------------------------------------------------------------

    @Test
    void linksInAFolderAreNotFollowed() throws Exception {
        Path files = Archives.write(folder, Archives.Form.FOLDER, CASE);
        Files.createSymbolicLink(files.resolve("self"), Path.of("self"));
        Files.createSymbolicLink(files.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(files.resolve("round"), files);
        Files.createSymbolicLink(files.resolve("gone"), Path.of("nowhere"));
        Files.createSymbolicLink(files.resolve("out"), Path.of("/etc/passwd"));
        isWhole(assertTimeoutPreemptively(Duration.ofSeconds(30), () -> Recognizer.open(files, "case")));
    }

    @Test
    void linksInATreeThatLoopEndTheLookingAndNotTheProgram() throws Exception {
        Path devices = Files.createDirectories(folder.resolve("tree/sys/bus/pci/devices"));
        Path real = Files.createDirectories(folder.resolve("tree/sys/devices/pci0000:00/0000:00:01.0"));
        Files.writeString(real.resolve("vendor"), "0x10de\n");
        Files.createSymbolicLink(devices.resolve("0000:00:01.0"), Path.of("../../../devices/pci0000:00/0000:00:01.0"));
        Files.createSymbolicLink(devices.resolve("0000:00:02.0"), Path.of("0000:00:03.0"));
        Files.createSymbolicLink(devices.resolve("0000:00:03.0"), Path.of("0000:00:02.0"));
        Files.createSymbolicLink(real.resolve("driver"), Path.of("driver"));
        Files.createSymbolicLink(real.resolve("physfn"), Path.of("../0000:00:01.0/physfn"));
        Snapshot snapshot = assertTimeoutPreemptively(
                Duration.ofSeconds(30), () -> Recognizer.open(folder.resolve("tree"), "tree"));
        assertEquals(Fact.known("0x10de"), facts(snapshot, "0000:00:01.0").text(Attributes.VENDOR));
    }

    @Test
    void linksInAnArchiveThatLoop() throws Exception {
        Path file = folder.resolve("loop");
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(file))) {
            link(tar, "s/sys/bus/pci/devices/0000:00:02.0", "0000:00:03.0");
            link(tar, "s/sys/bus/pci/devices/0000:00:03.0", "0000:00:02.0");
            link(tar, "s/sys/bus/pci/devices/0000:00:04.0", "../../../bus/pci/devices/0000:00:04.0");
            link(tar, "s/sos_commands/pci/lspci", "../../sos_commands/pci/lspci");
            add(tar, "s/sys/bus/pci/devices/0000:00:01.0/vendor", "0x10de\n");
            add(tar, "s/sos_commands/pci/lspci_-nnvv", LSPCI);
        }
        Snapshot snapshot = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> Recognizer.open(file, "case"));
        assertEquals(Fact.known("0x10de"), facts(snapshot, "0000:00:01.0").text(Attributes.VENDOR));
        assertEquals(
                "0x1023",
                facts(snapshot, NIC).text(Attributes.DEVICE).asOptional().orElse("-"));
    }

    // ---- Refusals --------------------------------------------------------------------------------------------------

    private String refusal(Path file) {
        UnreadableSourceException e = assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> assertThrows(UnreadableSourceException.class, () -> Recognizer.open(file, "it")));
        return Texts.ENGLISH.say(e.reason());
    }

    @ParameterizedTest
    @CsvSource({
        "ffd8ffe000104a46494600, it: it is a JPEG file",
        "89504e470d0a1a0a0000, it: it is a PNG file",
        "526172211a0701000000, it: it is a RAR archive; unpack it first",
        "377abcaf271c0004, it: it is a 7z archive; unpack it first",
        "255044462d312e370a, it: it is a PDF file",
        "4c504b5348485248000000, it: it is a binary journal of systemd",
        "53616c7465645f5f0102, it: it is encrypted"
    })
    void whatItIsInsteadIsSaid(String hex, String expected) throws IOException {
        byte[] magic = HexFormat.of().parseHex(hex);
        Path file = Files.write(folder.resolve("lspci.txt"), Arrays.copyOf(magic, 4000));
        String said = refusal(file);
        assertTrue(said.startsWith(expected), said);
    }

    /** Cut at many places: an error that says so, or, where only the archive's end is missing, everything. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FOLDER")
    void halfDownloaded(Archives.Form form) throws Exception {
        byte[] whole = Files.readAllBytes(Archives.write(folder, form, SosReportTest.files("sosreport-gpu7", "gpu7")));
        int refused = 0;
        for (int length = 1024; length < whole.length; length += 1 + whole.length / 37) {
            Path file = Files.write(folder.resolve("part"), Arrays.copyOf(whole, length));
            try {
                boolean noted = isNotedCut(Recognizer.open(file, "part"));
                assertEquals(Archives.Form.TAR, form, "cut at " + length + " of " + whole.length);
                assertTrue(noted || length > entriesEnd(whole), "cut at " + length + " of " + whole.length);
            } catch (UnreadableSourceException e) {
                String said = Texts.ENGLISH.say(e.reason());
                assertTrue(said.contains("cut short") || said.contains("damaged"), length + " " + said);
                refused++;
            }
        }
        assertTrue(refused > 15, refused + " refused");
    }

    /** A tar cut exactly behind an entry is a tar of fewer files, but for the mark at its end. */
    @ParameterizedTest
    @ValueSource(strings = {"a sosreport", "a tree", "files"})
    void cutExactlyBehindAnEntry(String what) throws Exception {
        Map<String, String> files = new TreeMap<>(
                switch (what) {
                    case "a sosreport" -> SosReportTest.files("sosreport-gpu7", "gpu7");
                    case "a tree" -> Map.of("t/sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n");
                    default -> CASE;
                });
        byte[] whole = Files.readAllBytes(Archives.write(folder, Archives.Form.TAR, files));
        int entries = entriesEnd(whole);
        for (int length : new int[] {entries, entries + 512, whole.length}) {
            Path file = Files.write(folder.resolve("part"), Arrays.copyOf(whole, length));
            assertEquals(length == entries, isNotedCut(Recognizer.open(file, "part")), what + " of " + length);
        }
    }

    private static boolean isNotedCut(Snapshot snapshot) {
        return snapshot.notes().stream()
                .anyMatch(note -> Texts.ENGLISH.say(note.what()).contains("without its end mark"));
    }

    /** Behind the last entry's last block. */
    private static int entriesEnd(byte[] tar) {
        int end = tar.length;
        while (tar[end - 1] == 0) {
            end--;
        }
        return (end + 511) / 512 * 512;
    }

    // ---- ZIP -------------------------------------------------------------------------------------------------------

    @Test
    void aZipAsWorkstationsMakeIt() throws Exception {
        Path file = folder.resolve("from-windows");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> one : CASE.entrySet()) {
                zip(zip, "case\\" + one.getKey(), one.getValue().getBytes(StandardCharsets.UTF_8));
            }
            zip(zip, "__MACOSX/case/._b", new byte[] {0, 5, 22, 7, 0, 2});
            zip(zip, "case/inner.tar", Files.readAllBytes(Archives.write(folder, Archives.Form.TAR, CASE)));
            zip(zip, "case/inner.zip", Files.readAllBytes(Archives.write(folder, Archives.Form.ZIP, CASE)));
        }
        Snapshot snapshot = Recognizer.open(file, "case");
        isWhole(snapshot);
        assertEquals(
                List.of(
                        "case/inner.tar: it is a tar archive; unpack it first and open the folder",
                        "case/inner.zip: it is a ZIP archive; unpack it first and open the folder"),
                snapshot.notes().stream()
                        .map(note -> note.place() + ": " + Texts.ENGLISH.say(note.what()))
                        .filter(said -> said.contains("inner"))
                        .toList());
        isWhole(Recognizer.open(Files.newInputStream(file), Recognizer.STDIN));
    }

    @Test
    void aZipThatClimbsIsEncryptedOrUnpacksToTooMuchIsRefused() throws Exception {
        Path file = folder.resolve("hostile");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip(zip, "..\\..\\x", ETHTOOL.getBytes(StandardCharsets.UTF_8));
        }
        assertTrue(refusal(file).contains("lies outside of the archive"), refusal(file));
        byte[] plain = Files.readAllBytes(Archives.write(folder, Archives.Form.ZIP, CASE));
        for (int at = 0; at < plain.length - 8; at++) {
            boolean local = plain[at] == 'P' && plain[at + 1] == 'K' && plain[at + 2] == 3 && plain[at + 3] == 4;
            boolean listed = plain[at] == 'P' && plain[at + 1] == 'K' && plain[at + 2] == 1 && plain[at + 3] == 2;
            plain[at + 6] |= (byte) (local ? 1 : 0);
            plain[at + 8] |= (byte) (listed ? 1 : 0);
        }
        Files.write(file, plain);
        assertEquals("it: it is encrypted; decrypt it first", refusal(file));
    }

    /** Not unpacked where nothing in it is asked for; where it is, no more than the bound. */
    @Test
    void aZipBombIsBounded() throws Exception {
        Path file = folder.resolve("bomb");
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            zip.setLevel(1);
            zip.putNextEntry(new ZipEntry("case/lspci"));
            byte[] block = ("x".repeat(60_000) + "\n").repeat(17).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 280; i++) {
                zip.write(block);
            }
            zip.closeEntry();
            zip(zip, "case/b", ETHTOOL.getBytes(StandardCharsets.UTF_8));
        }
        Snapshot snapshot = assertTimeoutPreemptively(Duration.ofMinutes(2), () -> Recognizer.open(file, "bomb"));
        assertTrue(snapshot.functions().containsKey(Address.of(NIC)));
        assertTrue(
                snapshot.notes().stream()
                        .anyMatch(note -> Texts.ENGLISH.say(note.what()).contains("it unpacks to more than 256 MiB")),
                () -> snapshot.notes().toString());
    }

    private static void zip(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/cron.d/x", "/etc/cron.d/x", "a/../../x", "./../x"})
    void pathsThatClimbOutAreRefused(String climbing) throws Exception {
        Path file = folder.resolve("climbs");
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(file))) {
            TarArchiveEntry entry = new TarArchiveEntry(climbing, true);
            byte[] content = ETHTOOL.getBytes(StandardCharsets.UTF_8);
            entry.setSize(content.length);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
        }
        assertTrue(refusal(file).contains("lies outside of the archive"), refusal(file));
    }

    /** A bomb, and a log that is damaged in itself: each is a remark, the rest is read. */
    @Test
    void bombsAndDamagedFilesInsideAnArchive() throws Exception {
        Path file = folder.resolve("bomb");
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (OutputStream out =
                ZstdCompressorOutputStream.builder().setOutputStream(text).get()) {
            byte[] block = ("x".repeat(60_000) + "\n").repeat(17).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 280; i++) {
                out.write(block);
            }
        }
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (OutputStream out = new GzipCompressorOutputStream(log)) {
            out.write(new byte[100_000]);
        }
        Map<String, String> files = SosReportTest.files("sosreport-x", "x");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            add(tar, "sosreport-x/sos_commands/pci/lspci_-vvv", text.toByteArray());
            add(tar, "sosreport-x/var/log/messages.1.gz", Arrays.copyOf(log.toByteArray(), log.size() - 12));
            for (Map.Entry<String, String> one : files.entrySet()) {
                add(tar, one.getKey(), one.getValue());
            }
        }
        Snapshot snapshot = assertTimeoutPreemptively(Duration.ofMinutes(2), () -> Recognizer.open(file, "bomb"));
        assertEquals(
                "77",
                facts(snapshot, "0000:18:00.1")
                        .text(Attributes.IOMMU_GROUP)
                        .asOptional()
                        .orElse("-"));
        List<String> said = snapshot.notes().stream()
                .map(note -> note.place() + ": " + Texts.ENGLISH.say(note.what()))
                .toList();
        assertTrue(
                said.stream().anyMatch(s -> s.contains("lspci_-vvv: it unpacks to more than 256 MiB")), said::toString);
        assertTrue(
                said.stream().anyMatch(s -> s.contains("messages.1.gz: the compressed data end too early")),
                said::toString);
    }

    private static void add(TarArchiveOutputStream tar, String name, String content) throws IOException {
        add(tar, name, content.getBytes(StandardCharsets.UTF_8));
    }

    private static void add(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private static void link(TarArchiveOutputStream tar, String name, String to) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        entry.setLinkName(to);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
    }
}
