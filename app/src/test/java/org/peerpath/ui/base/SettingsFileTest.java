// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.text.Message;

class SettingsFileTest {
    @TempDir
    private Path folder;

    private final SameThread executor = new SameThread();

    private Path file() {
        return folder.resolve("deep").resolve("window.json");
    }

    @Test
    void whatIsChangedIsThereNextTime() {
        Settings settings = new SettingsFile(file(), executor).load();
        settings.themeProperty().set(Settings.ThemeChoice.DARK);
        settings.languageProperty().set(Settings.LanguageChoice.KOREAN);
        settings.larger();
        settings.hosts().add("ssh://gpu-node-07");
        settings.remember("/a");
        settings.remember("/b");
        settings.remember("/a");
        executor.pass();

        Settings again = new SettingsFile(file(), executor).load();
        assertEquals(Settings.ThemeChoice.DARK, again.themeProperty().get());
        assertEquals(Settings.LanguageChoice.KOREAN, again.languageProperty().get());
        assertEquals(1.1, again.textScaleProperty().get());
        assertEquals(List.of("ssh://gpu-node-07"), again.hosts());
        assertEquals(List.of("/a", "/b"), again.recent());
    }

    @Test
    void manyChangesAreOneWrite() {
        Settings settings = new SettingsFile(file(), executor).load();
        for (int i = 0; i < 50; i++) {
            settings.sidebarWidthProperty().set(200 + i);
        }
        assertEquals(1, executor.waiting());
        assertFalse(Files.exists(file()));
    }

    @Test
    void fieldsOfLaterVersionsAreKept() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "{\"version\": 9, \"later\": {\"x\": [1, 2]}, \"theme\": \"dark\"}");
        Settings settings = new SettingsFile(file(), executor).load();
        settings.themeProperty().set(Settings.ThemeChoice.LIGHT);
        executor.pass();
        assertTrue(Files.readString(file()).contains("\"later\""));
    }

    @Test
    void aBrokenFileIsSetAsideAndSaid() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "{\"theme\": ");
        SettingsFile settings = new SettingsFile(file(), executor);
        assertEquals(
                Settings.ThemeChoice.SYSTEM, settings.load().themeProperty().get());
        assertEquals(
                Optional.of("ui.settings.set-aside"),
                settings.troubleProperty().get().map(Message::key));
        assertEquals("{\"theme\": ", Files.readString(file().resolveSibling("window.json.unreadable")));
    }

    @Test
    void whatCannotBeWrittenIsToldOnce() throws IOException {
        Files.writeString(folder.resolve("deep"), "a file where the folder should be");
        SettingsFile file = new SettingsFile(file(), executor);
        Settings settings = file.load();
        List<String> told = new ArrayList<>();
        file.troubleProperty().subscribe(trouble -> trouble.ifPresent(what -> told.add(what.key())));
        settings.larger();
        executor.pass();
        settings.larger();
        executor.pass();
        assertEquals(List.of("ui.settings.not-written"), told);
    }

    @Test
    void impossibleValuesBecomeUsualOnes() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "{\"theme\": \"pink\", \"textScale\": 99, \"window\": {\"width\": -5}}");
        Settings settings = new SettingsFile(file(), executor).load();
        assertEquals(Settings.ThemeChoice.SYSTEM, settings.themeProperty().get());
        assertEquals(Settings.LARGEST, settings.textScaleProperty().get());
        assertTrue(settings.placeProperty().get().width() >= 640);
    }
}
