// SPDX-License-Identifier: Apache-2.0
package org.peerpath.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramLogTest {
    @TempDir
    private Path home;

    private Path folder;

    @BeforeEach
    void elsewhere() {
        folder = home.resolve("state").resolve("log");
        ProgramLog.moveTo(folder);
    }

    @AfterEach
    void nowhere() {
        ProgramLog.moveTo(home.resolve("after"));
    }

    @Test
    void nothingIsCreatedBeforeTheFirstLine() {
        assertFalse(Files.exists(folder));
        assertEquals(List.of(), ProgramLog.tail());
    }

    @Test
    void onlyTheUserCanReadIt() throws IOException {
        ProgramLog.info("opened sample:one-of-each");
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        assertTrue(ProgramLog.tail().getLast().endsWith("opened sample:one-of-each"));
    }

    @Test
    void hostileTextStaysOnItsLine() {
        ProgramLog.info("host gpu\n2026-11-30T00:00:00Z SEVERE [1] forged\u001b[2J\u202e");
        assertEquals(1, ProgramLog.tail().size());
        assertFalse(ProgramLog.tail().getFirst().contains("\u001b"));
        assertFalse(ProgramLog.tail().getFirst().contains("\u202e"));
    }

    @Test
    void failuresSayWhereTheyArose() {
        ProgramLog.unexpected("check", new IllegalStateException("no such port"));
        String all = String.join("\n", ProgramLog.tail());
        assertTrue(all.contains("IllegalStateException: no such port"), all);
        assertTrue(all.contains("ProgramLogTest"), all);
    }

    @Test
    void oldFilesGo() throws IOException {
        String line = "x".repeat(1000);
        for (int i = 0; i < ProgramLog.LARGEST / 1000 * (ProgramLog.FILES + 2); i++) {
            ProgramLog.info(line);
        }
        long size = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
                size += Files.size(file);
            }
        }
        assertTrue(size <= (long) ProgramLog.LARGEST * ProgramLog.FILES + 2000, "the files hold " + size + " bytes");
    }

    @Test
    void aHomeThatCannotBeWrittenKeepsNobodyFromAnAnswer() throws IOException {
        Path file = Files.createFile(home.resolve("file"));
        ProgramLog.moveTo(file.resolve("log"));
        ProgramLog.info("said to nobody");
        assertEquals(List.of(), ProgramLog.tail());
    }
}
