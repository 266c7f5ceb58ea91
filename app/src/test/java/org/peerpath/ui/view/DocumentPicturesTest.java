// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.peerpath.cli.Program;
import org.peerpath.testing.Docs;

/**
 * The pictures in the documents show the program as it is. Those that no longer do are renewed by
 * {@code mvn test -Dtest=DocumentPicturesTest -Dpeerpath.pictures=renew}; look at them before they are committed.
 */
@Tag("screenshots")
class DocumentPicturesTest {
    private static final Path KEPT = Docs.ROOT.resolve("docs/images");
    /** Side of a square whose average colour is compared: as tall as a line of text. */
    private static final int SIDE = 20;

    private static final int NOTICED = 12;
    /** Times of day and durations differ from run to run. */
    private static final double HARMLESS = 0.004;

    /** A picture of the window: its name in the documents, and what it is called in the gallery. */
    private record Shown(String file, String view, Gallery.Dress dress, Gallery.Size size) {
        static Shown of(String file, String view) {
            return new Shown(file, view, Gallery.Dress.LIGHT, new Gallery.Size(1440, 900));
        }

        static Shown wizard(String view) {
            return new Shown(view, view, Gallery.Dress.LIGHT, new Gallery.Size(1280, 800));
        }

        Path take() {
            new Gallery(Gallery.folder(), dress, List.of(size)).take(view::equals);
            return Gallery.folder().resolve(view + dress.suffix() + size.width() + ".png");
        }
    }

    private static final List<Shown> WINDOWS = List.of(
            Shown.of("window-path", "path"),
            new Shown("window-dark", "path", Gallery.Dress.DARK, new Gallery.Size(1440, 900)),
            Shown.of("window-what-if", "what-if"),
            Shown.of("window-plan", "plan"),
            Shown.of("window-fleet", "fleet"),
            Shown.of("window-vms", "vms"),
            Shown.of("window-measured", "measured"),
            Shown.wizard("wizard-checks"),
            Shown.wizard("wizard-plan"),
            Shown.wizard("wizard-asks"),
            Shown.wizard("wizard-verify"),
            Shown.wizard("wizard-measure"),
            Shown.wizard("wizard-handover"));

    private static final String DIAGRAM = "diagram-one-of-each";

    @Test
    void showTheProgramAsItIs() throws IOException {
        List<String> stale = new ArrayList<>();
        for (Shown shown : WINDOWS) {
            compare(shown.file(), shown.take(), stale);
        }
        Path exported = Gallery.folder().resolve(DIAGRAM + ".png");
        Program.run(
                List.of("export", "sample:one-of-each", "-o", exported.toString(), "-f", "--scale", "1.5"),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream());
        compare(DIAGRAM, exported, stale);
        assertEquals(List.of(), stale, "renew them, see this class");
    }

    @Test
    void allAreMadeHere() throws IOException {
        Set<String> made = new TreeSet<>(WINDOWS.stream().map(Shown::file).toList());
        made.add(DIAGRAM);
        try (Stream<Path> files = Files.list(KEPT)) {
            assertEquals(
                    made,
                    files.map(file -> file.getFileName().toString().replace(".png", ""))
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void anotherPictureIsNoticed() throws IOException {
        double differs = difference(read("window-path"), read("window-what-if"));
        assertTrue(differs > 2 * HARMLESS, () -> "a what-if's banner is not noticed: " + differs);
    }

    private static void compare(String name, Path taken, List<String> stale) throws IOException {
        Path kept = KEPT.resolve(name + ".png");
        if ("renew".equals(System.getProperty("peerpath.pictures"))) {
            Files.copy(taken, kept, StandardCopyOption.REPLACE_EXISTING);
        }
        double differs = difference(read(name), ImageIO.read(taken.toFile()));
        if (differs > HARMLESS) {
            stale.add(String.format(Locale.ROOT, "%s: %.1f %% of it", name, 100 * differs));
        }
    }

    private static BufferedImage read(String name) throws IOException {
        return ImageIO.read(KEPT.resolve(name + ".png").toFile());
    }

    /** The share of squares that look different; 1 for pictures of different size. */
    private static double difference(BufferedImage one, BufferedImage other) {
        if (one.getWidth() != other.getWidth() || one.getHeight() != other.getHeight()) {
            return 1;
        }
        int squares = 0;
        int different = 0;
        for (int y = 0; y + SIDE <= one.getHeight(); y += SIDE) {
            for (int x = 0; x + SIDE <= one.getWidth(); x += SIDE) {
                squares++;
                different += noticed(average(one, x, y), average(other, x, y)) ? 1 : 0;
            }
        }
        return (double) different / squares;
    }

    private static boolean noticed(int[] one, int[] other) {
        for (int i = 0; i < one.length; i++) {
            if (Math.abs(one[i] - other[i]) > NOTICED) {
                return true;
            }
        }
        return false;
    }

    private static int[] average(BufferedImage image, int left, int top) {
        int[] sum = new int[3];
        for (int rgb : image.getRGB(left, top, SIDE, SIDE, null, 0, SIDE)) {
            sum[0] += rgb >> 16 & 0xff;
            sum[1] += rgb >> 8 & 0xff;
            sum[2] += rgb & 0xff;
        }
        return new int[] {sum[0] / (SIDE * SIDE), sum[1] / (SIDE * SIDE), sum[2] / (SIDE * SIDE)};
    }
}
