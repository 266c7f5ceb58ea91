// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.text.Clean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every kind of file with every kind of name that does not keep to its place: it opens, and the name stays a name. */
class HostileNamesTest {
    private static final List<String> NAMES = List.of(
            "</text><script>alert(1)</script><b onload=x>&lt;&#60;",
            "\"'`\\\"]];--></style>{\"a\":1}|\n# x\n",
            "a\u0000\u0007\u001b[31mb\u001b]0;x\u0007\u0085\u200b\ufeff\ufffe",
            "x".repeat(10_000),
            "\u202e\u2066\u05d0\u05d1\u05d2 \u0634\u0628\u0643\u0629\u2069",
            "\ud83d\ude80 \ud83d\udc68\u200d\ud83d\udcbb \ud83d \udc00",
            "%s%n {0} ${x} $(reboot) =1+1 @x -1");

    /** Tab, line feed and carriage return have their meaning in these files; nothing else below a blank does. */
    private static final Pattern CONTROL =
            Pattern.compile("[\\p{Cntrl}\\x80-\\x9f&&[^\\t\\n\\r]]|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]");

    static Stream<Arguments> everything() {
        return Stream.of(ExportKind.values())
                .flatMap(kind -> NAMES.stream().map(name -> Arguments.of(kind, NAMES.indexOf(name))));
    }

    /** As from a file that somebody sent: what reads it cleans it. */
    private static Answer answer(String name) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        SnapshotFile.write(ExportKindTest.named(name), file, false);
        Snapshot read = SnapshotFile.read(new ByteArrayInputStream(file.toByteArray()), name);
        return Answer.of(HostModel.of(read), Scenario.VM, PathSelection.DEFAULT);
    }

    @ParameterizedTest(name = "{0}, name {1}")
    @MethodSource("everything")
    void opensAndStaysInItsPlace(ExportKind kind, int number) throws Exception {
        String name = NAMES.get(number);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        kind.write(answer(name), ExportOptions.DEFAULT, out);
        byte[] bytes = out.toByteArray();
        switch (kind) {
            case PNG -> assertTrue(ImageIO.read(new ByteArrayInputStream(bytes)).getWidth() < 4_000);
            case PDF -> {
                try (PDDocument document = Loader.loadPDF(bytes)) {
                    assertEquals(1, document.getNumberOfPages());
                }
            }
            default -> {
                // Strict: a broken pair of surrogates would not come through.
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
                assertFalse(CONTROL.matcher(text).find(), () -> at(text));
                assertFalse(text.contains("\u001b"));
                text(kind, text, bytes, name);
            }
        }
    }

    private static String at(String text) {
        var matcher = CONTROL.matcher(text);
        assertTrue(matcher.find());
        return "U+%04x in %s"
                .formatted(
                        (int) text.charAt(matcher.start()),
                        text.substring(Math.max(0, matcher.start() - 60), matcher.start()));
    }

    private static void text(ExportKind kind, String text, byte[] bytes, String name) throws Exception {
        switch (kind) {
            case SVG, DRAWIO, NCCL -> {
                var document = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(bytes));
                assertEquals(0, document.getElementsByTagName("script").getLength());
                assertEquals(0, document.getElementsByTagName("b").getLength());
            }
            case HTML -> {
                assertFalse(text.contains("<script"), "markup");
                assertFalse(text.contains("<b onload"), "markup");
            }
            case MD -> {
                String outside = text.replaceAll("(?s)```mermaid.*?\n```\n", "");
                assertFalse(Pattern.compile("(?m)^ {0,3}# x$").matcher(outside).find(), outside);
                assertFalse(outside.contains("<script"), "markup");
            }
            case JSON -> {
                JsonNode json = JsonMapper.shared().readTree(text);
                assertEquals(Clean.line(name), json.path("host").asString());
                assertEquals(1, json.path("paths").size());
            }
            case CSV -> {
                List<List<String>> rows = rows(text);
                assertEquals(2, rows.size(), text);
                assertEquals(rows.get(0).size(), rows.get(1).size());
                assertTrue(rows.get(1).stream().noneMatch(cell -> cell.matches("(?s)[=+@-].*")), text);
            }
            case DOT -> {
                ByteArrayOutputStream plain = new ByteArrayOutputStream();
                kind.write(answer("plain"), ExportOptions.DEFAULT, plain);
                assertEquals(bare(plain.toString(StandardCharsets.UTF_8)), bare(text));
            }
            case MMD -> assertTrue(text.lines().allMatch(line -> line.length() < 2_000), "a line without end");
            case PNG, PDF -> throw new IllegalStateException("not text");
        }
    }

    /** RFC 4180, for what is in quotes may hold commas and ends of lines. */
    private static List<List<String>> rows(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                row.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    rows.add(List.copyOf(row));
                    row.clear();
                }
            } else {
                cell.append(c);
            }
        }
        return rows;
    }

    /** All that is no name: the same whatever the names are. */
    private static String bare(String dot) {
        return dot.replaceAll("(?s)\"(?:[^\"\\\\]++|\\\\.)*+\"", "NAME").replace(", tooltip=NAME", "");
    }
}
