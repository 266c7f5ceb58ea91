// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.LspciDump;
import org.peerpath.text.Texts;

public class RecognizerTest {
    private static final String LSPCI = "18:00.0 Infiniband controller [0207]: Mellanox CX8 [15b3:1023]\n";
    private static final String DEVICE = "sys/bus/pci/devices/0000:18:00.0/";

    @TempDir
    Path folder;

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String refusal(byte[] content) throws IOException {
        Path file = write("x", content);
        UnreadableSourceException e =
                assertThrows(UnreadableSourceException.class, () -> Recognizer.open(file, "the file"));
        String said = Texts.ENGLISH.say(e.reason());
        assertTrue(said.startsWith("the file"), said);
        return said;
    }

    private static OutputStream compressing(String how, OutputStream out) throws IOException {
        return switch (how) {
            case "gz" -> new GZIPOutputStream(out);
            case "xz" -> new XZCompressorOutputStream(out);
            case "zst" -> new ZstdOutputStream(out);
            case "bz2" -> new BZip2CompressorOutputStream(out);
            default -> out;
        };
    }

    private static byte[] compressed(String how, byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packed = compressing(how, out)) {
            packed.write(content);
        }
        return out.toByteArray();
    }

    /** One function of each kind of source, all of the same host. */
    public static Map<SourceKind, byte[]> everyKind() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        try (TarArchiveOutputStream archive = new TarArchiveOutputStream(tar)) {
            byte[] vendor = utf8("0x15b3\n");
            TarArchiveEntry entry = new TarArchiveEntry(DEVICE + "vendor");
            entry.setSize(vendor.length);
            archive.putArchiveEntry(entry);
            archive.write(vendor);
            archive.closeArchiveEntry();
        }
        TreeMap<String, Reading> attributes = new TreeMap<>(Map.of("vendor", new Reading.Text("0x15b3", "sysfs")));
        FunctionFacts function = new FunctionFacts(Address.of("18:00.0"), attributes, List.of(), true);
        Snapshot snapshot = LspciDump.snapshot(List.of(function), SourceKind.LIVE);
        return Map.of(
                SourceKind.SNAPSHOT_FILE,
                SnapshotFileTest.write(snapshot, false),
                SourceKind.RDMA_TOPO,
                utf8("\n[\n {\"realpath\":\"/sys/devices/pci0000:15/0000:18:00.0\",\"modalias\":"
                        + "\"pci:v000015B3d00001023sv000015B3sd00000071bc02sc07i00\"}]"),
                SourceKind.LSPCI_TEXT,
                utf8(LSPCI),
                SourceKind.LSPCI_HEX,
                utf8(LSPCI + "00: b3 15 23 10\n"),
                SourceKind.SYSFS_TREE,
                tar.toByteArray());
    }

    /** Under a name that says nothing, and under one that lies. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "gz", "xz", "zst", "bz2"})
    void everyKindIsKnownByItsContentHoweverPackedAndNamed(String packing) throws Exception {
        for (Map.Entry<SourceKind, byte[]> entry : everyKind().entrySet()) {
            byte[] packed = compressed(packing, entry.getValue());
            for (String name : List.of("nothing", "lies.json", "lies.tar.gz", "-F lies;.txt")) {
                Path file = write(name, packed);
                Snapshot snapshot = Recognizer.open(file.toString());
                assertEquals(entry.getKey(), snapshot.origin().kind());
                assertEquals(file.toString(), snapshot.origin().source());
                assertEquals(
                        Fact.known("0x15b3"),
                        SnapshotFileTest.function(snapshot, "0000:18:00.0").text("vendor"));
            }
            Snapshot piped = Recognizer.open(new ByteArrayInputStream(packed), Recognizer.STDIN);
            assertEquals(entry.getKey(), piped.origin().kind());
        }
    }

    @Test
    void theHostsNameIsTheRecordedOneOrElseTheFiles() throws Exception {
        assertEquals(
                "gpu7",
                Recognizer.open(write("gpu7.lspci.txt.gz", compressed("gz", utf8(LSPCI))), "a/gpu7.txt.gz")
                        .origin()
                        .host());
        Snapshot kept = SnapshotFileTest.everyKind();
        Snapshot opened = Recognizer.open(write("x.json", SnapshotFileTest.write(kept, true)), "x.json");
        assertEquals(kept.origin().host(), opened.origin().host());
        assertEquals(kept.origin().readAt(), opened.origin().readAt());
        assertEquals(kept, opened.withOrigin(kept.origin()));
    }

    @Test
    void aFolderIsATree() throws Exception {
        Path device = Files.createDirectories(folder.resolve("host").resolve(DEVICE));
        Files.writeString(device.resolve("vendor"), "0x15b3\n");
        Snapshot snapshot = Recognizer.open(folder.toString());
        assertEquals(SourceKind.SYSFS_TREE, snapshot.origin().kind());
        assertEquals(1, snapshot.functions().size());
    }

    @Test
    void aPipeIsReadToItsEnd() throws Exception {
        Path pipe = folder.resolve("pipe");
        Path mkfifo = Path.of("/usr/bin/mkfifo");
        assumeTrue(Files.isExecutable(mkfifo), "no mkfifo on this machine");
        assertEquals(
                0,
                new ProcessBuilder(mkfifo.toString(), pipe.toString()).start().waitFor());
        Thread writer = Thread.startVirtualThread(() -> {
            try {
                Files.write(pipe, utf8(LSPCI));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertEquals(1, Recognizer.open(pipe, "pipe").functions().size());
        writer.join();
    }

    @Test
    void samplesGoByTheirName() throws Exception {
        for (String name : Samples.names()) {
            Snapshot sample = Recognizer.open(Samples.PREFIX + name);
            assertEquals(Samples.PREFIX + name, sample.origin().source());
            assertTrue(sample.functions().size() > 3, name);
        }
        UnreadableSourceException e =
                assertThrows(UnreadableSourceException.class, () -> Recognizer.open("sample:../x"));
        assertTrue(Texts.ENGLISH.say(e.reason()).contains("no sample \"../x\""), Texts.ENGLISH.say(e.reason()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                                       | the file: it is empty
            \\0\\0\\0\\0ELF                          | the file: it is not a file type that Peerpath can read
            PK\\3\\4\\1\\2\\5                        | the file: it is not a file type that Peerpath can read
            Dear all,\\nthis is no lspci.            | the file: not recognised
            \\n \\n                                  | the file: not recognised
            {"schema":"peerpath.check/1"}            | the file, line 1: the schema is "peerpath.check/1"
            {"a":                                    | the file, line 1: the JSON ends too early
            [{"realpath":                            | the file, line 1: the JSON ends too early
            <system><b></system>                     | the file, line 1: not well-formed XML
            <html/>                                  | the file: XML of a kind that is not read here
            <graphs version="1"/>                    | the file: this is NCCL's graph
            """)
    void whatIsNothingIsRefusedWithItsReason(String escaped, String expected) throws IOException {
        String text =
                escaped.replace("\\n", "\n").replaceAll("\\\\[0-9]", "\u0001").replaceFirst("^\u0001", "\0");
        String said = refusal(utf8(text));
        assertTrue(said.startsWith(expected), said);
    }

    @Test
    void randomBytesAreRefused() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            byte[] junk = new byte[3000];
            new Random(seed).nextBytes(junk);
            refusal(junk);
        }
    }

    @Test
    void whatIsNotThereOrNotReadableIsSaid() throws IOException {
        UnreadableSourceException gone = assertThrows(
                UnreadableSourceException.class,
                () -> Recognizer.open(folder.resolve("gone").toString()));
        assertTrue(Texts.ENGLISH.say(gone.reason()).endsWith("gone: there is no such file"));
        UnreadableSourceException odd = assertThrows(UnreadableSourceException.class, () -> Recognizer.open("a\0b"));
        assertTrue(Texts.ENGLISH.say(odd.reason()).endsWith("there is no such file"));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        UnreadableSourceException bare =
                assertThrows(UnreadableSourceException.class, () -> Recognizer.open(empty, "empty"));
        assertEquals("empty: there is no sys/bus/pci/devices inside", Texts.ENGLISH.say(bare.reason()));
    }

    /** Each kind cut at many places, in each packing: always a reason that fits, never another exception. */
    @ParameterizedTest
    @ValueSource(strings = {"gz", "xz", "zst", "bz2"})
    void packedAndCutShortIsSaid(String packing) throws IOException {
        byte[] whole = compressed(packing, SnapshotFileTest.write(SnapshotFileTest.everyKind(), false));
        for (int length = 8; length < whole.length; length += whole.length / 40) {
            String said = refusal(Arrays.copyOf(whole, length));
            assertTrue(said.contains("cut short") || said.contains("damaged"), length + " " + said);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "zst"})
    void aHundredMegabytesOfOneLineAreOneLine(String packing) throws Exception {
        Path file = folder.resolve("long");
        byte[] block = new byte[1 << 20];
        Arrays.fill(block, (byte) 'x');
        try (OutputStream out = compressing(packing, new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (int i = 0; i < 100; i++) {
                out.write(block);
            }
            out.write(utf8("\n" + LSPCI));
        }
        Snapshot snapshot = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Recognizer.open(file, "f"));
        assertEquals(1, snapshot.functions().size());
        assertEquals(1, snapshot.notes().size());
        for (String opening : List.of("{\"schema\":\"", "[{\"realpath\":\"")) {
            try (OutputStream out = compressing(packing, new BufferedOutputStream(Files.newOutputStream(file)))) {
                out.write(utf8(opening));
                for (int i = 0; i < 6; i++) {
                    out.write(block);
                }
            }
            UnreadableSourceException e = assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> assertThrows(UnreadableSourceException.class, () -> Recognizer.open(file, "f")));
            assertTrue(Texts.ENGLISH.say(e.reason()).contains("too long"), Texts.ENGLISH.say(e.reason()));
        }
    }

    /** Of what has a form the bytes are counted; of what has none, the lines. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBombIsStoppedAtTheLimit(boolean lspci) throws Exception {
        Path file = folder.resolve("bomb");
        byte[] lines =
                utf8((lspci ? "00: " + "00 ".repeat(16) + "\n" : "lorem ipsum\n").repeat(lspci ? 20_000 : 100_000));
        try (OutputStream out = compressing("zst", new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.write(utf8(lspci ? LSPCI : "\n"));
            for (int i = 0; i < 300; i++) {
                out.write(lines);
            }
        }
        UnreadableSourceException e = assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> assertThrows(UnreadableSourceException.class, () -> Recognizer.open(file, "f")));
        String said = Texts.ENGLISH.say(e.reason());
        assertTrue(said.startsWith(lspci ? "f: it unpacks to more than 256 MiB" : "f: not recognised"), said);
    }

    /** As lspci prints them, as rdma_topo packs them, as we keep them. */
    @Test
    void configurationSpacesOfAnyLengthComeThrough() throws Exception {
        Random random = new Random(7);
        for (int length = 0; length <= 4096; length += 1 + random.nextInt(60)) {
            byte[] config = new byte[length];
            random.nextBytes(config);
            TreeMap<String, Reading> attributes =
                    new TreeMap<>(Map.of("config", new Reading.Data(Bytes.copyOf(config), "sysfs")));
            FunctionFacts function = new FunctionFacts(Address.of("18:00.0"), attributes, List.of(), true);
            Snapshot snapshot = LspciDump.snapshot(List.of(function), SourceKind.LIVE);
            String entry = "[{\"realpath\":\"/sys/devices/pci0000:15/0000:18:00.0\",\"config\":\""
                    + RdmaTopoReaderTest.packed(config) + "\"}]";
            for (byte[] content :
                    List.of(SnapshotFileTest.write(snapshot, false), utf8(LspciDump.hex(snapshot)), utf8(entry))) {
                Snapshot read = Recognizer.open(write("x", content), "f");
                assertEquals(
                        config.length == 0 ? "" : Bytes.copyOf(config).toString(),
                        SnapshotFileTest.function(read, "0000:18:00.0")
                                .bytes("config")
                                .asOptional()
                                .map(Bytes::toString)
                                .orElse(""));
            }
        }
    }

    @Test
    void escapeSequencesInNamesAreGoneWhereverTheyComeFrom() throws Exception {
        String evil = "\u001b]0;owned\u0007\u001b[31mRed\u0000 \u202eHat";
        Snapshot lspci = Recognizer.open(write("x", utf8("18:00.0 \u001b[1mClass\u001b[0m: Red\u001b[2J Hat\n")), "f");
        assertEquals(
                Fact.known("Red Hat"),
                SnapshotFileTest.function(lspci, "0000:18:00.0").text("name"));
        TreeMap<String, Reading> attributes = new TreeMap<>(Map.of(evil, new Reading.Text(evil, evil)));
        FunctionFacts function = new FunctionFacts(Address.of("18:00.0"), attributes, List.of(evil), true);
        Snapshot kept = LspciDump.snapshot(List.of(function), SourceKind.LIVE);
        FunctionFacts read = SnapshotFileTest.function(
                Recognizer.open(write("y", SnapshotFileTest.write(kept, false)), "f"), "0000:18:00.0");
        assertEquals(Map.of("Red Hat", new Reading.Text("Red Hat", "Red Hat")), read.attributes());
        assertEquals(List.of("Red Hat"), read.lspciText());
    }

    @Test
    void everyHostOfTheBuilderSurvivesEveryWay() throws Exception {
        for (Snapshot host : HostShapes.all()) {
            Snapshot kept = Recognizer.open(write("x", SnapshotFileTest.write(host, true)), "f");
            assertEquals(host, kept.withOrigin(host.origin()));
            Snapshot printed = Recognizer.open(write("y", utf8(LspciDump.hex(host))), "f");
            host.functions()
                    .forEach((address, facts) -> facts.bytes("config")
                            .asOptional()
                            .ifPresent(config -> assertEquals(
                                    Fact.known(config),
                                    SnapshotFileTest.function(printed, address.toString())
                                            .bytes("config"))));
            Redaction.redact(host);
        }
    }
}
