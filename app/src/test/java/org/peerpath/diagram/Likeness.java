// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.awt.image.BufferedImage;
import java.util.Locale;

/**
 * How alike two pictures of the same thing by different renderers look. Renderers smooth edges each in its own way, so a
 * pixel counts as found if its colour lies between the colours around the same place in the other picture, give or take
 * a little; the more contrast there is, the more is taken. The share of pixels not found in a small square is what an eye
 * would notice there, and the worst square decides: one missing word must not drown in a large picture.
 */
final class Likeness {
    /** Side of a square, in pixels; at two pixels a unit it is as tall as a line of the smallest text. */
    static final int SIDE = 24;

    private static final int STEP = SIDE / 2;
    private static final int ALWAYS = 10;
    private static final double OF_CONTRAST = 0.4;

    private Likeness() {}

    /**
     * The worst square.
     *
     * @param share of its pixels that are in one picture only, 0 to 1
     * @param x of its left edge in pixels
     * @param y of its top edge
     */
    record Worst(double share, int x, int y) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.1f %% at %d, %d", 100 * share, x, y);
        }
    }

    /** Compares as much as both have. */
    static Worst worst(BufferedImage a, BufferedImage b) {
        int width = Math.min(a.getWidth(), b.getWidth());
        int height = Math.min(a.getHeight(), b.getHeight());
        int[] one = a.getRGB(0, 0, width, height, null, 0, width);
        int[] other = b.getRGB(0, 0, width, height, null, 0, width);
        boolean[] missing = new boolean[width * height];
        unfound(one, other, width, height, missing);
        unfound(other, one, width, height, missing);
        Worst worst = new Worst(0, 0, 0);
        for (int y = 0; y + SIDE <= height; y += STEP) {
            for (int x = 0; x + SIDE <= width; x += STEP) {
                double share = share(missing, width, x, y);
                worst = share > worst.share() ? new Worst(share, x, y) : worst;
            }
        }
        return worst;
    }

    private static double share(boolean[] missing, int width, int left, int top) {
        int count = 0;
        for (int y = top; y < top + SIDE; y++) {
            for (int x = left; x < left + SIDE; x++) {
                count += missing[y * width + x] ? 1 : 0;
            }
        }
        return (double) count / (SIDE * SIDE);
    }

    private static void unfound(int[] pixels, int[] among, int width, int height, boolean[] missing) {
        for (int shift = 0; shift <= 16; shift += 8) {
            int[] low = spread(among, width, height, shift, false);
            int[] high = spread(among, width, height, shift, true);
            for (int i = 0; i < pixels.length; i++) {
                int value = pixels[i] >> shift & 0xff;
                int room = ALWAYS + (int) (OF_CONTRAST * (high[i] - low[i]));
                missing[i] |= value < low[i] - room || value > high[i] + room;
            }
        }
    }

    /** The lowest or highest value of one colour in the 3 × 3 pixels around each. */
    private static int[] spread(int[] pixels, int width, int height, int shift, boolean highest) {
        int[] across = new int[pixels.length];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int at = y * width + x;
                int value = pixels[at] >> shift & 0xff;
                int left = x > 0 ? pixels[at - 1] >> shift & 0xff : value;
                int right = x + 1 < width ? pixels[at + 1] >> shift & 0xff : value;
                across[at] = extreme(value, left, right, highest);
            }
        }
        int[] out = new int[pixels.length];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int at = y * width + x;
                int above = y > 0 ? across[at - width] : across[at];
                int below = y + 1 < height ? across[at + width] : across[at];
                out[at] = extreme(across[at], above, below, highest);
            }
        }
        return out;
    }

    private static int extreme(int a, int b, int c, boolean highest) {
        return highest ? Math.max(a, Math.max(b, c)) : Math.min(a, Math.min(b, c));
    }
}
