// SPDX-License-Identifier: Apache-2.0
package org.peerpath.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The folders in which the program keeps files of its user (XDG Base Directory Specification 0.8): what the XDG
 * variables name, else below {@code HOME}, else below the account's home. A relative path counts as not set, as the
 * specification asks, and so does a folder that belongs to another user, other than root.
 *
 * @param config settings and the user's own knowledge files
 * @param state the journal of runs and the log
 */
public record UserFolders(Path config, Path state) {
    private static final String NAME = "peerpath";

    /** Returns the folders of whoever runs the program. */
    public static UserFolders ofUser() {
        return of(System.getenv(), Path.of(System.getProperty("user.home", "/")));
    }

    /**
     * Returns the folders that an environment names.
     *
     * @param account the home of the account, where {@code HOME} names none
     */
    public static UserFolders of(Map<String, String> environment, Path account) {
        Path home = absolute(environment, "HOME", account);
        return new UserFolders(
                absolute(environment, "XDG_CONFIG_HOME", home.resolve(".config"))
                        .resolve(NAME),
                absolute(environment, "XDG_STATE_HOME", home.resolve(".local").resolve("state"))
                        .resolve(NAME));
    }

    private static Path absolute(Map<String, String> environment, String variable, Path otherwise) {
        String value = environment.getOrDefault(variable, "");
        return value.startsWith("/") && !belongsToAnother(Path.of(value)) ? Path.of(value) : otherwise;
    }

    /**
     * After su or sudo -E the environment names folders of somebody else, who could put other journals and other knowledge
     * there, and links in the place of files that are written.
     */
    private static boolean belongsToAnother(Path folder) {
        try {
            Path there = folder;
            while (!Files.exists(there) && there.getParent() != null) {
                there = there.getParent();
            }
            Object owner = Files.getAttribute(there, "unix:uid");
            return !owner.equals(0) && !owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            // What cannot be looked at is not written either; where there are no such attributes nobody is somebody
            // else.
            return false;
        }
    }
}
