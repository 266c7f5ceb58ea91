// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Finds and reads the shipped files and those of a user: {@code $XDG_CONFIG_HOME/peerpath/knowledge/*.json}. */
public final class KnowledgeFiles {
    static final List<String> NAMES =
            List.of("devices", "vendors", "firmware", "kernels", "kernel-changes", "platforms");
    static final Knowledge SHIPPED = new Knowledge(shippedFiles(), List.of(), List.of());
    private static volatile Knowledge inUse = SHIPPED;

    private static final long LARGEST = 1024 * 1024;
    private static final int MOST_FILES = 100;

    private KnowledgeFiles() {}

    static Knowledge inUse() {
        return inUse;
    }

    /**
     * Reads the files of the user who runs the program; from then on {@link Knowledge#inUse} holds them too. Only the
     * starting point calls it: tests and libraries have the shipped knowledge.
     */
    public static void useThoseOfTheUser(Map<String, String> environment) {
        inUse = folder(environment).map(KnowledgeFiles::withUserFiles).orElse(SHIPPED);
    }

    /** Where a user's files are looked for (XDG Base Directory Specification); empty where there is no home. */
    public static Optional<Path> folder(Map<String, String> environment) {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        String home = environment.getOrDefault("HOME", "");
        String base = config.startsWith("/") ? config : home.startsWith("/") ? home + "/.config" : "";
        try {
            return base.isEmpty() ? Optional.empty() : Optional.of(Path.of(base, "peerpath", "knowledge"));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The shipped knowledge and that of a folder; the folder need not exist. */
    public static Knowledge withUserFiles(Path folder) {
        List<KnowledgeFile> users = new ArrayList<>();
        List<Message> notes = new ArrayList<>();
        for (Path file : userFiles(folder, notes)) {
            String name = Clean.line(file.toString());
            try {
                if (Files.size(file) > LARGEST) {
                    throw new KnowledgeException(Message.of("knowledge.bad.too-large", LARGEST / 1024));
                }
                users.add(KnowledgeReader.read(Files.readAllBytes(file), true));
            } catch (KnowledgeException e) {
                notes.add(Message.of("knowledge.bad.file", name, e.reason()));
            } catch (IOException e) {
                notes.add(Message.of("knowledge.bad.file", name, Message.of("knowledge.bad.unreadable")));
            }
        }
        return new Knowledge(shippedFiles(), users, notes);
    }

    private static List<Path> userFiles(Path folder, List<Message> notes) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .limit(MOST_FILES)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            notes.add(Message.of(
                    "knowledge.bad.file", Clean.line(folder.toString()), Message.of("knowledge.bad.unreadable")));
            return List.of();
        }
    }

    private static List<KnowledgeFile> shippedFiles() {
        return NAMES.stream().map(KnowledgeFiles::shippedFile).toList();
    }

    private static KnowledgeFile shippedFile(String name) {
        String path = "/org/peerpath/knowledge/" + name + ".json";
        try (InputStream in = KnowledgeFiles.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("missing " + path);
            }
            return KnowledgeReader.read(in.readAllBytes(), false);
        } catch (KnowledgeException e) {
            throw new IllegalStateException(path + ": " + e.reason(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
