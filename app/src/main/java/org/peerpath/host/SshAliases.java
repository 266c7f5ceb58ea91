// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/**
 * The names a user can pick: the Host lines of the OpenSSH configuration and of what it includes. Only for a list to
 * choose from; what a name means is left to ssh.
 */
public final class SshAliases {
    private static final int DEEPEST = 16;
    private static final long LARGEST_FILE = 1 << 20;
    private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z]+)(?:\\s*=\\s*|\\s+)(.*?)\\s*");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private final NavigableSet<String> names = new TreeSet<>();
    private final Set<Path> seen = new HashSet<>();
    private final Path home;

    private SshAliases(Path home) {
        this.home = home;
    }

    /** The aliases of the user's own configuration; none if there is none. */
    public static List<String> list() {
        Path home = Path.of(System.getProperty("user.home", "/"));
        return list(SshSettings.ofUser().configFile().orElse(home.resolve(".ssh/config")), home);
    }

    /** The aliases of a configuration file; {@code ~} and relative includes are taken from the home folder. */
    static List<String> list(Path config, Path home) {
        SshAliases aliases = new SshAliases(home);
        aliases.read(config, 0);
        return List.copyOf(aliases.names);
    }

    private void read(Path file, int depth) {
        try {
            if (depth > DEEPEST || !Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE || !seen.add(file)) {
                return;
            }
            for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
                Matcher m = LINE.matcher(line);
                if (!line.strip().startsWith("#") && m.matches()) {
                    keyword(m.group(1).toLowerCase(Locale.ROOT), words(m.group(2)), depth);
                }
            }
        } catch (IOException e) {
            // A file that cannot be read offers nothing to pick; ssh itself will say so.
        }
    }

    private void keyword(String keyword, List<String> words, int depth) {
        switch (keyword) {
            case "host" ->
                words.stream()
                        .filter(word -> word.matches("[^*?!]+"))
                        .filter(SshAliases::isName)
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

    private void include(String pattern, int depth) {
        try {
            Path path = pattern.startsWith("~/")
                    ? home.resolve(pattern.substring(2))
                    : home.resolve(".ssh").resolve(pattern);
            Path folder = path.getParent();
            Path name = path.getFileName();
            if (folder == null || name == null || !Files.isDirectory(folder)) {
                return;
            }
            List<Path> files = new ArrayList<>();
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, name.toString())) {
                found.forEach(files::add);
            }
            files.stream().sorted().forEach(file -> read(file, depth + 1));
        } catch (IOException | InvalidPathException | java.util.regex.PatternSyntaxException e) {
            // As above.
        }
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
