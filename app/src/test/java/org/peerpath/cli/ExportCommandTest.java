// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.report.ExportKind;

/** Where an export cannot be written, it says why and leaves nothing behind; what it is told, it does. */
class ExportCommandTest {
    private static final String ONE_BAD = "sample:hgx-b300-one-bad";
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path folder;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @EnumSource(ExportKind.class)
    void aFullDiskIsSaid(ExportKind kind) {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        CommandLineRun run =
                CommandLineRun.of("export", ONE_BAD, "-o", FULL.toString(), "-f", "--format", kind.ending());
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("No space left on device"), run.err());
    }

    @Test
    void aMissingFolderAFolderAndAnExistingFileAreSaid() throws IOException {
        CommandLineRun missing = CommandLineRun.of("export", ONE_BAD, "-o", folder + "/nowhere/a.svg");
        assertEquals(2, missing.status());
        assertTrue(missing.err().contains("there is no folder " + folder + "/nowhere"), missing.err());
        CommandLineRun inside = CommandLineRun.of("export", ONE_BAD, "-o", folder.toString(), "--format", "svg", "-f");
        assertEquals(0, inside.status(), "a folder takes a file of the host's name");
        Path there = Files.writeString(folder.resolve("a.svg"), "old");
        CommandLineRun twice = CommandLineRun.of("export", ONE_BAD, "-o", there.toString());
        assertEquals(2, twice.status());
        assertTrue(twice.err().contains("-f overwrites it"), twice.err());
        assertEquals("old", Files.readString(there));
        assertEquals(List.of("a.svg", "hgx-b300-one-bad.svg"), files());
    }

    @Test
    void aPictureTooLargeForPixelsIsSaidAndLeavesNothing() throws IOException {
        assertEquals(
                2,
                CommandLineRun.of("export", ONE_BAD, "-o", folder + "/a.png", "--scale", "5")
                        .status());
        assertEquals(List.of(), files());
    }

    @Test
    void oneSelectedPathStandsOutAndAWhatIfIsDrawn() {
        String plain = svg();
        String selected = svg("--select", "mlx5_5,gpu5");
        assertFalse(plain.equals(selected));
        assertEquals(selected, svg("--select", "0000:b8:00.0,0000:bb:00.0"));
        assertTrue(plain.contains("ribbon-detour"), "the fault");
        String mended = svg("--set", "0000:b7:00.0:acs=0x5d");
        assertEquals(0, detours(mended));
        assertTrue(detours(plain) > 0);
        assertEquals(
                2,
                CommandLineRun.of("export", ONE_BAD, "-o", "-", "--format", "svg", "--select", "mlx5_5")
                        .status());
        assertEquals(
                2,
                CommandLineRun.of("export", ONE_BAD, "-o", "-", "--format", "svg", "--lang", "tlh")
                        .status());
    }

    private static long detours(String svg) {
        return svg.lines()
                .filter(l -> l.contains("class=\"ribbon-detour\"") && l.contains("data-path="))
                .count();
    }

    private static String svg(String... more) {
        String[] words = Stream.concat(
                        Stream.of("export", ONE_BAD, "-o", "-", "--format", "svg", "--for", "vm"), Stream.of(more))
                .toArray(String[]::new);
        CommandLineRun run = CommandLineRun.of(words);
        assertEquals(0, run.status(), run.err());
        return run.out();
    }
}
