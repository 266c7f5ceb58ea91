// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there wholly or not at all. */
class ExportFileTest {
    @TempDir
    Path folder;

    private static ExportFile.Contents text(String text) {
        return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void writesANewFile() throws IOException {
        ExportFile.write(folder.resolve("a.svg"), false, text("new"));
        assertEquals("new", Files.readString(folder.resolve("a.svg")));
        assertEquals(List.of("a.svg"), files());
    }

    @Test
    void replacesOnlyWhenTold() throws IOException {
        Path file = Files.writeString(folder.resolve("a.svg"), "old");
        assertThrows(FileAlreadyExistsException.class, () -> ExportFile.write(file, false, text("new")));
        assertEquals("old", Files.readString(file));
        ExportFile.write(file, true, text("new"));
        assertEquals("new", Files.readString(file));
        assertEquals(List.of("a.svg"), files());
    }

    @Test
    void leavesNoHalfFile() throws IOException {
        Path file = Files.writeString(folder.resolve("a.svg"), "old");
        IOException full = new IOException("No space left on device");
        IOException seen = assertThrows(
                IOException.class,
                () -> ExportFile.write(file, true, out -> {
                    out.write(new byte[100_000]);
                    throw full;
                }));
        assertEquals(full, seen);
        assertEquals("old", Files.readString(file));
        assertEquals(List.of("a.svg"), files());
    }

    @Test
    void saysThatTheFolderIsMissing() {
        assertThrows(
                NoSuchFileException.class,
                () -> ExportFile.write(folder.resolve("nowhere").resolve("a.svg"), false, text("new")));
    }

    @Test
    void writesWhereALinkPoints() throws IOException {
        Path file = Files.writeString(folder.resolve("real.svg"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.svg"), file);
        assertThrows(FileAlreadyExistsException.class, () -> ExportFile.write(link, false, text("new")));
        ExportFile.write(link, true, text("new"));
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("new", Files.readString(file));
    }

    @Test
    void doesNotReplaceAFolder() {
        assertThrows(IOException.class, () -> ExportFile.write(folder, true, text("new")));
    }

    @Test
    void leavesFilesOfOthersAlone() throws IOException {
        Files.writeString(folder.resolve(".a.svg.0.part"), "of another run");
        ExportFile.write(folder.resolve("a.svg"), false, text("new"));
        assertEquals(List.of(".a.svg.0.part", "a.svg"), files());
    }
}
