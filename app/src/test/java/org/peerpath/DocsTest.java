// SPDX-License-Identifier: Apache-2.0
package org.peerpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.plan.GuardId;
import org.peerpath.testing.Docs;

/** What the documents promise: their links lead somewhere, every picture is shown, and messages are quoted as they are. */
class DocsTest {
    private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    /** The first cell of a row of a table, where it is a message in quotes. */
    private static final Pattern QUOTED = Pattern.compile("^\\| \"(.*?)\" \\| ", Pattern.MULTILINE);

    static List<Path> documents() throws IOException {
        return Docs.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadSomewhere(Path document) throws IOException {
        List<String> dead = new ArrayList<>();
        Matcher link = LINK.matcher(Files.readString(document));
        while (link.find()) {
            String target = link.group(1);
            if (!target.matches("[a-z]+:.*") && !leads(document, target)) {
                dead.add(target);
            }
        }
        assertEquals(List.of(), dead);
    }

    private static boolean leads(Path document, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
        return Files.exists(file)
                && (parts.length == 1 || anchors(Files.readString(file)).contains(parts[1]));
    }

    /** As GitHub makes them of headings. */
    private static Set<String> anchors(String text) {
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void everyPictureIsShown() throws IOException {
        StringBuilder texts = new StringBuilder();
        for (Path document : Docs.all()) {
            texts.append(Files.readString(document));
        }
        try (Stream<Path> pictures = Files.list(Docs.ROOT.resolve("docs/images"))) {
            List<String> unseen = pictures.map(picture -> "images/" + picture.getFileName())
                    .filter(name -> texts.indexOf(name) < 0)
                    .toList();
            assertEquals(List.of(), unseen);
        }
    }

    @Test
    void everyLibraryHasItsReason() throws IOException {
        String pom =
                Files.readString(Docs.ROOT.resolve("app/pom.xml")).replaceAll("(?s)<exclusions>.*?</exclusions>", "");
        String reasons =
                Files.readString(Docs.ROOT.resolve("docs/decisions.md")).toLowerCase(Locale.ROOT);
        List<String> libraries = Pattern.compile("(?s)<dependency>.*?<artifactId>(.*?)</artifactId>")
                .matcher(pom)
                .results()
                .map(dependency -> dependency.group(1))
                .toList();
        assertTrue(libraries.contains("picocli"), "the build file was not understood: " + libraries);
        assertEquals(
                List.of(),
                libraries.stream().filter(name -> !reasons.contains(name)).toList());
    }

    @Test
    void everyGuardIsExplained() throws IOException {
        String page = Files.readString(Docs.ROOT.resolve("docs/plans.md"));
        String advice = Files.readString(Docs.ROOT.resolve("docs/troubleshooting.md"))
                .split("## A plan is refused\n", 2)[1]
                .split("\n## ", 2)[0];
        List<String> guards = Stream.of(GuardId.values()).map(GuardId::id).toList();
        assertEquals(
                List.of(),
                guards.stream()
                        .filter(guard -> !page.contains("`" + guard + "`"))
                        .toList());
        List<String> advised = Pattern.compile("(?m)^\\| (`.*?`) \\|")
                .matcher(advice)
                .results()
                .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", ")))
                .toList();
        assertTrue(advised.size() > 5, "the table was not understood: " + advised);
        assertEquals(
                List.of(),
                advised.stream().filter(guard -> !guards.contains(guard)).toList());
    }

    /** What a guide prints in italics stands in the window; a few are terms, or stand for several. */
    @ParameterizedTest
    @CsvSource({"guide.md, ROOT, Guards|Plan …", "guide.ko.md, KOREAN, 가드|… 계획…"})
    void wordsOfTheWindowAreAsTheyAre(String guide, String language, String others) throws IOException {
        ResourceBundle bundle = ResourceBundle.getBundle(
                "org.peerpath.text.messages", language.equals("KOREAN") ? Locale.KOREAN : Locale.ROOT);
        Set<String> said = bundle.keySet().stream()
                .map(key -> bundle.getString(key).replace("''", "'"))
                .collect(Collectors.toCollection(HashSet::new));
        said.addAll(List.of(others.split("\\|")));
        String prose = Files.readString(Docs.ROOT.resolve("docs").resolve(guide))
                .replaceAll("(?ms)^```.*?^```$|^    .*?$|`[^`]*`|\\*\\*[^*]+\\*\\*", "");
        List<String> words = Pattern.compile("\\*([^*]+)\\*")
                .matcher(prose)
                .results()
                .map(word -> word.group(1).replaceAll("\\s+", " "))
                .toList();
        assertTrue(words.size() > 40, "the words were not understood: " + words);
        assertEquals(
                List.of(), words.stream().filter(word -> !said.contains(word)).toList());
    }

    @Test
    void messagesAreQuotedAsTheyAre() throws IOException {
        List<String> said = new ArrayList<>();
        ResourceBundle bundle = ResourceBundle.getBundle("org.peerpath.text.messages", Locale.ROOT);
        bundle.keySet().forEach(key -> said.add(bundle.getString(key).replace("''", "'")));
        for (String script : List.of("run", "lib/build.sh", "lib/packages.sh")) {
            said.add(Files.readString(Docs.ROOT.resolve("packaging").resolve(script)));
        }
        List<String> quoted = QUOTED.matcher(Files.readString(Docs.ROOT.resolve("docs/troubleshooting.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
        assertTrue(quoted.size() > 20, "the table was not understood: " + quoted);
        assertEquals(
                List.of(),
                quoted.stream()
                        .filter(quote -> said.stream().noneMatch(message -> says(message, quote)))
                        .toList());
    }

    /** Whether a message holds the parts of a quotation in their order; "…" stands for what differs. */
    private static boolean says(String message, String quote) {
        int from = 0;
        for (String part : quote.split("…")) {
            int at = message.indexOf(part, from);
            if (at < 0) {
                return false;
            }
            from = at + part.length();
        }
        return true;
    }
}
