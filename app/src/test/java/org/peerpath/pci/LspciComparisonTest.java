// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.testing.Cases;
import org.peerpath.testing.Corpus;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.LspciDump;
import org.peerpath.testing.LspciFields;

/**
 * The decoder against lspci itself: the same bytes go to {@code lspci -F -vvv} and to us, and what both say must be
 * equal, in lspci's words.
 */
class LspciComparisonTest {
    /** Fields that may differ, each with the reason. */
    private static final Map<String, String> ALLOWED = Map.of(
            "ACSCtl of Intel Sunrise Point",
            "its registers are 32 bits wide: lspci prints the upper half of the capability as the control register");

    @TempDir
    private Path scratch;

    @TestFactory
    Stream<DynamicTest> corpusDumps() throws IOException {
        return files(Corpus.path("lspci-hex"), ".txt")
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(readText(file))));
    }

    @TestFactory
    Stream<DynamicTest> captures() throws IOException {
        try (Stream<Path> walk = Files.walk(Cases.path("captures"))) {
            return walk
                    .filter(file -> file.getFileName().toString().equals("lspci-vvvxxxx.txt"))
                    .sorted()
                    .toList()
                    .stream()
                    .map(file -> DynamicTest.dynamicTest(file.toString(), () -> compare(readText(file))));
        }
    }

    @TestFactory
    Stream<DynamicTest> cases() throws IOException {
        return Cases.hosts()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(hexOf(file))));
    }

    @Test
    void ownBuilder() {
        for (Snapshot snapshot : HostShapes.all()) {
            compare(LspciDump.hex(snapshot));
        }
    }

    private void compare(String hex) {
        List<LspciDump.Entry> dump = LspciDump.read(hex).stream()
                .filter(e -> e.config().length() > 0)
                .toList();
        StringBuilder clean = new StringBuilder();
        clean.append(LspciDump.hex(
                LspciDump.snapshot(dump.stream().map(LspciDump.Entry::asBytes).toList(), SourceKind.LSPCI_HEX)));
        List<LspciDump.Entry> printed = LspciDump.read(lspci(clean.toString()));
        Topology bytes = Topologies.of(
                LspciDump.snapshot(dump.stream().map(LspciDump.Entry::asBytes).toList(), SourceKind.LSPCI_HEX));
        Topology text = Topologies.of(
                LspciDump.snapshot(printed.stream().map(LspciDump.Entry::asText).toList(), SourceKind.LSPCI_TEXT));
        assertEquals(bytes.functions().keySet(), text.functions().keySet(), "lspci shows other functions");
        List<String> differences = new ArrayList<>();
        for (LspciDump.Entry entry : printed) {
            PciFunction ours = bytes.get(entry.address());
            Map<String, String> expected = LspciFields.printed(entry.lines());
            Map<String, String> actual = LspciFields.decoded(ours);
            for (Map.Entry<String, String> field : expected.entrySet()) {
                String said = actual.getOrDefault(field.getKey(), "nothing");
                if (!said.equals(field.getValue()) && !allowed(ours, field.getKey())) {
                    differences.add("%s %s: lspci %s, we %s"
                            .formatted(entry.address(), field.getKey(), field.getValue(), said));
                }
            }
            for (String field : actual.keySet()) {
                if (!expected.containsKey(field)) {
                    differences.add("%s %s: lspci nothing, we %s".formatted(entry.address(), field, actual.get(field)));
                }
            }
            // The same from lspci's text read back: whatever is known from it must be what the bytes say.
            LspciFields.decoded(text.get(entry.address())).forEach((field, said) -> {
                if (!said.contains("?") && !said.equals(actual.get(field)) && !allowed(ours, field)) {
                    differences.add(entry.address() + " text " + field + ": " + said + ", bytes " + actual.get(field));
                }
            });
        }
        assertEquals(List.of(), differences);
    }

    private static boolean allowed(PciFunction function, String field) {
        boolean wide = function.acs() instanceof Fact.Known<Acs>(Acs acs) && acs.controlOffset() == acs.offset() + 8;
        return field.equals("ACSCtl") && wide && ALLOWED.containsKey("ACSCtl of Intel Sunrise Point");
    }

    // Outside

    private static Stream<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            List<Path> found = list.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
            assertTrue(!found.isEmpty(), "nothing in " + folder);
            return found.stream();
        }
    }

    private static String readText(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    private static String hexOf(Path archive) throws IOException {
        try (InputStream file = Files.newInputStream(archive);
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.getName().endsWith("lspci-xxxx.txt")) {
                    return new String(tar.readAllBytes(), StandardCharsets.ISO_8859_1);
                }
            }
        }
        throw new IllegalStateException("no lspci-xxxx.txt in " + archive);
    }

    private String lspci(String hex) {
        try {
            Path input = Files.createTempFile(scratch, "dump", ".txt");
            Path output = Files.createTempFile(scratch, "said", ".txt");
            Files.writeString(input, hex);
            Process process = new ProcessBuilder("lspci", "-D", "-vvv", "-F", input.toString())
                    .redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream in = process.getOutputStream()) {
                in.flush();
            }
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "lspci hangs");
            return readText(output);
        } catch (IOException e) {
            assumeTrue(false, "lspci (pciutils) is not installed: " + e.getMessage());
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
