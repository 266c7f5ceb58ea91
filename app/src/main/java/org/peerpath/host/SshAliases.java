// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The names a user can pick: the Host lines of the OpenSSH configuration and of what it includes (ssh_config(5)). Only
 * for a list to choose from; what a name means is left to ssh.
 */
public final class SshAliases {
    /** As deep as ssh itself follows includes (readconf.c, READCONF_MAX_DEPTH). */
    private static final int DEEPEST = 16;

    private static final long LARGEST_FILE = 1 << 20;
    private static final int MOST_FILES = 1_000;
    private static final int MOST_NAMES = 10_000;
    private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z]+)(?:\\s*=\\s*|\\s+)(.*?)\\s*");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private final NavigableSet<String> names = new TreeSet<>();
    private final NavigableSet<Path> unread = new TreeSet<>();
    private final Set<Path> seen = new HashSet<>();
    private final Path home;

    /**
     * What there is to pick.
     *
     * @param names sorted, without patterns and negations
     * @param unread files that are named there but could not be read or are too large: their names are missing
     */
    public record Listing(List<String> names, List<Path> unread) {
        public Listing {
            names = List.copyOf(names);
            unread = List.copyOf(unread);
        }
    }

    private SshAliases(Path home) {
        this.home = home;
    }

    /** The aliases of the user's own configuration; none if there is none. */
    public static Listing ofUser() {
        Path home = Path.of(System.getProperty("user.home", "/"));
        return read(SshSettings.ofUser().configFile().orElse(home.resolve(".ssh/config")), home);
    }

    /** The aliases of a configuration file; {@code ~} and relative includes are taken from the home folder. */
    static Listing read(Path config, Path home) {
        SshAliases aliases = new SshAliases(home);
        if (Files.exists(config)) {
            aliases.read(config, 0);
        }
        return new Listing(List.copyOf(aliases.names), List.copyOf(aliases.unread));
    }

    private void read(Path file, int depth) {
        try {
            // A file that includes itself, or that two others include, is read once.
            if (!seen.add(file.toRealPath())) {
                return;
            }
            if (depth > DEEPEST
                    || seen.size() > MOST_FILES
                    || !Files.isRegularFile(file)
                    || Files.size(file) > LARGEST_FILE) {
                unread.add(file);
                return;
            }
            for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
                Matcher m = LINE.matcher(line);
                if (!line.strip().startsWith("#") && m.matches()) {
                    keyword(m.group(1).toLowerCase(Locale.ROOT), words(m.group(2)), depth);
                }
            }
        } catch (IOException e) {
            unread.add(file);
        }
    }

    private void keyword(String keyword, List<String> words, int depth) {
        switch (keyword) {
            case "host" ->
                words.stream()
                        .filter(word -> word.matches("[^*?!]+"))
                        .filter(SshAliases::isName)
                        .limit(Math.max(0, MOST_NAMES - names.size()))
                        .forEach(names::add);
            case "include" -> words.forEach(pattern -> include(pattern, depth));
            default -> {}
        }
    }

    private static boolean isName(String word) {
        try {
            SshName.parse(word);
            return true;
        } catch (HostException e) {
            return false;
        }
    }

    /** A pattern that matches nothing is no mistake: ssh passes over it too. */
    private void include(String pattern, int depth) {
        try {
            Path path = pattern.startsWith("~/")
                    ? home.resolve(pattern.substring(2))
                    : home.resolve(".ssh").resolve(pattern);
            List<Path> found = List.of(path.isAbsolute() ? path.getRoot() : Path.of(""));
            for (Path part : path) {
                found = found.stream()
                        .flatMap(folder -> matches(folder, part.toString()).stream())
                        .limit(MOST_FILES)
                        .toList();
            }
            found.stream().sorted().forEach(file -> read(file, depth + 1));
        } catch (InvalidPathException e) {
            // No path at all, so no file whose names are missing.
        }
    }

    /** What one part of a pattern stands for in a folder; a star does not stand for a leading dot (glob(7)). */
    private List<Path> matches(Path folder, String part) {
        if (part.chars().noneMatch(c -> c == '*' || c == '?' || c == '[')) {
            Path path = folder.resolve(part);
            return Files.exists(path) ? List.of(path) : List.of();
        }
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        // Braces are letters to ssh.
        String glob = part.replace("{", "\\{").replace("}", "\\}");
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            for (Path entry : entries) {
                boolean hidden = String.valueOf(entry.getFileName()).startsWith(".");
                if (found.size() < MOST_FILES && (!hidden || part.startsWith("."))) {
                    found.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            unread.add(folder);
        } catch (PatternSyntaxException e) {
            return List.of();
        }
        return found;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher m = WORD.matcher(text);
        while (m.find()) {
            String word = m.group(1) != null ? m.group(1) : m.group(2);
            if (word.startsWith("#")) {
                break;
            }
            words.add(word);
        }
        return words;
    }
}
