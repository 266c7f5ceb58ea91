// SPDX-License-Identifier: Apache-2.0
package org.peerpath.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFoldersTest {
    private static final Path ACCOUNT = Path.of("/home/account");

    @Test
    void theXdgVariablesComeFirst() {
        UserFolders folders =
                UserFolders.of(Map.of("XDG_CONFIG_HOME", "/c", "XDG_STATE_HOME", "/s", "HOME", "/elsewhere"), ACCOUNT);
        assertEquals(new UserFolders(Path.of("/c/peerpath"), Path.of("/s/peerpath")), folders);
    }

    @Test
    void thenHome() {
        assertEquals(
                new UserFolders(Path.of("/elsewhere/.config/peerpath"), Path.of("/elsewhere/.local/state/peerpath")),
                UserFolders.of(Map.of("HOME", "/elsewhere"), ACCOUNT));
    }

    @Test
    void thenTheHomeOfTheAccount() {
        assertEquals(
                new UserFolders(
                        Path.of("/home/account/.config/peerpath"), Path.of("/home/account/.local/state/peerpath")),
                UserFolders.of(Map.of(), ACCOUNT));
    }

    @Test
    void relativePathsCountAsNotSet() {
        assertEquals(
                UserFolders.of(Map.of(), ACCOUNT),
                UserFolders.of(Map.of("XDG_CONFIG_HOME", "c", "XDG_STATE_HOME", "", "HOME", "home"), ACCOUNT));
    }

    /** As root after {@code sudo -E}: a folder that its owner could fill with anything is not used. */
    @Test
    void aFolderOfSomebodyElseCountsAsNotSet(@TempDir Path folder) throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "skipped: needs root");
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path ours = Files.createDirectory(folder.resolve("ours"));
        Files.setAttribute(theirs, "unix:uid", 65_534);
        String below = theirs.resolve("not/yet").toString();
        for (String path : List.of(theirs.toString(), below)) {
            assertEquals(
                    UserFolders.of(Map.of(), ours),
                    UserFolders.of(Map.of("XDG_CONFIG_HOME", path, "XDG_STATE_HOME", path, "HOME", path), ours));
        }
        assertEquals(
                new UserFolders(ours.resolve("peerpath"), ours.resolve("peerpath")),
                UserFolders.of(Map.of("XDG_CONFIG_HOME", ours.toString(), "XDG_STATE_HOME", ours.toString()), theirs));
    }
}
