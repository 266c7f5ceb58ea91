// SPDX-License-Identifier: Apache-2.0
package org.peerpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.cli.Program;

/** What the documents promise: their links lead somewhere, and their commands on samples work. */
class DocsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern COMMAND =
            Pattern.compile("^\\s*(?:\\$ )?(?:bash packaging/run|peerpath) ([^|>;#]*sample:[^|>;#]*)(?:#.*)?$");

    static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(found::add);
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadSomewhere(Path document) throws IOException {
        List<String> dead = new ArrayList<>();
        Matcher link = LINK.matcher(Files.readString(document));
        while (link.find()) {
            String target = link.group(1).replaceFirst("#.*", "");
            boolean elsewhere = target.isEmpty() || target.matches("[a-z]+:.*");
            if (!elsewhere && !Files.exists(document.resolveSibling(target))) {
                dead.add(target);
            }
        }
        assertEquals(List.of(), dead);
    }

    static List<String> commandsOnSamples() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path document : documents()) {
            for (String line : Files.readAllLines(document)) {
                Matcher command = COMMAND.matcher(line);
                if (command.matches()) {
                    found.add(command.group(1).strip());
                }
            }
        }
        assertFalse(found.isEmpty(), "the README tries no sample: does this test still see its commands?");
        return found.stream().distinct().toList();
    }

    /** Writing ones and the window are left to their own tests: this one leaves nothing behind, needs no display. */
    @ParameterizedTest
    @MethodSource("commandsOnSamples")
    void commandsOnSamplesAnswer(String command) {
        List<String> words = List.of(command.split("\\s+"));
        if (words.contains("-o") || words.getFirst().equals("window")) {
            return;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Program.run(words, out, err);
        assertTrue(List.of(0, 1, 3).contains(status), command + " ended with " + status + ": " + err.toString(UTF_8));
        assertEquals("", err.toString(UTF_8), command);
        assertFalse(out.toString(UTF_8).isBlank(), command + " says nothing");
    }

    @Test
    void theManualPageHasEveryCommand() throws IOException {
        ByteArrayOutputStream help = new ByteArrayOutputStream();
        Program.run(List.of("--help"), help, help);
        List<String> commands = help.toString(UTF_8)
                .lines()
                .dropWhile(line -> !line.startsWith("Commands:"))
                .skip(1)
                .filter(line -> line.matches("  [a-z].*"))
                .map(line -> line.strip().replaceFirst("\\s.*", ""))
                .toList();
        assertTrue(commands.contains("check"), "the help was not understood:\n" + help.toString(UTF_8));
        String page = Files.readString(ROOT.resolve("packaging/man/peerpath.1")).replace("\\-", "-");
        List<String> missing = commands.stream()
                .filter(command -> !page.contains("\n.BR " + command + " "))
                .toList();
        assertEquals(List.of(), missing);
    }
}
