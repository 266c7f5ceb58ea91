// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ChoiceFormat;
import java.text.Format;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two languages say the same things, with the same arguments, and the program asks for nothing else. */
class BundleTest {
    private static final String ENGLISH = "messages.properties";
    private static final String KOREAN = "messages_ko.properties";

    /** Keys no Java literal names, by their beginning, with the reason. */
    private static final Map<String, String> COMPOSED = Map.of();

    private static final Path FOLDER = Path.of("..", "resources", "org", "peerpath", "text");
    private static final Pattern ARGUMENT = Pattern.compile("\\{\\s*(\\d+)");

    private static Map<String, String> english = Map.of();
    private static Map<String, String> korean = Map.of();
    private static MessageUse use;

    @BeforeAll
    static void read() throws IOException {
        english = load(ENGLISH);
        korean = load(KOREAN);
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            use = MessageUse.of(
                    files.filter(file -> file.toString().endsWith(".java")).toList());
        }
    }

    @Test
    void bothLanguagesHaveTheSameKeys() {
        assertEquals(List.of(), without(english.keySet(), korean.keySet()), "not in Korean");
        assertEquals(List.of(), without(korean.keySet(), english.keySet()), "not in English");
    }

    @Test
    void bothLanguagesUseTheSameArguments() {
        List<String> wrong = new ArrayList<>();
        english.forEach((key, pattern) -> {
            String other = korean.getOrDefault(key, pattern);
            if (!arguments(pattern).equals(arguments(other))) {
                wrong.add(key + ": English " + arguments(pattern) + ", Korean " + arguments(other));
            }
        });
        assertEquals(List.of(), wrong);
    }

    @ParameterizedTest
    @ValueSource(strings = {ENGLISH, KOREAN})
    void everyPatternIsOne(String file) throws IOException {
        List<String> wrong = new ArrayList<>();
        load(file).forEach((key, pattern) -> {
            try {
                var _ = new MessageFormat(pattern, Locale.ROOT);
            } catch (IllegalArgumentException e) {
                wrong.add(key + ": " + e.getMessage());
            }
            // Quotes around braces are meant; a lone quote swallows everything up to the next one.
            if (pattern.replace("''", "").replaceAll("'[{}]+'", "").indexOf('\'') >= 0) {
                wrong.add(key + ": a single quote must be written twice");
            }
            if (pattern.isBlank() || !pattern.equals(pattern.strip())) {
                wrong.add(key + ": empty, or blanks at an end");
            }
        });
        assertEquals(List.of(), wrong);
    }

    /** Merging two branches easily leaves a key twice, of which Java silently takes the last. */
    @ParameterizedTest
    @ValueSource(strings = {ENGLISH, KOREAN})
    void noKeyTwice(String file) throws IOException {
        Set<String> seen = new HashSet<>();
        List<String> twice = new ArrayList<>();
        boolean continued = false;
        for (String line : text(file).lines().toList()) {
            Matcher key = Pattern.compile("\\s*([^#!=:\\s][^=:\\s]*)\\s*[=:].*").matcher(line);
            if (!continued && key.matches() && !seen.add(key.group(1))) {
                twice.add(key.group(1));
            }
            continued = line.endsWith("\\") && !line.stripLeading().startsWith("#");
        }
        assertEquals(List.of(), twice);
        assertEquals(load(file).keySet(), seen, "this test reads the file as Java does");
    }

    /** Other bundles too, the command line's help for one; a translation without its original would never be shown. */
    @Test
    void everyBundleIsWholeInKorean() throws IOException {
        List<Path> translations;
        try (Stream<Path> files = Files.walk(Path.of("..", "resources"))) {
            translations = files.filter(file -> file.toString().endsWith("_ko.properties"))
                    .toList();
        }
        assertFalse(translations.isEmpty());
        for (Path translation : translations) {
            Path original = Path.of(translation.toString().replace("_ko.properties", ".properties"));
            assertEquals(keys(original), keys(translation), original + " and " + translation);
        }
    }

    private static Set<String> keys(Path file) throws IOException {
        var properties = new Properties();
        properties.load(new StringReader(Files.readString(file)));
        return new TreeSet<>(properties.stringPropertyNames());
    }

    @Test
    void everyMessageOfTheProgramExistsAndGetsItsArguments() {
        List<String> wrong = new ArrayList<>();
        for (MessageUse.Call call : use.calls()) {
            String pattern = english.get(call.key());
            if (pattern == null) {
                wrong.add(call.place() + ": no message " + call.key());
                continue;
            }
            Set<Integer> wanted = arguments(pattern);
            int needed = wanted.isEmpty() ? 0 : 1 + new TreeSet<>(wanted).last();
            if (call.arguments() >= 0 && call.arguments() != needed) {
                wrong.add(
                        call.place() + ": " + call.key() + " takes " + needed + " arguments, not " + call.arguments());
            }
        }
        assertEquals(List.of(), wrong);
        assertFalse(use.calls().isEmpty(), "no message of the program was found: does this test still see them?");
    }

    @Test
    void noMessageIsUnused() {
        List<String> unused = english.keySet().stream()
                .filter(key -> !use.mentions(key))
                .filter(key -> COMPOSED.keySet().stream().noneMatch(key::startsWith))
                .toList();
        assertEquals(List.of(), unused, "messages that no source names");
    }

    @Test
    void everyListedBeginningIsNeeded() {
        List<String> needless = COMPOSED.keySet().stream()
                .filter(start -> english.keySet().stream().noneMatch(key -> key.startsWith(start)))
                .toList();
        assertEquals(List.of(), needless);
    }

    /** The numbers of a pattern's arguments, those inside a choice included. */
    private static Set<Integer> arguments(String pattern) {
        Set<Integer> found = new TreeSet<>();
        Matcher matcher = ARGUMENT.matcher(pattern.replaceAll("'[{}]+'", ""));
        while (matcher.find()) {
            found.add(Integer.valueOf(matcher.group(1)));
        }
        for (Format part : new MessageFormat(pattern, Locale.ROOT).getFormats()) {
            if (part instanceof ChoiceFormat choice) {
                Arrays.stream(choice.getFormats()).forEach(each -> found.addAll(arguments((String) each)));
            }
        }
        return found;
    }

    private static List<String> without(Set<String> from, Set<String> those) {
        return from.stream().filter(key -> !those.contains(key)).toList();
    }

    private static Map<String, String> load(String file) throws IOException {
        var properties = new Properties();
        properties.load(new StringReader(text(file)));
        Map<String, String> sorted = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> sorted.put(key, properties.getProperty(key)));
        return sorted;
    }

    private static String text(String file) throws IOException {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (MalformedInputException e) {
            throw new IOException(file + " is not UTF-8", e);
        }
    }
}
