// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Docs;
import org.peerpath.text.Message;

/** The commands that the documents show are understood, work where they need no host, and print what is shown. */
class DocumentedCommandsTest {
    private static final Pattern COMMAND = Pattern.compile(
            "^\\s*(?:\\$ )?(?:.*[;|] |sudo )?(?:bash packaging/run|peerpath) ([^|>;#]+?)\\s*(?:[|>;#].*)?$");
    private static final Pattern MENTION = Pattern.compile("`(?:bash packaging/run|peerpath) ((?!--lab)[a-z-][^`]*)`");
    /** Between commands and text in a document: prints of a terminal. */
    private static final Pattern PRINTS =
            Pattern.compile("^```console\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private static final String LEFT_OUT = "…";

    /** A command and the lines that a document shows below it. */
    record Print(String document, String command, List<String> shown) {
        @Override
        public String toString() {
            return document + ": " + command;
        }
    }

    static List<String> commands() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path document : Docs.all()) {
            for (String line : Files.readAllLines(document)) {
                Matcher command = COMMAND.matcher(line);
                if (command.matches() && !command.group(1).startsWith("--lab")) {
                    found.add(command.group(1));
                }
            }
        }
        assertTrue(found.size() > 50, "does this test still see the commands? " + found);
        return found.stream().distinct().toList();
    }

    /** Whatever source they name, it is never opened: only words and options count. What they write goes elsewhere. */
    @ParameterizedTest
    @MethodSource("commands")
    void areUnderstood(String command, @TempDir Path folder) {
        if (words(command)[0].equals("window")) {
            return;
        }
        Sources none = source -> {
            throw new UnreadableSourceException(Message.of("read.no-such-file"));
        };
        String[] words = words(command);
        for (int i = 1; i < words.length; i++) {
            if (words[i - 1].equals("-o")) {
                words[i] = folder.resolve(words[i]).toString();
            }
        }
        CommandLineRun run = CommandLineRun.over(none, Locale.ENGLISH, words);
        assertNotEquals(ExitStatus.USAGE.code(), run.status(), command + ": " + run.err());
    }

    /** Commands within sentences and tables, whose arguments stand for something: their options must exist. */
    static List<String> mentions() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path document : Docs.all()) {
            for (String line : Files.readAllLines(document)) {
                MENTION.matcher(line).results().map(mention -> mention.group(1)).forEach(found::add);
            }
        }
        assertTrue(found.size() > 20, "does this test still see the commands? " + found);
        return found.stream().distinct().toList();
    }

    @ParameterizedTest
    @MethodSource("mentions")
    void areMentionedAsTheyAre(String mention) {
        String[] words = words(mention.replace("\\|", " "));
        CommandLineRun help =
                words[0].startsWith("-") ? CommandLineRun.of("--help") : CommandLineRun.of(words[0], "--help");
        assertEquals(0, help.status(), mention + ": " + help.err());
        for (String word : words) {
            String option = word.replaceAll("^\\[|[\\],;=].*|…$", "");
            if (option.startsWith("-") && option.length() > 1) {
                assertTrue(
                        Pattern.compile("(?m)^[^\\n]*(?<![\\w-])" + Pattern.quote(option) + "(?![\\w-])")
                                .matcher(help.out())
                                .find(),
                        mention + " has no " + option + ":\n" + help.out());
            }
        }
    }

    @Test
    void everyCommandExplainsItself() {
        for (String command : names()) {
            CommandLineRun help = CommandLineRun.of(command, "--help");
            assertEquals(0, help.status(), command + ": " + help.err());
            assertTrue(help.out().startsWith("peerpath " + command + " "), help.out());
            assertEquals("", help.err());
        }
    }

    static List<String> commandsOnSamples() throws IOException {
        return commands().stream()
                .filter(command -> command.contains("sample:"))
                .toList();
    }

    /** Writing ones and the window are left to their own tests: this one leaves nothing behind, needs no display. */
    @ParameterizedTest
    @MethodSource("commandsOnSamples")
    void answerOnSamples(String command) {
        if (command.contains(" -o ") || words(command)[0].equals("window")) {
            return;
        }
        CommandLineRun answer = CommandLineRun.of(words(command));
        assertTrue(List.of(0, 1, 3).contains(answer.status()), command + " ended with " + answer.status());
        assertEquals("", answer.err(), command);
        assertFalse(answer.out().isBlank(), command + " says nothing");
    }

    static List<Print> prints() throws IOException {
        List<Print> found = new ArrayList<>();
        for (Path document : Docs.all()) {
            PRINTS.matcher(Files.readString(document))
                    .results()
                    .flatMap(block -> Stream.of(block.group(1).split("(?m)^\\$ ")))
                    .filter(part -> !part.isBlank())
                    .map(part -> part.lines().toList())
                    .map(lines -> new Print(
                            Docs.ROOT.relativize(document).toString(),
                            lines.getFirst(),
                            lines.subList(1, lines.size())))
                    .forEach(found::add);
        }
        assertFalse(found.isEmpty(), "does this test still see the prints?");
        return found;
    }

    @ParameterizedTest
    @MethodSource("prints")
    void printWhatIsShown(Print print) {
        String out = CommandLineRun.of(words(print.command().replaceFirst("^peerpath ", "")))
                .out()
                .strip();
        String shown = String.join("\n", print.shown()).strip();
        // Lines of "…" stand for any number of lines.
        String pattern = Stream.of(shown.split("(?m)^\\s*" + LEFT_OUT + "$\\n?"))
                .map(Pattern::quote)
                .collect(Collectors.joining("(?:.*\\n)*?"));
        pattern = shown.endsWith(LEFT_OUT) ? pattern + "(?:.*\\n?)*" : pattern;
        if (!Pattern.matches(pattern, out)) {
            assertEquals(shown, out, "what is shown is not what is printed");
        }
    }

    private static String[] words(String command) {
        return command.split("\\s+");
    }

    /** Of all commands, as the help lists them. */
    private static List<String> names() {
        List<String> names = CommandLineRun.of("--help")
                .out()
                .lines()
                .dropWhile(line -> !line.startsWith("Commands:"))
                .skip(1)
                .filter(line -> line.matches("  [a-z].*"))
                .map(line -> line.strip().replaceFirst("\\s.*", ""))
                .toList();
        assertTrue(names.contains("check"), "the help was not understood");
        return names;
    }

    @Test
    void allStandInTheManualPage() throws IOException {
        String page =
                Files.readString(Docs.ROOT.resolve("packaging/man/peerpath.1")).replace("\\-", "-");
        assertEquals(
                List.of(),
                names().stream()
                        .filter(command -> !page.contains("\n.BR " + command + " "))
                        .toList());
    }
}
