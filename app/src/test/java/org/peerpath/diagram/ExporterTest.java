// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.text.Texts;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Files that other programs open, the same every time, whatever a host calls its devices. */
class ExporterTest {
    private static final ExportOptions SMALL = new ExportOptions(LayoutOptions.FILE, Theme.LIGHT, Texts.ENGLISH, 1);
    private static final ExportOptions KOREAN =
            new ExportOptions(LayoutOptions.FILE, Theme.DARK, new Texts(Locale.KOREAN), 1);

    @TempDir
    Path folder;

    static Stream<Pictures.Judged> hosts() {
        return Stream.of(Pictures.samples(), Pictures.cases(), Stream.of(Pictures.hostile()))
                .flatMap(hosts -> hosts);
    }

    private static byte[] write(Format format, Pictures.Judged host, ExportOptions options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Exporter.write(format, host.host(), host.reports(), options, out);
        return out.toByteArray();
    }

    private static String text(Format format, Pictures.Judged host, ExportOptions options) throws IOException {
        return new String(write(format, host, options), StandardCharsets.UTF_8);
    }

    private static Document xml(byte[] bytes) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        return Stream.iterate(0, i -> i + 1)
                .limit(nodes.getLength())
                .map(i -> (Element) nodes.item(i))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void sameBytesInAnyTimeZoneAndLocale(Format format) throws IOException {
        Pictures.Judged host = Pictures.sample("hgx-b300-one-bad");
        byte[] first = write(format, host, SMALL);
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            assertArrayEquals(first, write(format, host, SMALL));
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void svgIsWellFormedAndSaysWhatIsWhat(Pictures.Judged host) throws Exception {
        for (ExportOptions options : List.of(SMALL, KOREAN)) {
            Document svg = xml(write(Format.SVG, host, options));
            assertEquals("svg", svg.getDocumentElement().getTagName());
            assertEquals(List.of(), elements(svg, "script"));
            Set<String> ids = new HashSet<>();
            Set<String> functions = new TreeSet<>();
            for (String name : List.of("rect", "path", "text")) {
                for (Element element : elements(svg, name)) {
                    assertTrue(ids.add(element.getAttribute("id")), () -> "twice: " + element.getAttribute("id"));
                    functions.add(element.getAttribute("data-bdf"));
                }
            }
            assertFalse(ids.contains(""));
            Set<String> drawn = host.picture(options.layout()).shapes().stream()
                    .flatMap(shape -> shape.mark().function().stream())
                    .map(Object::toString)
                    .collect(Collectors.toCollection(TreeSet::new));
            functions.remove("");
            assertEquals(drawn, functions);
            assertEquals(
                    List.of("svg"),
                    elements(svg, "title").stream()
                            .limit(1)
                            .map(t -> t.getParentNode().getNodeName())
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void drawioHasEveryDeviceOnce(Pictures.Judged host) throws Exception {
        Document drawio = xml(write(Format.DRAWIO, host, SMALL));
        List<String> devices = elements(drawio, "UserObject").stream()
                .filter(o -> o.getElementsByTagName("mxCell").getLength() == 1
                        && ((Element) o.getElementsByTagName("mxCell").item(0))
                                .getAttribute("vertex")
                                .equals("1")
                        && !o.getAttribute("label").isEmpty()
                        && !o.getAttribute("bdf").isEmpty())
                .map(o -> o.getAttribute("bdf"))
                .sorted()
                .toList();
        List<String> drawn = host.picture(SMALL.layout()).shapes().stream()
                .filter(s -> s instanceof Shape.Box && s.mark().role().isFunction())
                .map(s -> s.mark().function().orElseThrow().toString())
                .sorted()
                .toList();
        assertEquals(drawn, devices);
        Set<String> ids = new HashSet<>();
        elements(drawio, "UserObject").forEach(o -> assertTrue(ids.add(o.getAttribute("id"))));
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void graphvizAcceptsDot(Pictures.Judged host) throws Exception {
        assumeTrue(isInstalled("dot", "-V"), "Graphviz is not installed");
        Path file = folder.resolve("host.dot");
        Files.write(file, write(Format.DOT, host, SMALL));
        String svg = run("dot", "-Tsvg", file.toString());
        Document drawn = xml(svg.substring(svg.indexOf("<svg")).getBytes(StandardCharsets.UTF_8));
        long nodes = elements(drawn, "g").stream()
                .filter(g -> g.getAttribute("class").equals("node"))
                .count();
        assertEquals(
                Forest.of(host.host(), host.reports(), SMALL.layout()).roots().stream()
                        .flatMap(Branch::all)
                        .count(),
                nodes);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void mermaidHasNoCharacterOfItsOwnGrammarInALabel(Pictures.Judged host) throws IOException {
        String text = text(Format.MERMAID, host, SMALL);
        assertTrue(text.startsWith("---\ntitle: "), text);
        for (String line : text.lines().filter(l -> l.contains("[\"")).toList()) {
            String label = line.substring(line.indexOf("[\"") + 2, line.lastIndexOf("\"]"));
            assertFalse(label.replace("<br>", "").matches(".*[\"<>\\[\\]{}|`\\\\].*"), line);
        }
    }

    @Test
    void pdfTextIsText() throws IOException {
        try (PDDocument document = Loader.loadPDF(write(Format.PDF, Pictures.sample("hgx-b300-one-bad"), SMALL))) {
            String text = new PDFTextStripper().getText(document);
            assertTrue(text.contains("mlx5_5"), text);
            assertTrue(text.contains("detour via root port"), text);
        }
        assumeTrue(Files.exists(Path.of("/usr/share/fonts/truetype/nanum/NanumGothic.ttf")), "no Hangul font");
        try (PDDocument document = Loader.loadPDF(write(Format.PDF, Pictures.sample("hgx-b300-one-bad"), KOREAN))) {
            String text = new PDFTextStripper().getText(document);
            String word = KOREAN.texts().say("diagram.verdict.inside-switch");
            // Hangul and the blank between come from different fonts; whether that shows as a blank is the reader's
            // choice.
            assertTrue(text.replaceAll("\\s", "").contains(word.replaceAll("\\s", "")), text);
        }
    }

    @Test
    void longNamesAreClippedAndToldInFull() {
        Picture picture = Pictures.hostile().picture(SMALL.layout());
        String longest = Pictures.LONGEST_NAME;
        assertTrue(picture.width() < 2_000, "the picture grew to " + picture.width());
        assertTrue(
                picture.shapes().stream().anyMatch(shape -> shape.mark().tip().contains(longest)),
                "the whole name is nowhere");
        assertTrue(picture.shapes().stream()
                .noneMatch(shape ->
                        shape instanceof Shape.Label label && label.text().length() > 300));
    }

    @Test
    void longNamesAreClippedInChartsToo() throws IOException {
        String longest = Pictures.LONGEST_NAME;
        for (Format format : List.of(Format.DOT, Format.MERMAID)) {
            String text = text(format, Pictures.hostile(), SMALL);
            assertTrue(text.contains("x".repeat(59) + (format == Format.DOT ? "…" : "#8230;")), format.name());
            assertFalse(text.contains("label=\"" + longest), format.name());
        }
        assertTrue(text(Format.DOT, Pictures.hostile(), SMALL).contains(", tooltip=\"" + longest), "the whole name");
    }

    @Test
    void scaleMultipliesPixels() throws IOException {
        Pictures.Judged host = Pictures.sample("no-switch");
        BufferedImage once = ImageIO.read(new ByteArrayInputStream(write(Format.PNG, host, SMALL)));
        ExportOptions thrice = new ExportOptions(LayoutOptions.FILE, Theme.LIGHT, Texts.ENGLISH, 3);
        BufferedImage large = ImageIO.read(new ByteArrayInputStream(write(Format.PNG, host, thrice)));
        assertEquals(3 * once.getWidth(), large.getWidth());
        assertEquals(3 * once.getHeight(), large.getHeight());
    }

    @Test
    void refusesAPictureWithTooManyPixels() {
        Picture huge = new Picture(40_000, 40_000, "", "", List.of(), Map.of());
        assertThrows(
                PngCanvas.TooLargeException.class,
                () -> PngCanvas.write(huge, Theme.LIGHT, 1, OtherFonts.NONE, new ByteArrayOutputStream()));
    }

    private static boolean isInstalled(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "did not end");
        assertEquals(0, process.exitValue(), String.join(" ", command));
        return out;
    }
}
