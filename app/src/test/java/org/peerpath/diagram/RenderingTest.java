// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.testing.Chromium;
import org.peerpath.text.Texts;

/**
 * What a browser draws of an SVG and poppler of a PDF is what the PNG shows. Samples are compared in every theme and
 * language, each case in one of them; with {@code -Dpeerpath.renderings=all} cases too in all.
 */
class RenderingTest {
    /**
     * Of the pixels of any small square. Measured: less than 10 % (a browser sets text on whole pixels), in one picture
     * 11.6 % (dashes behind many bends lie half a unit apart), in another 14.6 % (bold letters half a pixel apart), while
     * a missing word, or a box three units aside, is 18 % and more.
     */
    private static final double BOUND = 0.15;

    /** What a fault must amount to at least, so that none hides just below the bound. */
    private static final double FAULT = 0.16;

    private static final Path HANGUL = Path.of("/usr/share/fonts/truetype/nanum/NanumGothic.ttf");

    @TempDir
    static Path profile;

    @TempDir
    Path folder;

    private static final List<Chromium> running = new ArrayList<>();

    private static Chromium chromium() throws IOException, InterruptedException {
        assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
        if (running.isEmpty()) {
            running.add(Chromium.start(profile));
        }
        return running.getFirst();
    }

    @AfterAll
    static void stop() {
        running.forEach(Chromium::close);
    }

    private static List<ExportOptions> everyLook() {
        List<ExportOptions> looks = new ArrayList<>();
        for (Locale locale : List.of(Locale.ENGLISH, Locale.KOREAN)) {
            for (Theme theme : Theme.values()) {
                looks.add(new ExportOptions(LayoutOptions.FILE, theme, new Texts(locale), 2));
            }
        }
        return looks;
    }

    static Stream<Arguments> pictures() {
        List<ExportOptions> looks = everyLook();
        boolean all = System.getProperty("peerpath.renderings", "").equals("all");
        List<Pictures.Judged> cases = Pictures.cases().toList();
        Stream<Arguments> some = Stream.iterate(0, i -> i + 1)
                .limit(cases.size())
                .map(i -> arguments(cases.get(i), looks.get(i % looks.size())));
        Stream<Pictures.Judged> whole = all ? Stream.concat(Pictures.samples(), cases.stream()) : Pictures.samples();
        Stream<Arguments> every = whole.flatMap(host -> looks.stream().map(look -> arguments(host, look)));
        return all ? every : Stream.concat(every, some);
    }

    private static Arguments arguments(Pictures.Judged host, ExportOptions look) {
        return Arguments.argumentSet(
                host + ", " + look.theme().id() + ", " + look.texts().locale(), host, look);
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void browsersDrawWhatThePngShows(Pictures.Judged host, ExportOptions look) throws Exception {
        assumeFont(look);
        BufferedImage png = png(host, look);
        Chromium browser = chromium();
        open(browser, write(Format.SVG, host, look), png.getWidth() / 2, png.getHeight() / 2);
        assertEquals("svg", browser.evaluate("document.documentElement.tagName").asString());
        assertEquals(List.of(), browser.complaints());
        assertEquals(List.of(), browser.fetched());
        assertEquals("", textsOutOfPlace(browser), "with fonts of the machine");
        useShippedFonts(browser);
        BufferedImage drawn = browser.screenshot();
        assertEquals(png.getWidth(), drawn.getWidth());
        assertEquals(png.getHeight(), drawn.getHeight());
        Likeness.Worst worst = Likeness.worst(png, drawn);
        assertTrue(worst.share() < BOUND, () -> "differs by " + worst);
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void popplerDrawsWhatThePngShows(Pictures.Judged host, ExportOptions look) throws Exception {
        assumeFont(look);
        BufferedImage png = png(host, look);
        BufferedImage page = poppler(write(Format.PDF, host, look));
        assertEquals(png.getWidth(), page.getWidth(), 1);
        assertEquals(png.getHeight(), page.getHeight(), 1);
        Likeness.Worst worst = Likeness.worst(png, page);
        assertTrue(worst.share() < BOUND, () -> "differs by " + worst);
    }

    /** Fonts for such names differ from program to program, so only that they are drawn, and that nothing else happens. */
    @Test
    void hostileNamesAreDrawnAndDoNothing() throws Exception {
        Pictures.Judged host = Pictures.hostile();
        ExportOptions look = ExportOptions.DEFAULT;
        assertEquals(
                png(host, look).getWidth(),
                poppler(write(Format.PDF, host, look)).getWidth(),
                1);
        Chromium browser = chromium();
        open(browser, write(Format.SVG, host, look), 1200, 900);
        assertEquals("svg", browser.evaluate("document.documentElement.tagName").asString());
        assertEquals(
                0,
                browser.evaluate("document.querySelectorAll('script, parsererror').length")
                        .asInt());
        assertEquals(List.of(), browser.complaints());
        assertEquals(List.of(), browser.fetched());
        assertEquals("", textsOutOfPlace(browser));
    }

    /** The measure itself: one shape of each kind left out, or moved by three units, is far beyond the bound. */
    @ParameterizedTest
    @EnumSource(Theme.class)
    void oneMissingWordOrMovedBoxIsNoticed(Theme theme) throws Exception {
        Picture picture = Pictures.sample("no-switch").picture(LayoutOptions.FILE);
        BufferedImage right = paint(picture, theme);
        assertEquals(0, Likeness.worst(right, right).share());
        Set<Role> seen = EnumSet.noneOf(Role.class);
        for (Shape shape : picture.shapes()) {
            Role role = shape.mark().role();
            // A wire lies behind its ribbon.
            if (role == Role.BACKGROUND || role == Role.WIRE || !seen.add(role)) {
                continue;
            }
            List<Shape> aside = List.of(moved(shape));
            // Of a box that is missing, its faint edge alone is: much less than if it were elsewhere.
            for (List<Shape> instead : shape instanceof Shape.Box ? List.of(aside) : List.of(List.<Shape>of(), aside)) {
                Likeness.Worst worst = Likeness.worst(right, paint(with(picture, shape, instead), theme));
                assertTrue(
                        worst.share() > FAULT,
                        () -> shape.mark().id() + (instead.isEmpty() ? " missing: " : " moved: ") + worst);
            }
        }
        assertTrue(seen.size() > 15, seen.toString());
    }

    private static Picture with(Picture picture, Shape old, List<Shape> instead) {
        List<Shape> shapes = picture.shapes().stream()
                .flatMap(shape -> shape.equals(old) ? instead.stream() : Stream.of(shape))
                .toList();
        return new Picture(
                picture.width(), picture.height(), picture.title(), picture.description(), shapes, picture.standIns());
    }

    private static Shape moved(Shape shape) {
        return switch (shape) {
            case Shape.Box b -> new Shape.Box(b.mark(), moved(b.bounds()), b.radius());
            case Shape.Chip c -> new Shape.Chip(c.mark(), moved(c.bounds()), c.text(), c.width(), c.size(), c.bit());
            case Shape.Label l ->
                new Shape.Label(
                        l.mark(), l.x() + 3, l.baseline() + 3, l.width(), l.text(), l.face(), l.size(), l.align());
            case Shape.Line l ->
                new Shape.Line(
                        l.mark(),
                        l.points().stream()
                                .map(p -> new Point(p.x() + 3, p.y() + 3))
                                .toList(),
                        l.radius(),
                        l.arrow(),
                        l.faded());
        };
    }

    private static Rect moved(Rect rect) {
        return new Rect(rect.x() + 3, rect.y() + 3, rect.width(), rect.height());
    }

    private static BufferedImage paint(Picture picture, Theme theme) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PngCanvas.write(picture, theme, 2, OtherFonts.NONE, out);
        return ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
    }

    private static BufferedImage png(Pictures.Judged host, ExportOptions look) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(write(Format.PNG, host, look)));
    }

    private static byte[] write(Format format, Pictures.Judged host, ExportOptions look) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Exporter.write(format, host.host(), host.reports(), look, out);
        return out.toByteArray();
    }

    private static void assumeFont(ExportOptions look) {
        assumeTrue(
                !look.texts().locale().equals(Locale.KOREAN) || Files.exists(HANGUL), "fonts-nanum is not installed");
    }

    private BufferedImage poppler(byte[] pdf) throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("host.pdf"), pdf);
        Path page = folder.resolve("page");
        try {
            Process process = new ProcessBuilder(
                            "pdftoppm", "-r", "192", "-png", "-singlefile", file.toString(), page.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "pdftoppm did not end");
            assertEquals(0, process.exitValue());
        } catch (IOException missing) {
            assumeTrue(false, "poppler-utils is not installed");
        }
        return ImageIO.read(folder.resolve("page.png").toFile());
    }

    private void open(Chromium browser, byte[] svg, int width, int height) throws IOException, InterruptedException {
        browser.open(Files.write(folder.resolve("host.svg"), svg).toUri(), width, height, 2);
    }

    /** The texts that a browser draws wider or narrower than they were measured, by more than a unit and a half. */
    private static String textsOutOfPlace(Chromium browser) throws IOException, InterruptedException {
        return browser.evaluate("""
                [...document.querySelectorAll('text')].map(t => [t, t.getBBox().width - t.getAttribute('textLength')])
                    .filter(([t, more]) => Math.abs(more) > 1.5).map(([t, more]) => t.id + ' ' + more).join(', ')""").asString();
    }

    /** In place of fonts that happen to be installed: the comparison is one of drawing, not of typefaces. */
    private static void useShippedFonts(Chromium browser) throws IOException, InterruptedException {
        String faces = Arrays.stream(Typeface.values())
                .map(face -> "@font-face{font-family:'" + face.family() + "';font-weight:" + face.weight()
                        + ";src:url(data:font/ttf;base64,"
                        + Base64.getEncoder().encodeToString(Fonts.bytes(face)) + ")}")
                .collect(Collectors.joining());
        browser.evaluate("""
                (async () => {
                    const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
                    style.textContent = `%s`;
                    document.documentElement.prepend(style);
                    await Promise.all([...document.fonts].map(font => font.load()));
                    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
                })()""".formatted(faces));
    }
}
