// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** What the tests of colours compute: contrast, simulated colour blindness, and how far colours are apart. */
final class ColourScience {
    private static final double[][] SAME = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    /**
     * Ways of seeing. Machado, Oliveira, Fernandes 2009 (severity 1) and Viénot, Brettel, Mollon 1999, on linear RGB: two
     * models, for none is right for everybody.
     */
    enum Sight {
        USUAL,
        PROTANOPIA_MACHADO,
        DEUTERANOPIA_MACHADO,
        PROTANOPIA_VIENOT,
        DEUTERANOPIA_VIENOT;

        private double[][] matrix() {
            return switch (this) {
                case USUAL -> SAME;
                case PROTANOPIA_MACHADO ->
                    new double[][] {
                        {0.152286, 1.052583, -0.204868},
                        {0.114503, 0.786281, 0.099216},
                        {-0.003882, -0.048116, 1.051998}
                    };
                case DEUTERANOPIA_MACHADO ->
                    new double[][] {
                        {0.367322, 0.860646, -0.227968},
                        {0.280085, 0.672501, 0.047413},
                        {-0.011820, 0.042940, 0.968881}
                    };
                case PROTANOPIA_VIENOT ->
                    new double[][] {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}};
                case DEUTERANOPIA_VIENOT ->
                    new double[][] {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}};
            };
        }

        /** The colour as it is seen, in linear RGB. */
        double[] of(Rgb colour) {
            double[] in = linear(colour);
            double[] out = new double[3];
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    out[i] += matrix()[i][j] * in[j];
                }
                out[i] = Math.clamp(out[i], 0, 1);
            }
            return out;
        }
    }

    private ColourScience() {}

    /** WCAG 2.2, "contrast ratio". */
    static double contrast(Rgb a, Rgb b) {
        double one = luminance(linear(a)) + 0.05;
        double other = luminance(linear(b)) + 0.05;
        return Math.max(one, other) / Math.min(one, other);
    }

    private static double luminance(double[] c) {
        return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    }

    private static double[] linear(Rgb c) {
        return new double[] {linear(c.red()), linear(c.green()), linear(c.blue())};
    }

    private static double linear(int channel) {
        double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }

    /** CIEDE2000 between two colours in linear RGB, white D65. */
    static double difference(double[] a, double[] b) {
        double[] one = lab(a);
        double[] other = lab(b);
        return difference(one[0], one[1], one[2], other[0], other[1], other[2]);
    }

    private static double[] lab(double[] c) {
        double x = f((0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047);
        double y = f(0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]);
        double z = f((0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double f(double t) {
        return t > 216.0 / 24389 ? Math.cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }

    /** CIEDE2000 between two colours in CIELAB. */
    static double difference(double l1, double a1, double b1, double l2, double a2, double b2) {
        double mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
        double g = 0.5 * (1 - Math.sqrt(Math.pow(mean, 7) / (Math.pow(mean, 7) + Math.pow(25, 7))));
        double c1 = Math.hypot((1 + g) * a1, b1);
        double c2 = Math.hypot((1 + g) * a2, b2);
        double h1 = hue((1 + g) * a1, b1);
        double h2 = hue((1 + g) * a2, b2);
        double turn = h2 - h1;
        if (c1 * c2 == 0) {
            turn = 0;
        } else if (turn > 180) {
            turn -= 360;
        } else if (turn < -180) {
            turn += 360;
        }
        double dh = 2 * Math.sqrt(c1 * c2) * Math.sin(Math.toRadians(turn / 2));
        double l = (l1 + l2) / 2;
        double c = (c1 + c2) / 2;
        double h = h1 + h2;
        if (c1 * c2 != 0) {
            h = Math.abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
        }
        double t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.20 * cos(4 * h - 63);
        double rotation = 30 * Math.exp(-Math.pow((h - 275) / 25, 2));
        double rc = 2 * Math.sqrt(Math.pow(c, 7) / (Math.pow(c, 7) + Math.pow(25, 7)));
        double sl = 1 + 0.015 * Math.pow(l - 50, 2) / Math.sqrt(20 + Math.pow(l - 50, 2));
        double sc = 1 + 0.045 * c;
        double sh = 1 + 0.015 * c * t;
        double rt = -Math.sin(Math.toRadians(2 * rotation)) * rc;
        double kl = (l2 - l1) / sl;
        double kc = (c2 - c1) / sc;
        double kh = dh / sh;
        return Math.sqrt(kl * kl + kc * kc + kh * kh + rt * kc * kh);
    }

    private static double cos(double degrees) {
        return Math.cos(Math.toRadians(degrees));
    }

    private static double hue(double a, double b) {
        if (a == 0 && b == 0) {
            return 0;
        }
        double h = Math.toDegrees(Math.atan2(b, a));
        return h < 0 ? h + 360 : h;
    }
}
