// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** A colour: red, green and blue of 8 bits each. */
public record Rgb(int red, int green, int blue) {
    /** From {@code 0xrrggbb}. */
    public static Rgb of(int value) {
        return new Rgb((value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);
    }

    /** {@code #rrggbb}. */
    public String css() {
        return "#"
                + Integer.toHexString(0x1000000 | (red << 16) | (green << 8) | blue)
                        .substring(1);
    }

    /** As much of the other colour as the share says, 0 to 1. */
    public Rgb mixed(Rgb other, double share) {
        return new Rgb(mix(red, other.red, share), mix(green, other.green, share), mix(blue, other.blue, share));
    }

    private static int mix(int one, int other, double share) {
        return (int) Math.round(one + (other - one) * share);
    }
}
