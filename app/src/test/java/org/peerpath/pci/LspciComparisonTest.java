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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.peerpath.testing.Hosts;
import org.peerpath.testing.LspciDump;

/**
 * The decoder against lspci itself: the same bytes go to {@code lspci -F -vvv} and to us, and what both say must be
 * equal, in lspci's words.
 */
class LspciComparisonTest {
    private static final Pattern SPEED = Pattern.compile("Speed ([\\d.]+)GT/s");
    private static final Pattern WIDTH = Pattern.compile("Width x(\\d+)");
    private static final List<String> ACS_WORDS =
            List.of("SrcValid", "TransBlk", "ReqRedir", "CmpltRedir", "UpstreamFwd", "EgressCtrl", "DirectTrans");

    /** Fields that may differ, each with the reason. */
    private static final Map<String, String> ALLOWED = Map.of(
            "ACSCtl of Intel Sunrise Point",
            "its registers are 32 bits wide: lspci prints the upper half of the capability as the control register");

    @TempDir
    private Path scratch;

    @TestFactory
    Stream<DynamicTest> corpusDumps() throws IOException {
        return files(shared().resolve("corpus/lspci-hex"), ".txt")
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(readText(file))));
    }

    @TestFactory
    Stream<DynamicTest> captures() throws IOException {
        try (Stream<Path> walk = Files.walk(shared().resolve("cases/captures"))) {
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
        return files(shared().resolve("cases"), ".tar.gz")
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(hexOf(file))));
    }

    @Test
    void ownBuilder() {
        for (Snapshot snapshot : Hosts.all()) {
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
            Map<String, String> expected = said(entry.lines());
            Map<String, String> actual = ourWords(ours);
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
            ourWords(text.get(entry.address())).forEach((field, said) -> {
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

    /** The fields that lspci printed, in a form of our own. */
    private static Map<String, String> said(List<String> lines) {
        Map<String, String> fields = new TreeMap<>();
        String label = "";
        for (String raw : lines) {
            String line = raw.strip();
            Matcher labelled = Pattern.compile("([A-Za-z0-9]+):\\s.*").matcher(line);
            if (line.startsWith("Capabilities:")) {
                label = "";
            } else if (labelled.matches()) {
                label = labelled.group(1);
            }
            switch (label) {
                case "ACSCap", "ACSCtl" -> fields.putIfAbsent(label, flags(line, ACS_WORDS));
                case "ATSCap" -> fields.putIfAbsent(label, after(line, "Invalidate Queue Depth: "));
                case "ATSCtl" ->
                    fields.putIfAbsent(
                            label, flags(line, List.of("Enable")) + after(line, "Smallest Translation Unit: "));
                case "LnkCap", "LnkSta" -> {
                    Matcher width = WIDTH.matcher(line);
                    Matcher speed = SPEED.matcher(line);
                    if (width.find()) {
                        fields.putIfAbsent(label, (speed.find() ? speed.group(1) : "unknown") + " x" + width.group(1));
                    }
                }
                case "DevCap" -> {
                    if (line.contains("MaxPayload")) {
                        fields.putIfAbsent("DevCap", after(line, "MaxPayload "));
                    }
                }
                case "DevCtl" -> {
                    if (line.contains("RlxdOrd")) {
                        fields.putIfAbsent("DevCtl RlxdOrd", flags(line, List.of("RlxdOrd")));
                    }
                    if (line.contains("MaxReadReq")) {
                        fields.putIfAbsent("DevCtl MaxPayload", after(line, "MaxPayload "));
                        fields.putIfAbsent("DevCtl MaxReadReq", after(line, "MaxReadReq "));
                    }
                }
                case "IOVCtl" -> fields.putIfAbsent("IOVCtl", flags(line, List.of("Enable")));
                default -> {}
            }
            if (line.startsWith("Initial VFs:")) {
                fields.putIfAbsent("VFs", line.replaceAll(", Function Dependency.*", ""));
            }
            if (line.startsWith("VF offset:")) {
                fields.putIfAbsent("VF places", line);
            }
            if (line.startsWith("Bus: primary")) {
                fields.putIfAbsent("Bus", line.replaceAll(", sec-latency.*", ""));
            }
        }
        return fields;
    }

    private static String flags(String line, List<String> words) {
        StringBuilder out = new StringBuilder();
        for (String word : words) {
            Matcher found = Pattern.compile("\\b" + word + "([+-])").matcher(line);
            out.append(word).append(found.find() ? found.group(1) : "?").append(' ');
        }
        return out.toString();
    }

    private static String after(String line, String words) {
        int at = line.indexOf(words);
        return at < 0 ? "?" : line.substring(at + words.length()).split("[ ,]", 2)[0];
    }

    /** The same fields from our facts. */
    private static Map<String, String> ourWords(PciFunction function) {
        Map<String, String> fields = new TreeMap<>();
        known(function.acs()).ifPresent(acs -> {
            fields.put("ACSCap", bits(acs.capability()));
            fields.put("ACSCtl", bits(acs.control()));
        });
        known(function.ats()).ifPresent(ats -> {
            fields.put("ATSCap", number(ats.capability().map(v -> v & 0x1f), "%02x"));
            fields.put(
                    "ATSCtl",
                    "Enable" + sign(ats.enabled()) + " " + number(ats.control().map(v -> v & 0x1f), "%02x"));
        });
        known(function.link()).ifPresent(link -> {
            fields.put("LnkCap", speed(link.maxSpeed()) + " x" + number(link.maxWidth(), "%d"));
            fields.put("LnkSta", speed(link.currentSpeed()) + " x" + number(link.currentWidth(), "%d"));
        });
        known(function.deviceControl()).ifPresent(control -> {
            fields.put("DevCap", number(control.maxPayloadSupported(), "%d"));
            fields.put("DevCtl RlxdOrd", "RlxdOrd" + sign(control.relaxedOrdering()) + " ");
            fields.put("DevCtl MaxPayload", number(control.maxPayload(), "%d"));
            fields.put("DevCtl MaxReadReq", number(control.maxReadRequest(), "%d"));
        });
        known(function.sriov()).ifPresent(sriov -> {
            fields.put("IOVCtl", "Enable" + (sriov.vfEnable() ? "+ " : "- "));
            fields.put(
                    "VFs",
                    "Initial VFs: %d, Total VFs: %d, Number of VFs: %d"
                            .formatted(sriov.initialVfs(), sriov.totalVfs(), sriov.numVfs()));
            fields.put(
                    "VF places",
                    "VF offset: %d, stride: %d, Device ID: %04x"
                            .formatted(sriov.firstVfOffset(), sriov.vfStride(), sriov.vfDeviceId()));
        });
        known(function.bridge())
                .ifPresent(range -> fields.put(
                        "Bus",
                        "Bus: primary=%02x, secondary=%02x, subordinate=%02x"
                                .formatted(range.primary(), range.secondary(), range.subordinate())));
        return fields;
    }

    private static <T> Optional<T> known(Fact<T> fact) {
        return fact.asOptional();
    }

    private static String bits(Fact<Integer> register) {
        StringBuilder out = new StringBuilder();
        for (int bit = 0; bit < ACS_WORDS.size(); bit++) {
            int mask = 1 << bit;
            out.append(ACS_WORDS.get(bit))
                    .append(sign(register.map(v -> (v & mask) != 0)))
                    .append(' ');
        }
        return out.toString();
    }

    private static String sign(Fact<Boolean> flag) {
        return flag.asOptional().map(on -> on ? "+" : "-").orElse("?");
    }

    private static String number(Fact<Integer> value, String format) {
        return value.asOptional()
                .map(v -> String.format(Locale.ROOT, format, v))
                .orElse("?");
    }

    private static String speed(Fact<LinkSpeed> speed) {
        return speed.asOptional()
                .map(s -> s.gigatransfers() == 2.5 ? "2.5" : Integer.toString((int) s.gigatransfers()))
                .orElse("unknown");
    }

    // Outside

    private static Path shared() {
        Path shared = Path.of(System.getProperty("peerpath.shared", "absent"));
        assumeTrue(Files.isDirectory(shared), "the recorded hosts are not here: set peerpath.shared");
        return shared;
    }

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
