// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.peerpath.snapshot.UnreadableSourceException;

/** Real outputs, each with the figures somebody read in it by hand. The files are outside of the repository. */
class MeasuredCorpusTest {
    private static final Path CORPUS =
            Path.of(System.getProperty("peerpath.shared", "../../shared"), "corpus", "measured");

    /** Matrices of {@code nvidia-smi topo} and devices are read elsewhere. */
    private static final Set<String> OTHERS = Set.of("topo", "newhw");

    private static final Map<String, Optional<Boolean>> VERIFIED =
            Map.of("yes", Optional.of(true), "no", Optional.of(false), "unknown", Optional.empty());

    private record Expected(String file, String what, String value, String unit, String gigabytes, String verified) {}

    @TestFactory
    Stream<DynamicTest> everyExpectedFigureIsRead() throws IOException {
        Path table = CORPUS.resolve("EXPECTED.tsv");
        assumeTrue(Files.exists(table), "SKIPPED: no corpus of measurements at " + CORPUS.toAbsolutePath());
        return Files.readAllLines(table).stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(f -> new Expected(f[0], f[2], f[3], f[4], f[5], f[6]))
                .filter(expected -> !OTHERS.contains(
                        expected.file().substring(0, expected.file().indexOf('/'))))
                .map(expected ->
                        DynamicTest.dynamicTest(expected.file() + ": " + expected.what(), () -> check(expected)));
    }

    private static void check(Expected expected) throws IOException, UnreadableSourceException {
        Readout readout = read(CORPUS.resolve(expected.file()));
        if (expected.gigabytes().isBlank() || !Numbers.isDecimal(expected.gigabytes())) {
            assertFalse(readout.observations().isEmpty(), "an observation for " + expected.what());
            return;
        }
        double wanted = Double.parseDouble(expected.gigabytes());
        int digits = Numbers.decimals(expected.gigabytes());
        double rounding = 0.51 * Math.pow(10, -digits);
        List<Figure> found = readout.figures().stream()
                .filter(figure -> Math.abs(figure.gigabytesPerSecond() - wanted) <= rounding)
                .filter(figure -> same(figure.printed().value(), expected.value()))
                .toList();
        assertFalse(found.isEmpty(), () -> wanted + " among " + readout.figures());
        Optional<Boolean> verified = VERIFIED.get(expected.verified());
        assertTrue(
                found.stream().anyMatch(figure -> figure.check().validated().equals(verified)),
                () -> "verified " + expected.verified() + " but " + found);
    }

    private static boolean same(String printed, String expected) {
        return Double.parseDouble(printed) == Double.parseDouble(expected);
    }

    /** Every file is recognised, whole or not, and again when every line's end is that of another system. */
    @TestFactory
    Stream<DynamicTest> everyFileIsRecognised() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS), "SKIPPED: no corpus of measurements at " + CORPUS.toAbsolutePath());
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(CORPUS, 2)) {
            all.filter(file -> CORPUS.relativize(file).getNameCount() == 2)
                    .filter(file ->
                            !OTHERS.contains(CORPUS.relativize(file).getName(0).toString()))
                    .sorted()
                    .forEach(files::add);
        }
        assertFalse(files.isEmpty());
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> {
                    Readout readout = read(file);
                    assertTrue(readout.figures().size() + readout.observations().size() > 0, "it says something");
                    String text = Files.readString(file);
                    assertEquals(
                            values(readout),
                            values(MeasurementReader.text(
                                    org.peerpath.text.Clean.text(text.replace("\n", "\r\n")), "crlf")));
                }));
    }

    private static List<Double> values(Readout readout) {
        return readout.figures().stream().map(Figure::gigabytesPerSecond).collect(Collectors.toList());
    }

    private static Readout read(Path file) throws IOException, UnreadableSourceException {
        try (InputStream in = Files.newInputStream(file)) {
            return MeasurementReader.read(in, file.getFileName().toString());
        }
    }
}
