// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.testing.Corpus;
import org.peerpath.text.Texts;

/** Real output: what hosts printed, and what the lspci of this machine prints from their bytes in every verbosity. */
class LspciCorpusTest {
    private static final Pattern HEAD = Pattern.compile("^((?:[0-9a-f]{4,}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) .*");
    private static final Pattern ROW = Pattern.compile("^[0-9a-f]{2,3}:((?: [0-9a-f]{2}){1,16})$");

    /** Options, and whether they print numbers. */
    private static final Map<String, Boolean> VERBOSITIES = new TreeMap<>(Map.ofEntries(
            Map.entry("", false),
            Map.entry("-n", true),
            Map.entry("-nn", true),
            Map.entry("-D", false),
            Map.entry("-k", false),
            Map.entry("-v", false),
            Map.entry("-vv", false),
            Map.entry("-vvv", false),
            Map.entry("-nnvvv", true),
            Map.entry("-x", true),
            Map.entry("-xxx", true),
            Map.entry("-xxxx", true),
            Map.entry("-Dnnvvvxxxx", true),
            Map.entry("-m", false),
            Map.entry("-nm", true),
            Map.entry("-mm", false),
            Map.entry("-nnmm", true),
            Map.entry("-vmm", false),
            Map.entry("-vnnmm", true),
            Map.entry("-vm", false),
            Map.entry("-PPnn", true)));

    static List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Corpus.path(folder))) {
            return files.sorted().toList();
        }
    }

    private static Snapshot read(byte[] text, String name) throws UnreadableSourceException {
        return LspciReader.read(new ByteArrayInputStream(text), name);
    }

    /** Another, slower reading of the bytes: the functions in order and the hexadecimal digits below them. */
    private static SortedMap<Address, String> bytesOf(List<String> lines) {
        TreeMap<Address, String> found = new TreeMap<>();
        Address at = Address.of("00:00.0");
        for (String line : lines) {
            Matcher head = HEAD.matcher(line);
            Matcher row = ROW.matcher(line);
            if (head.matches()) {
                at = Address.of(head.group(1));
                found.put(at, "");
            } else if (row.matches()) {
                found.merge(at, row.group(1).replace(" ", ""), String::concat);
            }
        }
        return found;
    }

    @TestFactory
    Stream<DynamicTest> everyHexDumpIsReadByteForByte() throws IOException {
        return files("lspci-hex").stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    byte[] text = Files.readAllBytes(file);
                    Snapshot snapshot = read(text, "f");
                    SortedMap<Address, String> expected = bytesOf(
                            new String(text, StandardCharsets.UTF_8).lines().toList());
                    TreeMap<Address, String> found = new TreeMap<>();
                    snapshot.functions()
                            .forEach((address, f) -> found.put(
                                    address,
                                    f.bytes("config")
                                            .asOptional()
                                            .map(Bytes::toString)
                                            .orElse("")));
                    assertEquals(expected, found);
                    assertEquals(SourceKind.LSPCI_HEX, snapshot.origin().kind());
                }));
    }

    /** Pastes too: nothing but notes about what is not lspci's. */
    @TestFactory
    Stream<DynamicTest> everyTextGivesAtLeastTheFunctionsThatStandAtALinesBeginning() throws IOException {
        return files("lspci-vvv").stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    byte[] text = Files.readAllBytes(file);
                    SortedMap<Address, String> expected = bytesOf(
                            new String(text, StandardCharsets.UTF_8).lines().toList());
                    assumeTrue(!expected.isEmpty(), "no function at the beginning of a line");
                    assertTrue(read(text, "f").functions().keySet().containsAll(expected.keySet()));
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyVerbosityTellsTheSame() throws IOException {
        List<Path> dumps = new ArrayList<>();
        for (Path file : files("lspci-hex")) {
            // The program reads its own tests and dumps with many functions; one of each kind is enough here.
            if (file.getFileName().toString().matches("0(06|09|47|50|52).*")) {
                dumps.add(file);
            }
        }
        return dumps.stream()
                .flatMap(file -> VERBOSITIES.keySet().stream()
                        .map(options -> DynamicTest.dynamicTest(
                                file.getFileName() + " " + options, () -> sameInEveryVerbosity(file, options))));
    }

    private static void sameInEveryVerbosity(Path file, String options) throws Exception {
        Snapshot whole = read(Files.readAllBytes(file), "whole");
        Snapshot printed = read(lspci(file, options), "printed");
        assertEquals(whole.functions().keySet(), printed.functions().keySet());
        assertEquals(List.of(), printed.notes());
        for (FunctionFacts function : printed.functions().values()) {
            Bytes config = SnapshotFileTest.function(whole, function.address().toString())
                    .bytes("config")
                    .asOptional()
                    .orElseThrow();
            boolean numbers = VERBOSITIES.getOrDefault(options, false) && !options.startsWith("-x");
            check(function, "vendor", numbers, String.format("0x%04x", config.word(0)));
            check(function, "device", numbers, String.format("0x%04x", config.word(2)));
            check(function, "class", numbers, String.format("0x%02x%02x", config.at(11), config.at(10)));
            check(function, "revision", false, String.format("0x%02x", config.at(8)));
            String rows = options.replaceAll("[^x]", "");
            int length = rows.isEmpty() ? 0 : rows.length() == 1 ? 64 : rows.length() == 3 ? 256 : 4096;
            int header = config.at(14) & 0x7f;
            Bytes expected = config.slice(0, Math.min(config.length(), length == 64 && header == 2 ? 128 : length));
            assertEquals(
                    length == 0 ? "" : expected.toString(),
                    function.bytes("config").asOptional().map(Bytes::toString).orElse(""));
        }
    }

    /** What is told must be right; with numbers printed it must be told. */
    private static void check(FunctionFacts function, String attribute, boolean needed, String expected) {
        String told = function.text(attribute).asOptional().orElse("");
        if (needed || !told.isEmpty()) {
            assertTrue(
                    told.startsWith(expected), function.address() + " " + attribute + " " + told + ", not " + expected);
        }
    }

    private static byte[] lspci(Path file, String options) throws IOException, InterruptedException {
        Path program = Path.of("/usr/bin/lspci");
        assumeTrue(Files.isExecutable(program), "no lspci on this machine");
        List<String> command = new ArrayList<>(List.of(program.toString(), "-F", file.toString()));
        if (!options.isEmpty()) {
            command.add(options);
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] out = process.getInputStream().readAllBytes();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return out;
    }

    /** Logs, matrices, XML, mails: whatever it is, it ends in a snapshot or in a reason. */
    @Test
    void nothingInTheCorpusIsMoreThanRefused() throws IOException {
        int opened = 0;
        try (Stream<Path> files = Files.walk(Corpus.path(""))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (Files.size(file) < 200_000) {
                    opened += opens(file) ? 1 : 0;
                }
            }
        }
        assertTrue(opened > 50, "only " + opened + " files could be opened");
    }

    private static boolean opens(Path file) {
        try {
            return !Recognizer.open(file, "f").functions().isEmpty();
        } catch (UnreadableSourceException refused) {
            assertTrue(Texts.ENGLISH.say(refused.reason()).startsWith("f"));
            return false;
        }
    }

    /** The table of names against the pci.ids of this machine: a name that it takes for a number means that number. */
    @Test
    void namesMeanWhatPciIdsSays() throws IOException {
        Path ids = Path.of("/usr/share/misc/pci.ids");
        assumeTrue(Files.isReadable(ids), "no pci.ids on this machine");
        String base = "";
        int checked = 0;
        for (String line : Files.readAllLines(ids, StandardCharsets.ISO_8859_1)) {
            Matcher vendor = Pattern.compile("([0-9a-f]{4})  (.*)").matcher(line);
            Matcher baseClass = Pattern.compile("C ([0-9a-f]{2})  .*").matcher(line);
            Matcher subclass = Pattern.compile("\t([0-9a-f]{2})  (.*)").matcher(line);
            if (vendor.matches()) {
                int id = HexFormat.fromHexDigits(vendor.group(1));
                assertEquals(
                        id,
                        LspciNames.vendorOf(vendor.group(2) + " Some Device").orElse(id),
                        line);
                checked += LspciNames.vendorOf(vendor.group(2)).isPresent() ? 1 : 0;
            } else if (baseClass.matches()) {
                base = baseClass.group(1);
            } else if (subclass.matches() && !base.isEmpty()) {
                int id = HexFormat.fromHexDigits(base + subclass.group(1));
                assertEquals(id, LspciNames.classOf(subclass.group(2)).orElse(id), line);
                checked += LspciNames.classOf(subclass.group(2)).isPresent() ? 1 : 0;
            }
        }
        assertTrue(checked > 40, "only " + checked + " names met");
    }
}
