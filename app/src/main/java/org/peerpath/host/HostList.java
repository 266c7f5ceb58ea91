// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The hosts a user has added, one name a line, as typed: {@code $XDG_CONFIG_HOME/peerpath/hosts}, readable by the user
 * only. It holds no secrets; what a name means is ssh's business.
 */
public final class HostList {
    private static final int MOST = 10_000;
    private static final long LARGEST_FILE = 1 << 20;

    private final Path file;

    /** The list in a file of its own, which need not exist yet. */
    public HostList(Path file) {
        this.file = file;
    }

    /** The user's own list. */
    public static HostList ofUser() {
        String config = System.getenv("XDG_CONFIG_HOME");
        Path base = config == null || !Path.of(config).isAbsolute()
                ? Path.of(System.getProperty("user.home", "/"), ".config")
                : Path.of(config);
        return new HostList(base.resolve("peerpath").resolve("hosts"));
    }

    /** The names in the order in which they were added; lines that are no names are passed over. */
    public List<String> names() throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE) {
            return List.of();
        }
        LinkedHashSet<String> names = new LinkedHashSet<>();
        for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
            if (names.size() < MOST && isName(line.strip())) {
                names.add(line.strip());
            }
        }
        return List.copyOf(names);
    }

    /** Adds a name if it is not there. */
    public void add(String name) throws IOException, HostException {
        SshName.parse(name);
        List<String> names = new ArrayList<>(names());
        if (!names.contains(name)) {
            names.add(name);
            write(names);
        }
    }

    /** Takes a name off the list. */
    public void remove(String name) throws IOException {
        List<String> names = new ArrayList<>(names());
        if (names.remove(name)) {
            write(names);
        }
    }

    private void write(List<String> names) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(file.toString());
        }
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path fresh = Files.createTempFile(
                folder,
                "hosts",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, String.join("\n", names) + "\n");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean isName(String line) {
        try {
            SshName.parse(line);
            return true;
        } catch (HostException e) {
            return false;
        }
    }
}
